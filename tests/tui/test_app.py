"""The screens, driven by Textual's pilot as a player drives them by keys."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from farandole.grid import Grid
from farandole.i18n import current_language, use_language
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo
from farandole.tui import built_in, saves
from farandole.tui import table as table_module
from farandole.tui.advice import Verdict, judge
from farandole.tui.app import Player
from farandole.tui.game import Game, Mode
from farandole.tui.screens import Choice, Help, Pause
from farandole.tui.table import Table

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

Drive = Callable[[Pilot[None], Table], Awaitable[None]]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of these tests are kept apart from the user's, and colors are those of a good terminal."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)


def wikipedia() -> Game:
    return Game(Puzzle.classic(LINE), title="Wikipedia")


def drive(player: Player, act: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (60, 30)) -> None:
    """Run an app without a terminal, and act."""

    async def driven() -> None:
        async with player.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(driven())


def at_table(game: Game, act: Drive, *, size: tuple[int, int] = (60, 30), theme: str = "dark") -> Player:
    """Play a game, and act once it is known whether the puzzle is sound."""
    player = Player(game, theme=theme)

    async def acted(pilot: Pilot[None]) -> None:
        table = player.table
        assert table is not None
        await until(pilot, lambda: table.verdict is not None)
        await act(pilot, table)

    drive(player, acted, size)
    return player


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait for what another thread finds out."""
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        await pilot.pause(0.01)


def on_top(pilot: Pilot[None]) -> object:
    return pilot.app.screen


def told(table: Table) -> str:
    return str(table.query_one("#told", Static).content)


def state(table: Table) -> str:
    return str(table.query_one("#state", Static).content)


def drawn(table: Table) -> list[str]:
    """What one sees of the board."""
    board = table.board
    return ["".join(segment.text for segment in board.render_line(y)) for y in range(board.size.height)]


# ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_cursor_moves_by_arrows_and_vi_keys_and_comes_round() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        board, cell = table.board, table.game.puzzle.grid.parse_cell
        assert board.cursor == cell("r1c3")  # the first that is empty
        for key, place in (
            ("right", "r1c4"), ("down", "r2c4"), ("left", "r2c3"), ("up", "r1c3"),
            ("l", "r1c4"), ("j", "r2c4"), ("h", "r2c3"), ("k", "r1c3"),
            ("k", "r9c3"), ("home", "r9c1"), ("h", "r9c9"), ("j", "r1c9"), ("end", "r1c9"),
            ("ctrl+end", "r9c9"), ("ctrl+home", "r1c9"), ("ctrl+left", "r1c6"), ("ctrl+down", "r4c6"),
            ("tab", "r4c9"), ("tab", "r7c3"), ("shift+tab", "r4c9"),
        ):  # fmt: skip
            await pilot.press(key)
            assert board.cursor == cell(place), key
            assert board.selected == {cell(place)}
        assert state(table).startswith("r4c9: 3, given")

    at_table(wikipedia(), act)


def test_digits_marks_and_modes() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        game = table.game
        await pilot.press("4")
        assert game.digits[2] == 4
        await pilot.press("0")
        assert game.digits[2] == 0
        await pilot.press("x", "1", "2", "v", "4", "space")
        assert (game.entries[2].corner, game.entries[2].center) == (0b11, 0b1000)
        assert table.mode is Mode.DIGIT
        await pilot.press("space", "space", "z")
        assert table.mode is Mode.DIGIT
        await pilot.press("exclamation_mark", "ctrl+4", "alt+5")
        assert (game.entries[2].corner, game.entries[2].center) == (0b10, 0b10000)
        await pilot.press("right", "shift+right", "shift+right", "2")  # r1c5 is given
        assert [game.digits[cell] for cell in (3, 4, 5)] == [2, 7, 2]
        assert "cells to go" in state(table)
        await pilot.press("backspace", "escape", "4", "delete")
        assert game.digits[3:6] == [0, 7, 0]

    at_table(wikipedia(), act)


