"""Games: any moves, undone, are none; a game saved and loaded is the same; a damaged file is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles

from farandole import logic
from farandole.bitsets import bit_of
from farandole.errors import FormatError
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import Detail
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Allowed,
    Cage,
    Clone,
    Digits,
    Model,
    Quadruple,
    Rule,
    Sandwich,
    Skyscraper,
    Thermo,
    Whispers,
)
from farandole.tui import built_in, describe, saves
from farandole.tui.advice import Advice, find_advice, judge
from farandole.tui.board import lay_out_marks
from farandole.tui.game import BLANK, Entry, Game, Mode
from farandole.tui.rule_text import describe_rule, describe_rules

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
KILLER = Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((0, 1), 3), Cage((2, 6)), Thermo((8, 9))])


@pytest.fixture
def game() -> Game:
    return Game(Puzzle.classic(LINE), title="Wikipedia")


def shown(game: Game) -> tuple[list[int], list[Entry]]:
    return game.digits, list(game.entries)


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_digit_takes_its_marks_from_peers_and_hides_those_below(game: Game) -> None:
    for cell in (2, 3, 59):
        game.write([cell], 1, Mode.CENTER)
        game.write([cell], 2, Mode.CORNER)
    game.write([2], 1)
    assert game.digits[2] == 1
    assert game.entries[2] == Entry(1, 0b10, 0b1)
    assert game.entries[3] == Entry(0, 0b10, 0)
    assert game.entries[59] == Entry(0, 0b10, 0b1)
    game.write([2], 1)  # once more takes it away
    assert game.entries[2] == Entry(0, 0b10, 0b1)
    assert game.entries[3] == Entry(0, 0b10, 0)


def test_givens_stay(game: Game) -> None:
    before = shown(game)
    game.write([0, 1], 4)
    game.write([0, 1], 4, Mode.CORNER)
    game.clear([0, 1])
    assert shown(game) == before
    assert not game.has_started


def test_a_mark_is_added_where_one_lacks_it_and_taken_away_where_all_have_it(game: Game) -> None:
    game.write([2], 4, Mode.CORNER)
    game.write([2, 3], 4, Mode.CORNER)
    assert [game.entries[cell].corner for cell in (2, 3)] == [0b1000, 0b1000]
    game.write([2, 3], 4, Mode.CORNER)
    assert [game.entries[cell] for cell in (2, 3)] == [BLANK, BLANK]
    game.write([2], 4)
    game.write([2, 3], 6, Mode.CENTER)
    assert [game.entries[cell].center for cell in (2, 3)] == [0, bit_of(6)]


def test_clear_takes_the_digit_first_and_then_the_marks(game: Game) -> None:
    game.write([2], 1, Mode.CORNER)
    game.write([2], 4)
    game.clear([2])
    assert game.entries[2] == Entry(0, 0b1, 0)
    game.clear([2])
    assert game.entries[2] == BLANK


def test_candidates_are_noted_where_nothing_stands(game: Game) -> None:
    game.write([2], 9, Mode.CENTER)
    game.note_candidates()
    assert game.entries[2].center == bit_of(9)
    assert game.entries[3].center == bit_of(2) | bit_of(6)
    assert game.notes.keys() == {cell for cell, digit in enumerate(game.digits) if not digit}
    assert game.undo()
    assert game.undo()
    assert not game.undo()


def test_a_digit_takes_its_marks_from_its_cage() -> None:
    game = Game(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((1, 6))]))  # in no house together
    game.write([6], 1, Mode.CENTER)
    game.write([1], 1)
    assert game.entries[6] == BLANK
    assert game.candidates(6) == 0b1110
    game.undo()
    assert game.entries[6].center == 0b1


def test_a_new_move_forgets_what_was_undone(game: Game) -> None:
    game.write([2], 1)
    game.undo()
    game.write([3], 2)
    assert not game.redo()
    assert game.n_undone == 0


# ── What is wrong, what is solved ───────────────────────────────────────────────────────────────────────────────────


def test_clashes_in_houses(game: Game) -> None:
    assert game.find_clashes() == set()
    game.write([2], 5)
    assert game.find_clashes() == {0, 2}


@pytest.mark.parametrize(
    ("rules", "digits", "clashes"),
    [
        ([Cage((0, 5), 9)], {0: 1}, set()),  # not full yet
        ([Cage((0, 5), 9)], {0: 1, 5: 1}, {0, 5}),  # in no house together, but in a cage
        ([Cage((0, 5), 9)], {0: 1, 5: 2}, {0, 5}),  # another total
        ([Cage((0, 5), 3)], {0: 1, 5: 2}, set()),
        ([AllDifferent((0, 5, 10))], {0: 1, 5: 1}, {0, 5}),
        ([Thermo((0, 1))], {0: 2, 1: 1}, {0, 1}),
        ([Allowed((0,), (2, 4))], {0: 1}, {0}),
        ([Sandwich((0, 1, 2, 3), 5)], {0: 1, 1: 2, 2: 3, 3: 4}, set()),
        ([Sandwich((0, 1, 2, 3), 4)], {0: 1, 1: 2, 2: 3, 3: 4}, {0, 1, 2, 3}),
    ],
)
def test_clashes_in_rules(rules: list[object], digits: dict[int, int], clashes: set[int]) -> None:
    game = Game(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=rules))  # type: ignore[arg-type]
    for cell, digit in digits.items():
        game.write([cell], digit)
    assert game.find_clashes() == clashes


def test_pencilmarks_without_givens_are_part_of_the_puzzle() -> None:
    game = Game(Puzzle(Grid.classic((2, 2)), (0,) * 16, (0b11, *[0b1111] * 15)))
    assert game.entries[0] == Entry(center=0b11)
    assert game.entries[1] == BLANK
    game.write([0], 3)
    assert game.find_clashes() == {0}


def test_pencilmarks_beside_givens_are_the_players() -> None:
    game = Game(Puzzle(Grid.classic((2, 2)), (1, *[0] * 15), (0b1, 0b10, *[0b1111] * 14)))
    assert game.puzzle.pencilmarks is None
    assert game.notes[1] == 0b10
    assert not game.has_started


def test_a_game_begins_with_what_was_written_before() -> None:
    entries = [BLANK] * 81
    entries[2], entries[3] = Entry(4), Entry(center=0b11)
    begun = Game(Puzzle.classic(LINE), entries=entries)
    assert (begun.digits[2], begun.notes, begun.has_started) == (4, {3: 0b11}, False)
    begun.clear([2])
    assert (begun.digits[2], begun.start()) == (0, entries)


def test_solved(game: Game) -> None:
    for cell, digit in enumerate(SOLVED):
        if not game.digits[cell]:
            assert not game.is_solved
            game.write([cell], int(digit))
    assert game.is_solved
    assert game.n_open == 0


def test_a_full_board_that_clashes_is_not_solved(game: Game) -> None:
    for cell, digit in enumerate(SOLVED):
        if not game.digits[cell]:
            game.write([cell], int(digit) % 9 + 1)
    assert not game.n_open
    assert not game.is_solved


def test_what_differs_from_the_solution_is_wrong(game: Game) -> None:
    solution = [int(digit) for digit in SOLVED]
    game.write([2], 4)
    game.write([3], 6)
    game.write([5], 2, Mode.CENTER)
    game.write([6], 1, Mode.CORNER)  # says nothing about all candidates
    game.write([7], 1, Mode.CENTER)
    assert game.wrong(solution) == {5}
    game.write([2], 1)
    assert game.wrong(solution) == {2, 5}


# ── Any moves ───────────────────────────────────────────────────────────────────────────────────────────────────────


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game after some moves, perhaps with some of them undone, of a classic puzzle or a killer."""
    game = Game(draw(st.one_of(puzzles(), puzzles(pencilmarks=True), st.just(KILLER))), title=draw(st.text(max_size=9)))
    game.seconds = draw(st.integers(0, 10_000))
    grid = game.puzzle.grid
    cells = st.lists(st.integers(0, grid.n_cells - 1), max_size=3)
    digits, modes = st.integers(1, grid.n_digits), st.sampled_from(Mode)
    moves: st.SearchStrategy[Callable[[], object]] = st.one_of(
        st.builds(lambda *what: lambda: game.write(*what), cells, digits, modes),
        st.builds(lambda some: lambda: game.clear(some), cells),
        st.sampled_from([game.undo, game.undo, game.redo, game.note_candidates]),
    )
    for move in draw(st.lists(moves, max_size=12)):
        move()
    return game


