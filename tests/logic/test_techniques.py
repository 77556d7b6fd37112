"""What each technique tells of itself."""

import pydoc
import re
from collections import Counter

import pytest

from farandole.logic import EXTRA, TECHNIQUES, Technique

ALL = (*TECHNIQUES, *EXTRA)


@pytest.mark.parametrize("technique", ALL, ids=lambda technique: technique.name)
def test_what_is_known_of_a_technique_is_told(technique: Technique) -> None:
    assert len(re.findall(r"\.(?= |$)", technique.doc)) == 2, "two sentences"
    assert technique.source
    told = technique.__doc__ or ""
    assert told.startswith(f"{technique.doc}\n")
    lines = dict(line.removesuffix(".").split(": ", 1) for line in told.splitlines() if ": " in line[:20])
    assert lines["Other names"] == (", ".join(technique.aliases) or "none known")
    level = technique.level.name
    assert lines["HoDoKu"] == (f"{technique.score}, {level}" if technique.score else f"doesn't know it; here {level}")
    assert lines["Sudoku Explainer"] == (f"{technique.se:.1f}" if technique.se else "doesn't know it")
    assert lines["Source"] == technique.source
    assert technique.doc[:40] in pydoc.plain(pydoc.render_doc(technique))


def test_names_are_of_one_technique() -> None:
    names = Counter(name.lower() for technique in ALL for name in {technique.name, *technique.aliases})
    assert [name for name, n in names.items() if n > 1] == []


def test_codes_are_of_one_technique() -> None:
    codes = Counter(technique.code for technique in ALL if technique.code)
    assert [code for code, n in codes.items() if n > 1] == []
