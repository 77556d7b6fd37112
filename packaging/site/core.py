"""Build the core for Pyodide: ``_core.so``, a side module in WebAssembly.

Emscripten compiles the same CMake text as everywhere else, against the headers of Pyodide's Python, which is 3.14. It
needs Emscripten (``emcmake``), CMake, Ninja, nanobind, and these headers: in Debian sid, ``apt-get install emscripten
cmake ninja-build python3.14-dev``. `chroot.sh` makes such a Debian in a folder.

The official road is cibuildwheel's platform ``pyodide``, whose wheel `make_site.py` takes in place of the core.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Where the headers of Python on a 64-bit Linux differ from those of Pyodide, in which a pointer has 32 bits.
SIZES = {
    "ALIGNOF_LONG": 4,
    "ALIGNOF_MAX_ALIGN_T": 8,
    "ALIGNOF_SIZE_T": 4,
    "SIZEOF_FPOS_T": 16,
    "SIZEOF_LONG": 4,
    "SIZEOF_LONG_DOUBLE": 16,
    "SIZEOF_OFF_T": 8,
    "SIZEOF_PTHREAD_KEY_T": 4,
    "SIZEOF_PTHREAD_T": 4,
    "SIZEOF_SIZE_T": 4,
    "SIZEOF_TIME_T": 8,
    "SIZEOF_UINTPTR_T": 4,
    "SIZEOF_VOID_P": 4,
    "SIZEOF_WCHAR_T": 4,
}
ABSENT = ("HAVE_GCC_ASM_FOR_X64", "HAVE_GCC_ASM_FOR_X87", "HAVE_GCC_UINT128_T", "VA_LIST_IS_ARRAY")


def main() -> None:
    """Read the arguments, and build the core."""
    parser = argparse.ArgumentParser(description="Build the core for Pyodide with Emscripten.")
    parser.add_argument("build", type=Path, help="the folder to build in; the core is _core.so there")
    parser.add_argument("--python", default=sys.executable, help="the Python that has nanobind (default: this one)")
    parser.add_argument("--headers", type=Path, default=Path("/usr/include/python3.14"), help="the folder of Python.h")
    arguments = parser.parse_args()
    build(arguments.build.resolve(), arguments.python, arguments.headers)


def build(folder: Path, python: str, headers: Path) -> None:
    """Build ``_core.so`` in a folder, with what it takes to build it.

    Raises
    ------
    SystemExit
        If there is no Emscripten, no header, or if a command fails.
    """
    if shutil.which("emcmake") is None:
        raise SystemExit("expected Emscripten, found no emcmake: see packaging/site/chroot.sh")
    if not (headers / "Python.h").is_file():
        raise SystemExit(f"expected Python.h in {headers}, found none: apt-get install python3.14-dev")
    include, build_folder = folder / "include", folder / "cmake"
    shutil.copytree(headers, include, dirs_exist_ok=True)
    [configuration] = {*headers.parent.glob(f"*-linux-gnu/{headers.name}/pyconfig.h")} or {headers / "pyconfig.h"}
    (include / "pyconfig.h").write_text(for_32_bits(configuration.read_text()))
    options = [
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
        f"-DPython_EXECUTABLE={python}",
        f"-DPython_INCLUDE_DIR={include}",
    ]
    run("emcmake", "cmake", "-S", str(ROOT), "-B", str(build_folder), "-G", "Ninja", *options)
    run("cmake", "--build", str(build_folder))
    [core] = build_folder.glob("_core*.so")
    shutil.copy(core, folder / "_core.so")


def for_32_bits(configuration: str) -> str:
    """Change a pyconfig.h of a 64-bit Linux into one for Emscripten.

    Examples
    --------
    >>> for_32_bits("#define SIZEOF_LONG 8\\n#define HAVE_GCC_UINT128_T 1\\n#define HAVE_SELECT 1\\n")
    '#define SIZEOF_LONG 4\\n/* no HAVE_GCC_UINT128_T */\\n#define HAVE_SELECT 1\\n'
    """
    for name, size in SIZES.items():
        configuration = re.sub(rf"#define {name} \d+", f"#define {name} {size}", configuration)
    for name in ABSENT:
        configuration = re.sub(rf"#define {name} 1", f"/* no {name} */", configuration)
    return configuration


def run(*command: str) -> None:
    """Run a command; if it fails, end with its name."""
    done = subprocess.run(command, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:3])} failed: see above")


if __name__ == "__main__":
    main()