def test_undo_and_redo() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("4", "right", "6", "u")
        assert table.game.digits[2:4] == [4, 0]
        await pilot.press("ctrl+z", "ctrl+z", "u")
        assert table.game.digits[2:4] == [0, 0]
        await pilot.press("r", "ctrl+r", "r")
        assert table.game.digits[2:4] == [4, 6]

    at_table(wikipedia(), act)


def test_letters_are_digits_from_ten_on() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("G")
        assert table.game.digits[0] == 16
        await pilot.press("x", "A", "v", "a")  # small letters are commands, or nothing
        assert table.game.entries[0].corner == 0
        await pilot.press("0", "x", "A")
        assert table.game.entries[0].corner == 1 << 9
        await pilot.press("H")  # is no digit here
        await until(pilot, lambda: told(table).startswith("Hint 1 of 4"))

    at_table(Game(built_in.puzzle_called("letters")), act)


def test_h_is_a_digit_where_there_are_so_many() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        assert "F1 hint" in str(table.query_one("#foot", Static).content)
        await pilot.press("H")
        assert table.game.digits[0] == 17
        await pilot.press("question_mark")
        keys = [str(key.content) for key in pilot.app.screen.query(".key").results(Static)]
        assert keys[0] == "1-9 A-H"
        assert "F1" in keys

    at_table(Game(Puzzle.of(Grid.latin(17), "." * 289)), act)


def test_the_mouse_selects() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        x, y = table.board.lattice.place_of(40)
        await pilot.click(table.board, offset=(x, y))
        assert table.board.cursor == 40
        x, y = table.board.lattice.place_of(41)
        await pilot.click(table.board, offset=(x, y), shift=True)
        assert table.board.selected == {40, 41}
        await pilot.click(table.board, offset=(0, 0))
        assert table.board.cursor == 41

    at_table(wikipedia(), act)


def test_help_lists_the_keys_and_goes() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Help)
        await pilot.press("j", "k", "q")
        assert on_top(pilot) is table

    at_table(wikipedia(), act)


# ── Help for the player ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hint_tells_more_at_each_press_and_does_its_step() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        heard = []
        for level in range(1, 5):
            await pilot.press("H")
            await until(pilot, lambda level=level: told(table).startswith(f"Hint {level} of 4"))  # type: ignore[misc]
            heard.append(told(table))
        assert len(set(heard)) == 4
        assert heard[0].endswith("H tells more.")
        assert heard[-1].endswith("Enter does it.")
        assert table.board.hinted
        n_open = table.game.n_open
        await pilot.press("f1", "enter")
        assert table.game.n_open == n_open - 1
        assert not table.board.hinted
        assert told(table) == ""
        await pilot.press("enter")  # nothing to do
        assert table.game.n_open == n_open - 1

    at_table(wikipedia(), act)


def test_check() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("c")
        assert told(table) == "So far all is right."
        await pilot.press("2", "c")
        assert told(table) == "1 cell is wrong: see the !"
        assert "2!" in drawn(table)[2]
        await pilot.press("4", "c")
        assert told(table) == "So far all is right."
        await pilot.press("right", "v", "9", "c")
        assert told(table) == "1 cell is wrong: see the !"
        assert "9 !" in drawn(table)[2]

    at_table(wikipedia(), act)


def test_a_puzzle_with_several_solutions_is_played_without_hints() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        assert told(table).startswith("The puzzle has several solutions")
        await pilot.press("H")
        assert told(table).startswith("The puzzle has several solutions")
        await pilot.press("1", "c")
        assert told(table) == "No digits clash so far."
        await pilot.press("right", "1", "c")
        assert told(table) == "2 cells are wrong: see the !"

    at_table(Game(Puzzle.classic("." * 81)), act)


