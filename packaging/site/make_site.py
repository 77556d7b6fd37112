"""Build the page as static files, with Python in the browser: ``make site``.

The page is that of ``farandole serve``. Its calls are answered in a Worker by Pyodide, which is CPython compiled to
WebAssembly, with our package and its core, compiled in the same way (see core.py). Any web server can serve the folder
under any path.

Node runs Pyodide here once, to compile the standard library and the package to bytecode: a browser would do so at each
visit.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from farandole.web.policy import static_policy
from farandole.web.protocol import call
from farandole.web.scripts import strip_script

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "src" / "farandole"
STATIC = PACKAGE / "web" / "static"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PHOTO_PACKAGES = ("numpy", "pillow")
PACKED = (".wasm", ".zip")  # sent compressed, because not every server compresses them

# What the page never calls. Photos have an archive of their own.
LEFT_OUT = (
    *("batch/ranks.npz", "bulk/", "cli/", "datasets/", "distributed/", "io/", "photo/"),
    *("tui/app.py", "tui/board", "tui/game_screen.py", "tui/saves.py", "tui/screens.py"),
    *("web/app.py", "web/guard.py", "web/static", "web/workers.py"),
)
SIZES = (4, 6, 8, 9, 12, 16, 25)  # of the empty boards
DATA = (".json", ".mo", ".npz", ".txt")

# Parts of the standard library that neither the page nor Pyodide needs.
UNNEEDED = tuple((HERE / "unneeded.txt").read_text().split())


def main() -> None:
    """Read the arguments, and build the site."""
    parser = argparse.ArgumentParser(description="Build the page as static files, with Python in the browser.")
    parser.add_argument("out", type=Path, help="the folder to make")
    parser.add_argument(
        "--core", type=Path, required=True, help="the core as a side module, or a Pyodide wheel with it"
    )
    parser.add_argument("--pyodide", type=Path, required=True, help="the folder of npm's package pyodide")
    parser.add_argument(
        "--packages", type=Path, help="a folder with NumPy's and Pillow's wheels for Pyodide, for photos"
    )
    arguments = parser.parse_args()
    build(arguments.out, arguments.core, arguments.pyodide, arguments.packages)


def build(out: Path, core: Path, pyodide: Path, packages: Path | None = None) -> None:
    """Build the site in a folder, in place of a site that is there.

    Parameters
    ----------
    out : Path
    core : Path
        The core: ``_core.so``, or a wheel for Pyodide that holds it.
    pyodide : Path
        The folder of npm's package pyodide.
    packages : Path, optional
        A folder with the wheels that photos need. Without it, the page loads them from Pyodide's own server.

    Raises
    ------
    SystemExit
        If the folder holds anything but a site, if a file is missing, or if Pyodide can't import the core. The message
        says which.
    """
    _require_site_or_nothing(out)
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder)
        for name in PYODIDE_FILES:
            shutil.copy(_existing(pyodide / name), files)
        wheels = _packages(pyodide)
        (files / "pyodide-lock.json").write_text(json.dumps(wheels))
        _write_archive(files / "farandole.zip", {**dict(_package()), "farandole/_core.so": _core(core)})
        _write_archive(files / "photo.zip", dict(_photo()))
        _write_archive(files / "stdlib.zip", dict(_stdlib(pyodide)))
        _compile(files, pyodide)
        (files / "answers.json").write_text(json.dumps(dict(_prepared()), separators=(",", ":"), ensure_ascii=False))
        remote = f"https://cdn.jsdelivr.net/pyodide/v{_version(pyodide)}/full/"
        base = "packages/" if packages else remote
        if packages:
            for wheel in wheels["packages"].values():
                (files / "packages").mkdir(exist_ok=True)
                shutil.copy(_existing(packages / wheel["file_name"]), files / "packages")
        if out.exists():
            shutil.rmtree(out)
        python = f"python/{_pack(files, base)}/"
        shutil.copytree(files, out / python)
        (out / python).chmod(0o755)  # that of a temporary folder lets nobody else in
    shutil.copytree(STATIC, out / "static", ignore=shutil.ignore_patterns("*.md", "jsconfig.json"))
    for script in (out / "static").rglob("*.js"):
        script.write_text(strip_script(script.read_text()))
    (out / "static" / "worker.js").rename(out / "worker.js")  # at the top, so that it may answer for the page
    index = (out / "static" / "index.html").read_text()
    (out / "static" / "index.html").unlink()
    (out / "index.html").write_text(_index(index, python, None if packages else remote))
    (out / ".nojekyll").touch()  # GitHub Pages then serves the files as they are


def _require_site_or_nothing(out: Path) -> None:
    """End unless the folder is absent, empty, or a site that was built before: it is about to be deleted."""
    if out.exists() and not (out.is_dir() and (any(out.glob("python/*/files.json")) or not any(out.iterdir()))):
        raise SystemExit(f"{out}: expected an empty folder, or a site to replace, found something else")


def _index(page: str, python: str, remote: str | None) -> str:
    metas = (
        f'<meta http-equiv="Content-Security-Policy" content="{static_policy(remote)}" />\n'
        f'    <meta name="farandole-python" content="{python}" />'
    )
    charset = '<meta charset="utf-8" />'
    assert page.count(charset) == 1
    return page.replace(charset, f"{charset}\n    {metas}")


def _pack(files: Path, packages: str) -> str:
    """Compress the large files, and list them; return a name for this version of the folder."""
    digest, sizes = hashlib.sha256(), {}
    for file in sorted(path for path in files.iterdir() if path.is_file()):
        digest.update(file.name.encode() + file.read_bytes())
        if file.suffix in PACKED:
            packed = file.with_name(file.name + ".gzip")
            packed.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
            file.unlink()
            sizes[packed.name] = packed.stat().st_size
    counted = {name: size for name, size in sizes.items() if not name.startswith("photo")}  # loaded later
    (files / "files.json").write_text(json.dumps({"files": counted, "packages": packages}))
    return digest.hexdigest()[:12]


def _existing(file: Path) -> Path:
    if not file.is_file():
        raise SystemExit(f"{file}: expected a file, found none")
    return file


def _version(pyodide: Path) -> str:
    version: str = json.loads(_existing(pyodide / "package.json").read_text())["version"]
    return version


def _packages(pyodide: Path) -> dict[str, Any]:
    """Return what Pyodide has to know of the packages that photos need."""
    lock: dict[str, Any] = json.loads(_existing(pyodide / "pyodide-lock.json").read_text())
    lock["packages"] = {name: lock["packages"][name] for name in PHOTO_PACKAGES}
    assert not any(package["depends"] for package in lock["packages"].values())
    return lock


def _core(file: Path) -> bytes:
    if file.suffix != ".whl":
        return _existing(file).read_bytes()
    with zipfile.ZipFile(_existing(file)) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("farandole/_core.") and name.endswith(".so")]
        if len(names) != 1:
            raise SystemExit(f"{file}: expected a wheel with farandole/_core.*.so, found {names}")
        return wheel.read(names[0])


def _package() -> Iterator[tuple[str, bytes]]:
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE).as_posix()
        if file.suffix in (".py", *DATA) and not name.startswith(LEFT_OUT):
            yield f"farandole/{name}", file.read_bytes()


def _photo() -> Iterator[tuple[str, bytes]]:
    for file in sorted((PACKAGE / "photo").rglob("*")):
        name = file.relative_to(PACKAGE).as_posix()
        if file.suffix in (".py", *DATA) and not name.startswith("photo/synthetic/"):
            yield f"farandole/{name}", file.read_bytes()


def _stdlib(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(_existing(pyodide / "python_stdlib.zip")) as whole:
        for name in whole.namelist():
            if not name.endswith("/") and not name.startswith(UNNEEDED):
                yield name, whole.read(name)


def _write_archive(file: Path, content: dict[str, bytes]) -> None:
    """Write an archive that is not compressed, because it is compressed as a whole later."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name), data)


