"""The screens, driven by Textual's pilot as a player drives them; and the command, in a terminal and without."""

import asyncio
import json
import os
import pty
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Thread

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from commands import run
from farandole.command import play as command
from farandole.grid import Grid
from farandole.language import current, speaking
from farandole.play import built_in, saves
from farandole.play import table as table_module
from farandole.play.advice import Verdict, verdict_of
from farandole.play.app import Player
from farandole.play.game import Game, Mode
from farandole.play.lattice import SIZES, Lattice, all_junctions, sizes
from farandole.play.screens import Choice, Help, Pause
from farandole.play.table import Table
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo

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
        await pilot.press("H")
        assert table.game.digits[0] == 17

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
    async def act(pilot: Pilot[None], table: Table) -> None:
        for row in ("1234", "3412", "2143"):
            await pilot.press(*(key for digit in row for key in (digit, "right")), "down")
        await pilot.press("4", "right", "3", "right", "2", "right", "2")
        assert told(table) == "Every cell is full, but some digits clash."
        await pilot.press("1")
        assert told(table).startswith("Solved in 0:0")

    at_table(Game(Puzzle.of(Grid.classic((2, 2)), "." * 16)), act)


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
        cage, thermo = "Cage r1c1 r1c2: no digit twice, 3 in all", "Thermometer r1c1 r2c1: digits rise"
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


def test_every_junction_has_its_character() -> None:
    """The weights of the arms are those in the names of Unicode."""
    import unicodedata

    for (up, right, down, left), character in all_junctions().items():
        name = unicodedata.name(character)
        weights = {weight for weight in (up, right, down, left) if weight}
        assert ("HEAVY" in name) == (2 in weights)
        if weights == {1, 2}:
            assert "LIGHT" in name or "LEFT" in name or "RIGHT" in name or "UP" in name or "DOWN" in name
        has_all = ("HORIZONTAL" in name, "VERTICAL" in name)
        assert not has_all[0] or (left and right)
        assert not has_all[1] or (up and down)
        assert ("UP" in name) <= bool(up)
        assert ("DOWN" in name) <= bool(down)
        assert ("LEFT" in name) <= bool(left)
        assert ("RIGHT" in name) <= bool(right)


@pytest.mark.parametrize("name", built_in.NAMES)
def test_each_cell_is_found_where_it_is_drawn(name: str) -> None:
    puzzle = built_in.puzzle_called(name)
    for lattice in sizes(puzzle):
        for cell in range(puzzle.grid.n_cells):
            x, y = lattice.place_of(cell)
            assert lattice.cell_at(x, y) == cell
            assert lattice.cell_at(x + lattice.size.width - 1, y + lattice.size.height - 1) == cell
        for y in range(lattice.height):
            pieces = lattice.pieces(y)
            assert sum(piece.width for piece in pieces) == lattice.width
            assert all(len(piece.text) in (0, piece.width) for piece in pieces)


def test_a_cage_that_crosses_a_box_is_seen() -> None:
    lattice = Lattice(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((1, 2), 5), Cage((6, 10))]), SIZES[0])
    lines = ["".join(piece.text or " " * piece.width for piece in lattice.pieces(y)) for y in range(lattice.height)]
    assert lines[1:4] == ["   ┏━━━┯5━━┳━━━┯━━━┓", " 1 ┃   │   ╏   │   ┃", "   ┠───┼───╂───┼───┨"]
    assert lines[5] == "   ┣━━━┿━━━╋╍╍╍┿━━━┫"


def test_another_language_is_spoken_in_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []

    def listening(puzzle: Puzzle) -> Verdict:
        heard.append(current())
        return verdict_of(puzzle)

    async def act(pilot: Pilot[None], _: Table) -> None:
        await pilot.press("4")
        heard.append(current())

    monkeypatch.setattr(table_module, "verdict_of", listening)
    with speaking("zh"):
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


def test_the_menu_offers_earlier_games_and_puzzles_of_ours() -> None:
    game = Game(built_in.puzzle_called("mini"), title="mini")
    game.write([0], 1)
    saves.save(game, saves.file_of(game.given))

    async def first(pilot: Pilot[None]) -> None:
        answers = pilot.app.screen.query_one(OptionList)
        assert answers.option_count == 1 + len(built_in.NAMES)
        assert str(answers.get_option_at_index(0).prompt) == "Go on: mini, 24 cells to go, 0:00"
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


# ── The command ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_terminal_it_says_so() -> None:
    ran = run("play", LINE)
    assert ran.returncode == 2
    assert ran.stderr.startswith("farandole: play: expected a terminal")


def test_without_textual_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    ran = run("play", LINE)
    assert ran.returncode == 2
    assert ran.stderr == "farandole: pip install 'farandole[play]' to play in the terminal\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (f'{{"farandole_game": 1, "puzzle": "{LINE}"', "JSON"),
        ('{"farandole_game": 2}', "farandole_game: expected a game of version 1, found 2"),
        ("hello", "no puzzle in it"),
        (f"{LINE}\n{SOLVED}", "expected one puzzle, found 2"),
    ],
)
def test_bad_files_are_named_and_kept(content: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    for arguments in (["play", str(file)], ["play", LINE, "--save", str(file)], ["play", "--save", str(file)]):
        ran = run(*arguments)
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1
        assert "game.json" in ran.stderr
        assert fault in ran.stderr or arguments[-2] == "--save"
        assert file.read_text() == content


def test_a_name_of_ours_that_is_mistyped_is_guessed() -> None:
    ran = run("play", "eassy")
    assert ran.returncode == 2
    assert ran.stderr == "farandole: eassy: No such file or directory; did you mean easy?\n"


def test_a_folder_to_save_in_that_is_not_there_is_named_at_once(tmp_path: Path) -> None:
    ran = run("play", "easy", "--save", str(tmp_path / "none" / "game.json"))
    assert ran.returncode == 2
    assert "expected a folder" in ran.stderr


def started_in_terminal(*arguments: str, folder: Path) -> tuple[int, int]:
    """Start the command in a terminal; return its process and the terminal, once it reads keys."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "XDG_STATE_HOME": str(folder)}
        os.execv(sys.executable, [sys.executable, "-m", "farandole", "play", *arguments])
    seen = b""
    while "quit" not in seen.decode(errors="ignore"):
        seen += os.read(terminal, 4096)
    return pid, terminal


def drained(terminal: int) -> Thread:
    """Read what the terminal is sent, so that nobody waits for us."""

    def read() -> None:
        try:
            while os.read(terminal, 4096):
                pass
        except OSError:
            pass

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_saves_the_game(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    pid, terminal = started_in_terminal("easy", "--save", str(file), folder=tmp_path)
    thread = drained(terminal)
    os.write(terminal, b"5")
    time.sleep(0.5)
    os.kill(pid, number)
    _, status = os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 128 + number
    assert json.loads(file.read_text())["moves"]


@pytest.mark.slow
def test_a_terminal_that_goes_away_saves_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    pid, terminal = started_in_terminal("easy", "--save", str(file), folder=tmp_path)
    os.write(terminal, b"5")
    time.sleep(1.5)  # an ssh connection ends
    os.close(terminal)
    os.waitpid(pid, 0)
    assert json.loads(file.read_text())["moves"]
