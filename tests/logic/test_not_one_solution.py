"""Puzzles that have not exactly one solution, and pencilmarks that contradict a given: both are said, and no step."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

import farandole
from commands import run
from farandole import formats, logic
from farandole.grid import Grid
from farandole.logic import Board
from farandole.puzzle import Puzzle
from farandole.render.film import puzzles as film
from farandole.rules import RULES, Cage
from farandole.tui.game import Game
from farandole.web.api.advice import explain as explain_to_page
from farandole.web.api.watching import watch

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = LINE.replace("7", ".")
NONE = "12345678." + "." * 17 + "9" + "." * 54


@pytest.mark.parametrize("is_unique", [True, False])
def test_explain_goes_as_far_as_logic_where_there_are_several_solutions(*, is_unique: bool) -> None:
    puzzle = Puzzle.classic(SEVERAL)
    explanation = farandole.explain(puzzle, assume_unique=is_unique)
    steps = list(explanation)
    solutions = list(puzzle.solutions())
    assert len(steps) > 10
    assert len(solutions) > 1
    assert "Brute Force" not in {step.technique.name for step in steps}
    for solution in solutions:
        assert all(solution.digits[cell] == digit for step in steps for cell, digit in step.placements)
        assert all(solution.digits[cell] != digit for step in steps for cell, digit in step.eliminations)
    assert explanation.fault
    end = r"No technique finds another step\. The puzzle has several solutions: r\dc\d may be \d or \d\."
    assert re.fullmatch(end, explanation.conclude())
    *events, result = explain_to_page(puzzle)
    assert [event["proof"] for event in events] == [logic.describe(step) for step in steps]
    assert (result["solved"], result["conclusion"]) == (False, explanation.conclude())
    done = run("explain", "-", stdin=SEVERAL)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, explanation.conclude())
    assert done.stdout.count(" => ") == len(steps)
    assert not farandole.rate(puzzle).scales  # a verdict: there is no scale


def test_explain_leads_an_impossible_puzzle_to_its_contradiction() -> None:
    """One given is wrong, but nothing shows it before some steps."""
    solution = Puzzle.classic(LINE).solve()
    assert solution is not None
    for cell, digit in enumerate(LINE):
        for wrong in "123456789" if digit == "." else "":
            line = LINE[:cell] + wrong + LINE[cell + 1 :]
            if wrong == str(solution.digits[cell]) or any(LINE[peer] == wrong for peer in Grid.classic().peers[cell]):
                continue
            explanation = farandole.explain(Puzzle.classic(line))
            steps = list(explanation)
            said = explanation.conclude()
            assert explanation.fault
            assert steps or said.startswith("The puzzle has no solution")
            if len(steps) > 3:
                assert re.search(
                    r"Then .* has no (candidate left|place for \d)\. So the puzzle has no solution\.$", said
                )
                done = run("explain", "-", stdin=line)
                assert (done.returncode, done.stdout.splitlines()[-1]) == (1, said)
                *events, result = explain_to_page(Puzzle.classic(line), lang="zh")
                assert len(events) == len(steps)
                assert result["conclusion"].endswith("所以这道题无解。")
                return
    pytest.fail("expected a puzzle whose contradiction takes steps")


@examples(100)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(sorted(RULES)), max_size=3)))
def test_what_is_explained_holds_in_every_solution(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    explanation = logic.explain(puzzle)
    steps = list(explanation)
    assert (explanation.fault is None) == (len(solutions) == 1)
    for step in steps:
        assert all(solution[cell] == digit for solution in solutions for cell, digit in step.placements)
        assert all(solution[cell] != digit for solution in solutions for cell, digit in step.eliminations)
    said = explanation.conclude()
    if len(solutions) == 1:
        assert said in ("", "No technique finds another step.")
    else:
        assert ("several solutions" if solutions else "no solution") in said


def test_an_impossible_puzzle_that_shows_it_at_once_has_no_steps() -> None:
    explanation = logic.explain(Puzzle.classic(NONE))
    assert list(explanation) == []
    assert explanation.conclude() == "The puzzle has no solution: r1c9 has no candidate left."
    assert run("explain", "-", stdin=NONE).stdout == f"{explanation.conclude()}\n"
    board, result = watch(Puzzle.classic(NONE), way="logic")
    assert (board["event"], result["solved"], result["conclusion"]) == ("board", False, explanation.conclude())


def test_rules_that_contradict_each_other_are_named() -> None:
    """No cell, house or rule alone shows it, but two cages do: explain, hint, command and page say the same."""
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Cage("r1c1 r1c2", 4), Cage("r1c2 r1c3", 16)])
    why = (
        "Cage r1c1 r1c2: no repeats, sum 4, so r1c2 can't be 2, 4, 5, 6, 7, 8 or 9. "
        "Cage r1c2 r1c3: no repeats, sum 16, so r1c2 can't be 1 or 3. Then r1c2 has no candidate left"
    )
    assert puzzle.why() is None
    assert list(logic.explain(puzzle)) == []
    [result] = explain_to_page(puzzle)
    fault = f"The puzzle has no solution. {why}."
    assert result["conclusion"] == logic.explain(puzzle).conclude() == fault
    assert str(logic.find_fault(puzzle)) == farandole.hint(puzzle).describe() == fault
    for command in ("explain", "hint"):
        done = run(command, "-", stdin=formats.write(puzzle, "json"))
        assert (done.returncode, " ".join(done.stdout.split())) == (1, fault)


def test_a_film_of_logic_goes_as_far_as_logic_and_places_nothing_that_is_not_forced() -> None:
    several = Puzzle.of(Grid.classic((2, 2)), "1... .... .... ...1")
    _, *steps, end = film.WAYS["logic"](several)
    assert [view.said for view in steps] == ["1 steps: Hidden Single", "2 steps: Hidden Single"]
    assert not end.is_done
    assert end.said.startswith("The puzzle has several solutions:")
    for solution in several.solutions():
        assert all(digit in (0, right) for digit, right in zip(end.digits, solution.digits, strict=True))


def test_the_page_watches_logic_as_far_as_it_goes() -> None:
    explanation = farandole.explain(Puzzle.classic(SEVERAL))
    *events, result = watch(Puzzle.classic(SEVERAL), way="logic", lang="zh")
    assert sum(len(event.get("moves", ())) for event in events) == result["count"] == len(list(explanation))
    assert not result["solved"]
    assert result["conclusion"].startswith("没有技巧")
    *_, result = watch(Puzzle.classic(SEVERAL), way="logic", most=3)
    assert (result["done"], result["conclusion"]) == (False, "")


def test_a_page_may_make_a_puzzle_unique_by_its_digits() -> None:
    full = Puzzle.classic(LINE).solve()
    assert full is not None
    *steps, result = explain_to_page(Puzzle.classic(SEVERAL), digits=LINE)
    assert (len(steps), result["digits"]) == (LINE.count("."), full.line)
    *_, result = explain_to_page(Puzzle.classic(LINE), digits=LINE[:2] + "1" + LINE[3:])
    assert not result["solved"]
    assert "no solution" in result["conclusion"]


def test_a_board_is_not_checked() -> None:
    assert next(logic.explain(Board.of(Puzzle.classic(SEVERAL))))


# ── Pencilmarks ─────────────────────────────────────────────────────────────────────────────────────────────────────


def marked(mark: str = "(5)") -> str:
    """Write all candidates of the puzzle, with others in r1c3, which sees a given 5."""
    words = formats.write(Puzzle.classic(LINE), "pencilmarks").split()
    cells = [word for word in words if word[0] in "(123456789"]
    assert len(cells) == 81
    return "\n".join(" ".join([*cells[:2], mark, *cells[3:]][row : row + 9]) for row in range(0, 81, 9))


def test_a_pencilmark_that_contradicts_a_given_stays_and_is_named() -> None:
    [puzzle] = formats.read(marked())
    assert puzzle.pencilmarks is not None
    assert (puzzle.pencilmarks[2], puzzle.masks[2]) == (0b10000, 0)
    assert puzzle.count() == 0
    assert puzzle.candidates() == ({},) * 81
    assert puzzle.why() == "r1c3 can't be 5 as its pencilmarks say, because r1c1 is 5"
    assert "r1c3 can't be 5 as its pencilmarks say, because r1c1 is 5" in farandole.explain(puzzle).conclude()
    assert str(farandole.hint(puzzle).fault) == f"The puzzle has no solution: {puzzle.why()}."
    for form in ("json", "pencilmarks", "fpuzzles", "sudokuwiki"):
        [again] = formats.read(formats.write(puzzle, form))
        assert again.pencilmarks == puzzle.pencilmarks, form


def test_marks_of_which_one_is_left_are_no_mistake() -> None:
    [puzzle] = formats.read(marked("45"))
    assert puzzle.pencilmarks is not None
    assert puzzle.pencilmarks[2] == 0b1000
    assert puzzle.is_unique()


@pytest.mark.parametrize("level", ["digits", "proof"])
def test_the_hint_names_it_as_a_mistake(tmp_path: Path, level: str) -> None:
    path = tmp_path / "marks.txt"
    path.write_text(marked())
    done = run("hint", str(path), "--detail", level)
    assert done.returncode == 0
    assert ("r1c3 needs a candidate back" if level == "digits" else "r1c3 still needs the candidate 4") in done.stdout


def test_a_game_shows_it_as_wrong() -> None:
    [puzzle] = formats.read(marked())
    solution = Puzzle.classic(LINE).solve()
    assert solution is not None
    game = Game(puzzle)
    assert game.notes[2] == 0b10000
    assert game.wrong(solution.digits) == {2}
