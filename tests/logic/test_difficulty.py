"""Our own rating: difficulty and effort of puzzles with any rules, and where other scales stay silent."""

import json
import sys
from pathlib import Path

import pytest

from farandole.errors import PuzzleError
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import EXTRA, TECHNIQUES, Board, Level, LogicRating, explain, explainer, rate
from farandole.logic.ratings import difficulty_of
from farandole.logic.step import BANDS, end_of_band
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.techniques.rule_combinations import rule_combinations
from farandole.puzzle import Puzzle
from farandole.rules import Allowed, Cage, Consecutive, NotConsecutive, Thermo
from needs import SHARED, needs

HARD = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def dots() -> Puzzle:
    """Return a consecutive puzzle with one given: pairs without a dot are not consecutive."""
    pairs = [(cell, cell + 1) for cell in range(81) if cell % 9 < 8] + [(cell, cell + 9) for cell in range(72)]
    rules = [
        (Consecutive if abs(int(SOLVED[one]) - int(SOLVED[other])) == 1 else NotConsecutive)((one, other))
        for one, other in pairs
    ]
    return Puzzle(Grid.classic(), (0, 3, *[0] * 79), rules=tuple(rules))


def test_each_technique_is_within_the_band_of_its_level() -> None:
    for technique in (*TECHNIQUES, *EXTRA, *explainer.TECHNIQUES):
        assert BANDS[technique.level] <= technique.difficulty <= end_of_band(technique.level), technique
    assert brute_force.difficulty == 10 == max(technique.difficulty for technique in TECHNIQUES)
    assert min(technique.difficulty for technique in TECHNIQUES) == 1


def test_a_larger_step_is_harder_but_stays_in_its_level() -> None:
    grid = Grid.classic()
    found = []
    for n in (2, 4, 6, 8):
        cells = [f"r1c{column}" for column in range(1, n + 1)]
        step = next(rule_combinations(Board.of(Puzzle.of(grid, "." * 81, rules=[Thermo(cells)]))))
        found.append(difficulty_of(step))
    assert found == sorted(set(found))
    assert BANDS[Level.MEDIUM] <= found[0] < found[-1] <= end_of_band(Level.MEDIUM)


def test_difficulty_is_of_the_hardest_step_and_effort_of_all() -> None:
    rating = rate(Puzzle.classic(HARD), scales=["logic", "hodoku"])
    steps = list(explain(Puzzle.classic(HARD)))
    assert rating.logic.path == rating.hodoku.path == tuple(steps)
    assert rating.logic.difficulty == max(map(difficulty_of, steps))
    assert rating.logic.effort == round(sum(2 ** (difficulty_of(step) - 1) for step in steps))
    assert rating.logic.hardest is not None
    assert rating.logic.level is rating.logic.hardest.level
    assert sum(rating.logic.steps.values()) == len(steps)
    assert rating.logic.is_solved
    assert repr(rating).startswith(f"<Rating: Farandole {rating.logic.difficulty} UNFAIR, HoDoKu 1408 UNFAIR")
    assert repr(rating.logic).startswith(f"<LogicRating: {rating.logic.difficulty} UNFAIR, effort")


def test_a_variant_has_no_score_of_hodoku() -> None:
    rating = rate(dots())
    assert rating.scales == ("logic", "search")
    assert BANDS[Level.MEDIUM] <= rating.logic.difficulty < 8
    assert "HoDoKu" not in repr(rating)
    with pytest.raises(PuzzleError, match="hodoku: not asked for, or the puzzle has rules that it doesn't know"):
        rating.hodoku  # noqa: B018


@pytest.mark.parametrize("rule", [Cage((0, 1), 12), Allowed((0,), (1, 2, 4, 6, 8))])
def test_a_cage_or_a_restricted_cell_is_a_variant_too(rule: Cage | Allowed) -> None:
    rating = rate(Puzzle(Grid.classic(), Puzzle.classic(HARD).givens, rules=(rule,)), scales=["logic", "hodoku"])
    assert rating.scales == ("logic",)


def test_pencilmarks_are_no_classic_puzzle_either() -> None:
    puzzle = Puzzle.classic(HARD)
    masks = [mask if n else 0b1010 for n, mask in enumerate(puzzle.masks)]
    rating = rate(Puzzle(puzzle.grid, puzzle.givens, tuple(masks)), scales=["logic", "hodoku"])
    assert rating.scales == ("logic",)


def test_jigsaws_and_samurais_keep_their_score() -> None:
    [samurai] = read((Path(__file__).parents[2] / "examples" / "samurai.txt").read_text())
    assert rate(samurai, scales=["logic", "hodoku"]).scales == ("logic", "hodoku")


def test_a_time_limit_leaves_a_lower_bound() -> None:
    rating = rate(dots(), scales=["logic"], seconds=0).logic
    assert rating.is_least
    assert not rating.is_solved
    assert "at least" in repr(rating)


def test_the_easiest_puzzle_is_rated() -> None:
    rating = rate(Puzzle.classic(SOLVED), scales=["logic"]).logic
    assert (rating.difficulty, rating.effort, rating.hardest, rating.level) == (1.0, 0, None, Level.EASY)
    assert LogicRating.of([], is_solved=False).difficulty == 10


@needs("data")
def test_effort_rises_with_the_levels_that_are_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pairs of samurais with different levels, the harder one takes more effort in nine of ten."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).parents[2] / "bench")])
    import collection

    from variants import maker

    rows = (SHARED / "variants" / "samurai_net.jsonl").read_text().splitlines()
    levels = {row["id"]: ("easy", "medium", "hard", "evil").index(row["difficulty"]) for row in map(json.loads, rows)}
    known = [
        (levels[case.name], rate(maker(case)(), scales=["logic"]).logic.effort)
        for case in list(collection.read("samurai_net"))[::4]
    ]
    pairs = [(one[1], other[1]) for one in known for other in known if one[0] < other[0]]
    assert sum(easier < harder for easier, harder in pairs) > 0.9 * len(pairs) > 50
