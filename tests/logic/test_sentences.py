"""What players hear can be translated: whole sentences, each a string of the code with words in braces."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import farandole

ROOM = Path(farandole.__file__).parent / "logic"
FILES = sorted(path.relative_to(ROOM) for path in ROOM.rglob("*.py"))


def calls(path: Path) -> Iterator[ast.Call]:
    """List the calls of `tr` and `tr_counted`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "tr_counted"):
            yield node


def gathered_elsewhere(node: ast.expr) -> bool:
    """Return whether something is the name or the doc of a technique, or a part: the catalog has them by themselves."""
    if isinstance(node, ast.Attribute):
        return ast.unparse(node) in ("step.technique.name", "step.technique.doc", "by.technique.name")
    return not isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_sentences_are_literals_whose_words_are_given(file: Path) -> None:
    for call in calls(ROOM / file):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        for node in call.args[: 1 if name == "tr" else 2]:
            if not isinstance(node, ast.Constant):
                assert gathered_elsewhere(node), ast.unparse(call)
                continue
            assert isinstance(node.value, str)
            fields = {field for _, field, *_ in Formatter().parse(node.value) if field is not None}
            given = {word.arg for word in call.keywords}
            if None not in given:  # no ** of words
                assert fields <= given, ast.unparse(call)
                if name == "tr":
                    assert fields == given, ast.unparse(call)


def test_the_check_finds_sentences() -> None:
    assert sum(1 for file in FILES for _ in calls(ROOM / file)) > 100