@given(games())
@examples(200)
def test_all_undone_is_the_start_and_all_redone_is_the_end(game: Game) -> None:
    start = shown(Game(game.given))
    end = shown(game)
    n_undone = game.n_undone
    n_moves = 0
    while game.undo():
        n_moves += 1
    assert shown(game) == start
    for _ in range(n_moves):
        assert game.redo()
    assert shown(game) == end
    assert game.n_undone == n_undone


@given(games())
@examples(200)
def test_saved_and_loaded_is_the_same(game: Game) -> None:
    again = saves.read(saves.write(game))
    assert (again.given, again.title, again.seconds) == (game.given, game.title, game.seconds)
    assert (shown(again), again.moves, again.n_undone) == (shown(game), game.moves, game.n_undone)
    while game.undo():
        assert again.undo()
    assert shown(again) == shown(game)


@given(games())
@examples(100)
def test_clashes_are_those_of_the_oracle(game: Game) -> None:
    digits, grid = game.digits, game.puzzle.grid
    twice = {
        cell
        for cell in range(grid.n_cells)
        for peer in grid.peers[cell]
        if digits[cell] and digits[cell] == digits[peer]
    }
    unmarked = {
        cell
        for cell, mask in enumerate(game.puzzle.pencilmarks or ())
        if digits[cell] and not mask >> digits[cell] - 1 & 1
    }
    in_rules = {cell for rule in game.puzzle.rules for cell in rule.scope}
    assert game.find_clashes() - in_rules == (twice | unmarked) - in_rules
    assert game.find_clashes() >= twice | unmarked


