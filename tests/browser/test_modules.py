"""The game and the words of the page, tested in Node without a browser."""

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


def test_both_languages_have_the_same_keys() -> None:
    """A key that is missing in one language would be shown itself."""
    keys = [
        {line.split('"')[1] for line in (STATIC / f"words/{lang}.js").read_text().splitlines() if line[:3] == '  "'}
        for lang in ("en", "zh")
    ]
    assert keys[0] == keys[1]


def test_the_page_stays_small() -> None:
    """Measure it as it is sent: compressed."""
    files = [file.read_bytes() for file in STATIC.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file)) for file in files) < 200_000
