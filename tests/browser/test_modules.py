"""Modules of the page that need no page: their tests run in Node, without a browser."""

import gzip
import subprocess
from pathlib import Path

from needs import needs

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src/farandole/web/static"


@needs("node")
def test_the_game_without_a_page() -> None:
    ran = subprocess.run(
        ["node", "--no-warnings", "--test", HERE / "game.test.mjs"], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stdout


def test_both_tables_say_the_same_things() -> None:
    """A key that one language lacks would be seen as it is."""
    keys = [
        {line.split('"')[1] for line in (STATIC / f"words/{lang}.js").read_text().splitlines() if line[:3] == '  "'}
        for lang in ("en", "zh")
    ]
    assert keys[0] == keys[1]


def test_the_page_stays_small() -> None:
    """As it is sent: packed."""
    files = [file.read_bytes() for file in STATIC.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file)) for file in files) < 160_000