# ── On the disk ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_long_game_forgets_its_first_moves(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "MAX_TEXT", 4000)
    for number in range(200):
        game.write([2 + number % 2], 1 + number % 9, Mode.CENTER)
    game.undo()
    text = saves.write(game)
    assert len(text) <= 2000
    again = saves.read(text)
    assert shown(again) == shown(game)
    assert 0 < len(again.moves) < len(game.moves)
    assert again.redo()


GOOD = saves.write(Game(Puzzle.classic(LINE)))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"farandole_game": 2}, "farandole_game: expected a game of version 1, found 2"),
        ({"farandole_game": "1"}, 'farandole_game: expected a game of version 1, found "1"'),
        ({"puzzle": "53"}, "puzzle: "),
        ({"puzzle": 7}, "puzzle: "),
        ({"puzzle": "5" * 81}, "puzzle: line 1: row 1 holds 5 twice: r1c1 and r1c2"),
        ({"puzzle": f"{LINE}\n{LINE}"}, "puzzle: expected one puzzle"),
        ({"title": 5}, "title: expected a text, found 5"),
        ({"seconds": -1}, "seconds: expected an integer from 0"),
        ({"seconds": 1.5}, "seconds: expected an integer from 0"),
        ({"undone": 3}, "undone: expected an integer from 0 to 0, found 3"),
        ({"moves": 3}, "moves: expected a list, found 3"),
        ({"moves": [3]}, "moves[0]: expected an object, found 3"),
        ({"moves": [{"r1c3": {"digit": 10}}]}, "moves[0].r1c3.digit: expected an integer from 1 to 9, found 10"),
        ({"moves": [{"r1c3": {"center": [0]}}]}, "moves[0].r1c3.center[0]: expected an integer from 1 to 9, found 0"),
        ({"moves": [{"r1c1": {"digit": 4}}]}, "moves[0].r1c1: expected no entry, because the puzzle gives 5 there"),
        ({"moves": [{"r0c1": {"digit": 4}}]}, "moves[0]: "),
        ({"start": {"r1c3": {"middle": [1]}}}, "start.r1c3: unknown key 'middle'"),
        ({"more": 1}, "the document: unknown key 'more'"),
    ],
)
def test_a_damaged_game_is_refused(change: dict[str, object], fault: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(json.loads(GOOD) | change))
    with pytest.raises(FormatError) as error:
        saves.load(str(file))
    assert str(error.value).startswith(f"{file}: {fault}")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe\xff", GOOD.encode()[:100], b"[" * 100_000, b'{"a": 1e999}']
)
def test_what_is_no_game_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(FormatError, match=r"game\.json: .*; it is not replaced: move it away"):
        saves.load_game_of(str(file), Puzzle.classic(LINE))
    assert file.read_bytes() == content


