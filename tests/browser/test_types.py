"""TypeScript checks the types in the comments of the page's JavaScript."""

import json
import subprocess
from pathlib import Path

from farandole.web.scripts import strip_script
from needs import NODE, needs

STATIC = Path(__file__).parents[2] / "src" / "farandole" / "web" / "static"
TSC = NODE / "typescript" / "bin" / "tsc"


@needs("node", "typescript")
def test_types_of_the_page() -> None:
    done = subprocess.run(
        ["node", str(TSC), "-p", str(STATIC / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_page_comes_from_nowhere_else() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".png"]
    for path in files:
        text = path.read_bytes()
        for address in (b"cdn.", b"unpkg", b"googleapis", b"jsdelivr"):
            assert address not in text, path


COMPARE = """
const ts = require(process.argv[1]);
const compilerOptions = { removeComments: true, target: "esnext", module: "esnext" };
const normalize = (text) => ts.transpileModule(text, { compilerOptions }).outputText;
const scripts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const differ = scripts.filter(([, text, sent]) => normalize(text) !== normalize(sent));
console.log(JSON.stringify(differ.map(([name]) => name)));
"""


@needs("node", "typescript")
def test_the_scripts_without_comments_are_the_same_scripts() -> None:
    files = sorted(STATIC.rglob("*.js"))
    texts = [(file.name, file.read_text()) for file in files]
    scripts = [(name, text, strip_script(text)) for name, text in texts]
    assert all(text.count("\n") == sent.count("\n") for _, text, sent in scripts)
    done = subprocess.run(
        ["node", "-e", COMPARE, str(NODE / "typescript")], input=json.dumps(scripts), capture_output=True, text=True
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