def test_any_solution_is_one() -> None:
    game = Game(Puzzle.of(Grid.classic((2, 2)), "." * 16))
    for cell, digit in enumerate("12343412214343"):
        game.write([cell], int(digit))

    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("2", "right", "2")
        assert told(table) == "Every cell is full, but some digits clash."
        await pilot.press("1")
        assert told(table).startswith("Solved in 0:0")

    at_table(game, act)


def test_solved_stops_the_clock() -> None:
    game = wikipedia()
    for cell, digit in enumerate(SOLVED):
        if not game.digits[cell] and cell != 2:
            game.write([cell], int(digit))
    game.seconds = 754

    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("4")
        assert told(table) == "Solved in 12:34."
        assert table.board.has_class("-solved")
        table.tick()
        assert int(game.seconds) == 754
        await pilot.press("u")
        assert not table.board.has_class("-solved")

    at_table(game, act)


def test_what_a_cell_is_and_its_rules_are_told() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        cage, thermo = "Cage r1c1 r1c2: no repeats, sum 3", "Thermometer r1c1 r2c1: digits increase"
        assert state(table).splitlines()[-2:] == [cage, thermo]
        await pilot.press("right")
        assert state(table).splitlines()[-1] == cage

    rules = [Cage((0, 1), 3), Thermo((0, 4))]
    at_table(Game(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=rules)), act)


# ── What is seen ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("size", "number", "is_beside"),
    [((60, 24), 0, False), ((60, 30), 1, False), ((80, 24), 1, True), ((80, 32), 2, True), ((120, 40), 3, True)],
)
def test_the_board_is_as_large_as_fits(size: tuple[int, int], number: int, is_beside: bool) -> None:
    async def act(_: Pilot[None], table: Table) -> None:
        board = table.board
        assert board.lattices.index(board.lattice) == number
        assert table.has_class("-beside") is is_beside
        assert board.max_scroll_x == board.max_scroll_y == 0
        lines = drawn(table)
        assert sum(line.count("5") for line in lines) >= 5
        assert lines[board.lattice.height - 1].strip().endswith("┛")

    at_table(wikipedia(), act, size=size)