def test_a_game_of_another_puzzle_is_refused(tmp_path: Path, game: Game) -> None:
    file = str(tmp_path / "game.json")
    assert saves.load_game_of(file, game.given) is None
    saves.save(game, file)
    again = saves.load_game_of(file, game.given)
    assert again is not None
    assert again.title == "Wikipedia"
    with pytest.raises(FormatError, match="expected a game of this puzzle, found one of another"):
        saves.load_game_of(file, Puzzle.classic(SOLVED))


def test_games_are_recognized(tmp_path: Path, game: Game) -> None:
    file = tmp_path / "game.json"
    assert not saves.is_game(str(file))
    assert not saves.is_game(str(tmp_path))
    assert not saves.is_game("\0")
    file.write_text('{"farandole": 1}')
    assert not saves.is_game(str(file))
    saves.save(game, str(file))
    assert saves.is_game(str(file))


def test_the_latest_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert saves.list_recent() == []
    for name in ("easy", "mini", "hard"):
        game = Game(built_in.load_puzzle(name), title=name)
        if name != "hard":  # without a move it is not worth a line
            game.write([next(iter(cell for cell, digit in enumerate(game.digits) if not digit))], 1)
        saves.save(game, saves.name_file(game.given))
    (saves.get_folder() / "broken.json").write_text("{")
    assert {saved.game.title for saved in saves.list_recent()} == {"easy", "mini"}


# ── Advice ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", built_in.NAMES)
def test_puzzles_of_ours_have_one_solution(name: str) -> None:
    verdict = judge(built_in.load_puzzle(name))
    assert verdict.solution is not None
    assert built_in.get_title(name)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("." * 81, "The puzzle has several solutions"),
        ("12345678." + "." * 17 + "9" + "." * 54, "The puzzle has no solution"),
    ],
)
def test_faults_of_puzzles(line: str, fault: str) -> None:
    verdict = judge(Puzzle.classic(line))
    assert verdict.solution is None
    assert verdict.fault.startswith(fault)


def test_a_verdict_that_takes_too_long_is_none() -> None:
    verdict = judge(Puzzle.classic("." * 81), seconds=0)
    assert verdict.solution is None
    assert verdict.fault.startswith("Unknown whether")


def test_advice_in_four_levels(game: Game) -> None:
    advice = find_advice(game)
    heard, cells = [advice.words], [advice.cells]
    for _ in range(4):
        advice.go_on()
        heard.append(advice.words)
        cells.append(advice.cells)
    assert advice.level is Detail.PROOF
    assert len(set(heard)) == 4
    assert cells[0] == set()
    assert advice.hint.step is not None
    [(cell, digit)] = advice.hint.step.placements
    assert cell in cells[-1]
    for said, shown in zip(heard[:3], cells[:3], strict=True):
        assert f"look at {digit} in" not in said or shown != {cell}, "half of the answer at most"


def test_advice_by_a_rule_ends_with_the_combinations_that_are_left() -> None:
    [killer] = read((Path(__file__).parents[2] / "examples" / "killer.json").read_text())
    advice = find_advice(Game(killer))
    assert "left:" not in advice.words
    for _ in range(3):
        advice.go_on()
    assert advice.words.splitlines()[-4:] == ["  r1c5 r2c5", "     6 9", "     7 8", "    12345     in none"]


