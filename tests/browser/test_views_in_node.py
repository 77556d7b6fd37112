"""Modules of the page that need no browser, tested in Node: films, drafts, tools, texts, errors."""

import json
import subprocess
from pathlib import Path
from typing import Any

from farandole.web.protocol import call
from needs import needs

HERE = Path(__file__).parent / "modules"
COLUMNS = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G"


def moves_of(events: list[dict[str, Any]]) -> list[Any]:
    return [move for event in events if event["event"] == "moves" for move in event["moves"]]


@needs("node")
def test_views_without_a_page(tmp_path: Path) -> None:
    matrix, *events = call("watch_cover", {"cover": COLUMNS, "every": True})
    backtracking = list(call("watch", {"puzzle": "1......2..3.....", "way": "backtrack"}))
    events_by_name = {"matrix": matrix, "links": moves_of(events), "backtracking": moves_of(backtracking)}
    static = Path(__file__).parents[2] / "src" / "farandole" / "web" / "static"
    for path in HERE.glob("*.mjs"):
        text = path.read_text().replace("../../../src/farandole/web/static", static.as_posix())
        (tmp_path / path.name).write_text(text)
    (tmp_path / "events.json").write_text(json.dumps(events_by_name))
    command = ["node", "--no-warnings", "--test", *map(str, sorted(tmp_path.glob("*.test.mjs")))]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