def test_zoom_is_the_players_choice() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        lattices = table.board.lattices
        await pilot.press("plus", "plus", "plus", "plus")
        assert table.board.lattice is lattices[-1]
        await pilot.press(*["minus"] * 5)
        assert table.board.lattice is lattices[0]
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert table.board.lattice is lattices[0]

    at_table(wikipedia(), act)


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (40, 12), (20, 8)])
def test_a_samurai_scrolls_and_follows_the_cursor(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        board = table.board
        assert board.max_scroll_y > 0
        await pilot.press("end", "ctrl+end")
        for cell in (board.cursor, 0, 368, 184, 20, 348):
            board.go_to(cell)
            await pilot.pause()
            x, y = board.lattice.place_of(cell)
            assert board.scroll_offset.x <= x < board.scroll_offset.x + board.size.width
            assert board.scroll_offset.y <= y < board.scroll_offset.y + board.size.height

    at_table(Game(built_in.puzzle_called("samurai")), act, size=size)


def test_holes_are_leapt_over() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        grid = table.game.puzzle.grid
        table.board.go_to(grid.parse_cell("r1c9"))
        await pilot.press("right")
        assert table.board.cursor == grid.parse_cell("r1c13")
        await pilot.press("left", "ctrl+right")
        assert table.board.cursor == grid.parse_cell("r1c13")

    at_table(Game(built_in.puzzle_called("samurai")), act)


def test_a_clash_is_seen_without_color() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("5", "right")
        segments = [segment for segment in table.board.render_line(2) if segment.text.strip() == "5"]
        assert len(segments) == 2
        assert all(segment.style and segment.style.underline for segment in segments)

    at_table(wikipedia(), act)


@pytest.mark.parametrize("theme", ["dark", "light", "terminal"])
def test_themes(theme: str) -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        before = pilot.app.theme
        await pilot.press("4", "H")
        await until(pilot, lambda: told(table).startswith("Hint"))
        await pilot.press("H", "t")
        assert pilot.app.theme != before
        await pilot.press("t", "t")
        assert pilot.app.theme == before

    at_table(wikipedia(), act, theme=theme)


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    player = Player(wikipedia())

    async def act(pilot: Pilot[None]) -> None:
        table = player.table
        assert table is not None
        assert table.board.is_plain
        await pilot.press("shift+right", "t")
        assert player.theme == "ansi-dark"
        line = list(table.board.render_line(2))
        assert "".join(segment.text for segment in line).split("┃")[2].startswith("[   ]")
        assert [segment.text for segment in line if segment.style and segment.style.reverse] == ["     ", "[   ]"]

    drive(player, act)


def test_titles_are_wide_or_hostile() -> None:
    """What a file is called is shown as it is, and no markup, no command of the terminal."""

    async def act(pilot: Pilot[None], table: Table) -> None:
        title = table.query_one("#title", Static)
        assert str(title.content) == "[b]数独挑战\\x1b[2J" * 5
        head = table.query_one("#time", Static).region
        assert head.right == 59
        await pilot.press("4", "q")

    player = at_table(Game(Puzzle.classic(LINE), title="[b]数独挑战\x1b[2J" * 5), act)
    assert player.return_code == 0


def test_another_language_is_spoken_in_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []

    def listening(puzzle: Puzzle) -> Verdict:
        heard.append(current_language())
        return judge(puzzle)

    async def act(pilot: Pilot[None], _: Table) -> None:
        await pilot.press("4")
        heard.append(current_language())

    monkeypatch.setattr(table_module, "judge", listening)
    with use_language("zh"):
        at_table(wikipedia(), act)
    assert heard == ["zh", "zh"]


# ── Time, saving, leaving ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_pause_stops_the_clock_and_hides_the_board() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        table.tick()
        before = table.game.seconds
        await pilot.press("p")
        assert isinstance(pilot.app.screen, Pause)
        assert "┃" not in "".join(
            segment.text for strip in pilot.app.screen.render_lines(pilot.app.screen.region) for segment in strip
        )
        table.tick()
        assert table.game.seconds == before
        await pilot.press("p")
        assert on_top(pilot) is table
        table.tick()
        assert table.game.seconds > before

    at_table(wikipedia(), act)


def test_each_move_is_saved_before_long() -> None:
    game = wikipedia()
    file = saves.file_of(game.given)

    async def act(pilot: Pilot[None], table: Table) -> None:
        assert not os.path.exists(file)
        await pilot.press("4")
        table.tick()
        assert saves.load(file).digits[2] == 4
        await pilot.press("s")
        assert told(table) == f"Saved in {file}"

    at_table(game, act)


def test_nothing_is_saved_of_a_game_that_was_not_begun() -> None:
    async def act(pilot: Pilot[None], _: Table) -> None:
        await pilot.press("right", "q")

    player = at_table(wikipedia(), act)
    assert player.return_code == 0
    assert not saves.folder().exists()


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_leaving_saves(key: str) -> None:
    game = wikipedia()

    async def act(pilot: Pilot[None], _: Table) -> None:
        await pilot.press("4", key)

    at_table(game, act)
    assert saves.load(saves.file_of(game.given)).digits[2] == 4


def test_what_cannot_be_saved_is_asked_about(tmp_path: Path) -> None:
    game = wikipedia()
    player = Player(game, file=str(tmp_path / "none" / "game.json"))

    async def act(pilot: Pilot[None]) -> None:
        table = player.table
        assert table is not None
        await pilot.press("4")
        table.tick()
        assert told(table).startswith("Not saved: ")
        await pilot.press("q")
        assert isinstance(player.screen, Choice)
        await pilot.press("down", "enter")
        assert on_top(pilot) is table
        assert player.return_code is None
        await pilot.press("q", "escape", "q", "j", "k", "enter")

    drive(player, act)
    assert player.return_code == 0


def test_an_earlier_game_is_gone_on_with_or_not() -> None:
    earlier = wikipedia()
    earlier.write([2], 4)

    for keys, digit in ((["enter"], 4), (["down", "enter"], 0)):
        player = Player(wikipedia(), earlier=earlier)

        async def act(pilot: Pilot[None], player: Player = player, keys: list[str] = keys, digit: int = digit) -> None:
            assert isinstance(player.screen, Choice)
            await pilot.press(*keys)
            assert player.table is not None
            assert player.table.game.digits[2] == digit

        drive(player, act)


def test_a_game_that_is_over_begins_anew() -> None:
    earlier = wikipedia()
    for cell, digit in enumerate(SOLVED):
        if not earlier.digits[cell]:
            earlier.write([cell], int(digit))
    player = Player(wikipedia(), earlier=earlier)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert player.table is not None
        assert player.table.game.n_open == 51

    drive(player, act)


def test_a_solved_puzzle_has_no_four_hints() -> None:
    async def act(pilot: Pilot[None], table: Table) -> None:
        await pilot.press("H", "H")
        assert told(table) == "Solved: nothing is left to do."

    at_table(Game(Puzzle.classic(SOLVED)), act)


def test_the_menu_offers_earlier_games_and_puzzles_of_ours() -> None:
    game = Game(built_in.puzzle_called("mini"), title="mini")
    game.write([0], 1)
    saves.save(game, saves.file_of(game.given))

    async def first(pilot: Pilot[None]) -> None:
        answers = pilot.app.screen.query_one(OptionList)
        assert answers.option_count == 1 + len(built_in.NAMES)
        assert str(answers.get_option_at_index(0).prompt) == "Go on: Mini: 6x6, for a coffee, 24 cells to go, 0:00"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Table)
        assert pilot.app.screen.game.digits[0] == 1

    async def again(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")  # the same puzzle, as one of ours
        assert isinstance(pilot.app.screen, Choice)
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, Table)
        assert not pilot.app.screen.game.is_begun

    async def none(pilot: Pilot[None]) -> None:
        await pilot.press("escape")

    drive(Player(), first)
    drive(Player(), again)
    player = Player()
    drive(player, none)
    assert player.table is None
    assert player.return_code == 0


