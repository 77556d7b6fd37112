"""What the command says of covers when an answer is unknown, long, or short of memory."""

import json
import re
from pathlib import Path

import pytest

from commands import in_terminal
from farandole.cli.main import main
from farandole.cover import portfolio

# As many pigeons as holes and one: no way down meets a cover, and no item tells why.
PIGEONS = "\n".join(
    [" ".join([f"p{k}" for k in range(7)] + ["|"] + [f"h{k}" for k in range(6)])]
    + [f"p{p} h{h}" for p in range(7) for h in range(6)]
)


def asked(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, *arguments: str) -> tuple[int, str, str]:
    problem = tmp_path / "problem.dlx"
    problem.write_text(text)
    status = main(["cover", *arguments, str(problem)])
    out, err = capsys.readouterr()
    return status, out, err


def test_an_estimate_that_met_no_cover(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = asked(capsys, tmp_path, PIGEONS, "--estimate", "--seed", "1")
    assert out.splitlines()[1] == "covers: unknown, because no random path found one"
    _, out, _ = asked(capsys, tmp_path, PIGEONS, "--estimate", "--seed", "1", "--json")
    facts = json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert (facts["covers"], facts["covers_error"]) == (None, None)
    assert facts["nodes"] > 0


def test_a_diagram_that_is_given_up_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "WARN_AFTER_SECONDS", 0)
    people = range(18)
    text = "\n".join([" ".join(map(str, people)), *(f"{a} {b}" for a in people for b in range(a))])
    status, out, err = asked(capsys, tmp_path, text, "--count", "--memory", "100k")
    assert (status, out) == (1, "34459425\n")
    assert err.startswith("farandole: count: the diagram was given up because it needs more than 100000 bytes")
    assert err.count("\n") == 1


@pytest.mark.parametrize("memory", ["-1", "x", "1.5G", "9" * 5000])
def test_memory_is_a_number_of_bytes(capsys: pytest.CaptureFixture[str], tmp_path: Path, memory: str) -> None:
    with pytest.raises(SystemExit):
        asked(capsys, tmp_path, PIGEONS, "--count", f"--memory={memory}")
    assert "expected a number of bytes such as 500M or 8G" in " ".join(capsys.readouterr().err.split())


def test_memory_says_nothing_to_a_search(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = asked(capsys, tmp_path, PIGEONS, "--count", "--memory", "1G", "--limit", "3")
    assert (status, err) == (2, "farandole: --memory has no effect with this question; leave it out\n")


def test_a_few_of_many_reasons_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    items = [f"i{k}" for k in range(50)]
    _, out, _ = asked(capsys, tmp_path, " ".join(items) + "\ni0\n")
    assert out.splitlines()[:2] == ["no cover", "  no option has item 'i1'"]
    assert out.splitlines()[11:] == ["  and 39 more"]


@pytest.mark.parametrize("text", ["a\n" + "b" * 9999, "a\na |" + "1" * 9999, "9" * 9999 + "|a\na", "a a" + "a" * 9999])
def test_messages_are_short(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    status, _, err = asked(capsys, tmp_path, text)
    assert status == 2
    assert len(err) < 400


@pytest.mark.slow
def test_a_count_of_any_length_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    n = 15_000
    text = " ".join(f"i{k}" for k in range(n)) + "".join(f"\ni{k}\ni{k}" for k in range(n))
    status, out, _ = asked(capsys, tmp_path, text, "--count")
    assert status == 1
    assert len(out) == 4517  # 2 ** 15000


PAIRS = "\n".join([" ".join(f"i{n}" for n in range(14)), *(f"i{a} i{b}" for a in range(14) for b in range(a))])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_count_and_list_the_same(threads: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = asked(capsys, tmp_path, PAIRS, "--count", "--threads", str(threads))
    assert (status, out, err) == (1, "135135\n", "")  # 13 * 11 * 9 * 7 * 5 * 3
    _, alone, _ = asked(capsys, tmp_path, PAIRS, "--all", "--limit", "50")
    _, together, _ = asked(capsys, tmp_path, PAIRS, "--all", "--limit", "50", "--threads", str(threads))
    assert alone == together
    status, out, _ = asked(capsys, tmp_path, PAIRS, "--count", "--threads", str(threads), "--budget", "1000")
    assert (status, out.endswith("perhaps more: the search ended early\n")) == (1, True)


def test_threads_are_not_for_multiplicities(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = asked(capsys, tmp_path, "2|a b\na\na b\na\n", "--count", "--threads", "2")
    assert (status, err) == (2, "farandole: threads: with multiplicities expected 1, found 2\n")


@pytest.mark.slow
def test_a_count_in_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    problem = tmp_path / "pairs.dlx"
    names = range(41)  # an odd number: no cover, and ages to find that out
    problem.write_text("\n".join([" ".join(f"i{n}" for n in names), *(f"i{a} i{b}" for a in names for b in range(a))]))
    shown = in_terminal("cover", "--count", "--threads", "2", "--seconds", "1", str(problem))
    assert "counting" in shown
    assert re.search(r"\d%.* 0 found", shown)
    assert "0, perhaps more: the search ended early" in shown


def test_a_named_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["cover", "--count", "--named", "langford", "7"]) == 1
    assert main(["cover", "--named", "queens", "4", "-o", str(tmp_path / "q.dlx")]) == 0
    assert main(["cover", "--count", str(tmp_path / "q.dlx")]) == 1
    assert capsys.readouterr().out == "52\n2\n"
    assert main(["cover", "--named", "queens", "4", "--limit", "1"]) == 0
    assert capsys.readouterr().out.startswith("r0 c1 a1 b-1 / ")
    assert main(["cover", "--named"]) == 0
    assert "langford N" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--named", "quens", "8"], "no problem is called 'quens'; did you mean queens?"),
        (["--named", "queens"], "queens: expected N, such as named('queens', 8); found 0 sizes"),
        (["--named", "queens", "x"], "queens: size: expected a whole number of at least 1, found 'x'"),
        (["file", "--named", "queens", "8"], "expected FILE or --named, found both"),
        ([], "expected FILE, or --named and a name"),
    ],
)
def test_a_named_problem_that_is_none(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", *arguments]) == 2
    assert message in capsys.readouterr().err
