// node compile.mjs PYODIDE FILES: compile the modules in the archives of a site to bytecode, and try the core.
//
// The bytecode must be that of Pyodide's Python, so Pyodide compiles it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(error.message); // and not the line of Pyodide's source, which has a megabyte
  process.exit(1);
});

const [pyodide, files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });

python.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def compile_archive(source, target, optimize):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=optimize(name))
                name, data = name + "c", _code_to_hash_pyc(code, bytes(8), checked=False)
            new.writestr(zipfile.ZipInfo(name), data)

def everything(name):  # docstrings too: techniques are explained by theirs
    return 0

def no_docstrings(name):
    return 0 if "pyodide/" in name else 2
`);

/**
 * @param {string} name
 * @param {string} optimize
 */
function compile(name, optimize) {
  const path = join(files, name);
  python.FS.writeFile("/old.zip", readFileSync(path));
  python.runPython(`compile_archive("/old.zip", "/new.zip", ${optimize})`);
  writeFileSync(path, python.FS.readFile("/new.zip"));
}

compile("stdlib.zip", "no_docstrings");
compile("farandole.zip", "everything");
compile("photo.zip", "everything");

const tried = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: join(files, "stdlib.zip") });
tried.unpackArchive(new Uint8Array(readFileSync(join(files, "farandole.zip"))), "zip", {
  extractDir: "/lib/python3.14/site-packages",
});
tried.runPython(`
from farandole.web.protocol import call
events = list(call("count", {"puzzle": "1..............."}))
assert events == [{"event": "result", "count": "72", "exhausted": True}], events
`);
