"""The game and the words of the page, tested in Node without a browser."""

import gzip
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from farandole.web.scripts import strip_script
from needs import needs

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src/farandole/web/static"


@needs("node")
def test_the_game_without_a_page() -> None:
    ran = subprocess.run(
        ["node", "--no-warnings", "--test", HERE / "game.test.mjs"], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stdout


def test_both_languages_have_the_same_keys() -> None:
    """A key that is missing in one language would be shown itself."""
    keys = [
        {line.split('"')[1] for line in (STATIC / f"words/{lang}.js").read_text().splitlines() if line[:3] == '  "'}
        for lang in ("en", "zh")
    ]
    assert keys[0] == keys[1]


def weight(files: Iterable[Path]) -> int:
    """Return the bytes of files as they are sent: compressed, the scripts without comments."""
    sent = (strip_script(file.read_text()).encode() if file.suffix == ".js" else file.read_bytes() for file in files)
    return sum(len(gzip.compress(content)) for content in sent)


def modules_for(*names: str) -> set[Path]:
    """Return the modules that these ones import, and themselves."""
    known: set[Path] = set()
    new = {STATIC / name for name in names}
    while new:
        known |= new
        imported = {
            (file.parent / path).resolve()
            for file in new
            for path in re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)"', file.read_text(), re.MULTILINE)
        }
        new = imported - known
    return known


def test_the_page_stays_small() -> None:
    play = modules_for("core/app.js", "play/play.js", "words/en.js")
    assert STATIC / "play" / "open" / "importer.js" in play
    assert weight(play | {*(STATIC / "style").glob("*.css")}) < 130_000, "before one can play"
    unsent = {"README.md", "jsconfig.json"}
    files = {file for file in STATIC.rglob("*") if file.is_file() and file.name not in unsent}
    everything = files - {*(STATIC / "icons").iterdir()}  # which are for those who install it
    for other in ("en", "zh"):  # a player gets one language
        assert weight(everything - {STATIC / "words" / f"{other}.js"}) < 200_000, "in all, for later and offline"