def test_an_earlier_game_of_ours_is_named_in_the_language_of_now() -> None:
    async def begin(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter", "1", "q")

    async def see(pilot: Pilot[None]) -> None:
        answers = pilot.app.screen.query_one(OptionList)
        assert "简单" in str(answers.get_option_at_index(0).prompt)

    drive(Player(), begin)
    with use_language("zh"):
        drive(Player(), see)


def test_a_damaged_game_of_a_puzzle_of_ours_is_named_and_kept() -> None:
    file = Path(saves.file_of(built_in.puzzle_called("mini")))
    file.parent.mkdir(parents=True)
    file.write_text("{")
    player = Player()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    drive(player, act)
    assert player.return_code == 2
    assert file.read_text() == "{"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["killer", "letters", "samurai"])
def test_any_keys_in_any_order(name: str) -> None:
    """A cat on the keyboard breaks nothing."""
    random = Random(name)
    keys = """up down left right home end ctrl+home ctrl+end tab shift+tab ctrl+left ctrl+right ctrl+up ctrl+down
        shift+right shift+down 1 2 5 9 A G 0 space z x v u r f1 H enter c m p s plus minus t question_mark pageup
        pagedown escape delete ctrl+z exclamation_mark ctrl+5 alt+3 n y""".split()  # noqa: SIM905

    async def act(pilot: Pilot[None], table: Table) -> None:
        for _ in range(4):
            await pilot.press(*random.choices(keys, k=15))
            await pilot.resize_terminal(random.randint(1, 130), random.randint(1, 45))
        game = table.game
        again = saves.read(saves.write(game))
        assert (again.digits, again.moves) == (game.digits, game.moves)

    at_table(Game(built_in.puzzle_called(name)), act)