def _compile(files: Path, pyodide: Path) -> None:
    """Compile the modules in the archives to bytecode, in Pyodide, and try the core there."""
    script = [_node(), str(HERE / "compile.mjs"), str(pyodide.resolve()), str(files)]
    done = subprocess.run(script, check=False, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"Pyodide could not compile the package or load its core:\n{done.stdout}{done.stderr}")


def _node() -> str:
    if found := shutil.which("node"):
        return found
    raise SystemExit("expected Node.js, found none: apt-get install nodejs")


# ── Prepared answers ────────────────────────────────────────────────────────────────────────────────────────────────


def _prepared() -> Iterator[tuple[str, list[Any]]]:
    """Answer the calls of a first visit, so that they need no Python: the first puzzle, the gallery, and empty boards.

    The key of a call is its method and its parameters, as core/python.js writes them.
    """

    def answer(method: str, **params: Any) -> Iterator[tuple[str, list[Any]]]:
        text = json.dumps(params, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        yield f"{method} {text}", list(json.loads(json.dumps(list(call(method, params)))))

    [first] = re.findall(r'^const FIRST = "(.*)";$', (STATIC / "core" / "puzzle_opener.js").read_text(), re.MULTILINE)
    documents: list[Any] = []
    for lang in ("en", "zh"):
        [(key, events)] = answer("parse", text=first, lenient=True, lang=lang)
        yield key, events
        documents[:] = [events[0]["document"]]
        yield from answer("techniques", lang=lang)
    [(key, [shapes])] = answer("shapes")
    yield key, [shapes]
    empty = [{"farandole": 1, "grid": grid} for grid in (*({"size": size} for size in SIZES), {"named": "samurai"})]
    for document in (*(shape["document"] for shape in shapes["shapes"]), *empty):
        [(key, events)] = answer("parse", text=json.dumps(document, separators=(",", ":"), ensure_ascii=False))
        yield key, events
        documents.append(events[0]["document"])
    for document in documents:
        yield from answer("draw", puzzle=document)
        yield from answer("solve", puzzle=document, limit=2, seconds=10)


if __name__ == "__main__":
    main()