def test_advice_on_a_mistake_shows_it_late(game: Game) -> None:
    game.write([2], 1)
    advice = find_advice(game)
    assert not advice.is_step
    assert advice.cells == set()
    for _ in range(3):
        advice.go_on()
    assert advice.cells == {2}


@pytest.mark.parametrize("name", ["mini", "easy", "killer"])
def test_taking_the_steps_of_hints_leads_on(name: str) -> None:
    """Each hint is another one once its step is done: what is struck is noted."""
    game = Game(built_in.load_puzzle(name))
    for _ in range(20):
        advice = Advice(logic.hint(game.puzzle, game.digits, notes=game.notes))
        step = advice.hint.step
        if step is None:
            break
        before = shown(game)
        game.take(step, advice.hint.board.masks)
        assert shown(game) != before
    assert game.has_started
    assert game.wrong(judge(game.puzzle).solution or ()) == set()


# ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_cell_in_words(game: Game) -> None:
    game.write([2], 1, Mode.CORNER)
    assert describe.describe_cell(game, 2) == "r1c3: corner marks 1"
    game.write([2], 2, Mode.CENTER)
    assert describe.describe_cell(game, 2) == "r1c3: corner marks 1, center marks 2"
    game.write([3], 2, Mode.CENTER)
    assert describe.describe_cell(game, 3) == "r1c4: center marks 2"
    game.write([2], 4)
    assert describe.describe_cell(game, 2) == "r1c3: 4"


def test_rules_of_a_cell_in_words() -> None:
    grid = Grid.classic().with_houses("diagonals")
    rules = [AllDifferent((0, 19)), *(Thermo((0, number)) for number in range(1, 9))]
    game = Game(Puzzle.of(grid, "." * 81, rules=rules))
    told = describe_rules(game, 0)
    assert told[:2] == ["falling diagonal: no repeats", "Thermometer r1c1 r1c2: digits increase"]
    assert told[-1] == "and 3 more rules"
    assert describe_rules(game, 10) == told[:1]


def test_each_rule_has_its_sentence() -> None:
    assert all("describe_at" in vars(kind) for kind in RULES.values()), "else it has no translation"
    game = Game(Puzzle.of(Grid.classic(), "." * 81))
    texts = [
        "Whispers r1c1 r1c2: neighbors differ by at least 5",
        "Quadruple r1c1 r1c2 r2c1 r2c2: contains 1 A",
        "Skyscrapers r1c1 r1c2: 2 are higher than all before them",
        "Clone r1c1 r1c2: the second half repeats the first",
    ]
    some = [Whispers((0, 1), 5), Quadruple((0, 1, 9, 10), (1, 10)), Skyscraper((0, 1), 2), Clone((0,), (1,))]
    assert [describe_rule(rule, game) for rule in some] == texts


def test_a_rule_of_ones_own_has_its_name() -> None:
    class Odd(Rule):
        def holds(self, digits: Digits) -> bool:
            return all(digit % 2 for digit in digits)

        def post(self, model: Model) -> None:
            pass

    game = Game(Puzzle.of(Grid.classic(), "." * 81))
    assert describe_rule(Odd(tuple(range(20))), game).startswith("Odd r1c1 r1c2")
    assert describe_rule(Odd(tuple(range(20))), game).endswith("r2c3 ...")


@pytest.mark.parametrize(
    ("corner", "center", "width", "height", "lines"),
    [
        (0, 0b111, 5, 1, [" 123 "]),
        (0b111, 0, 5, 1, ["123"]),
        (0, 0b111111, 5, 1, ["1234…"]),
        (0, 0b111111111, 5, 2, ["12345", "6789"]),
        (0b1, 0b111111111, 5, 2, ["1", "1234…"]),
        (0, 0b101, 7, 3, [" 1   3 ", " " * 7, " " * 7]),
        (0, 0b1000000001, 7, 3, ["", "   1A  ", ""]),
        (0b111111111, 0b1, 7, 3, ["1234567", "   1   ", "89"]),
    ],
)
def test_marks(corner: int, center: int, width: int, height: int, lines: list[str]) -> None:
    assert lay_out_marks(corner, center, width, height) == lines
