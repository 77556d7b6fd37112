"""The screens, driven by Textual's pilot as a player drives them by keys."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from farandole.grid import Grid
from farandole.i18n import current_language, use_language
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo
from farandole.tui import built_in, saves
from farandole.tui import game_screen as table_module
from farandole.tui.advice import Verdict, judge
from farandole.tui.app import GameApp
from farandole.tui.game import Game, Mode
from farandole.tui.game_screen import GameScreen
from farandole.tui.screens import Choice, Help, Pause

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

Drive = Callable[[Pilot[None], GameScreen], Awaitable[None]]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of these tests are kept apart from the user's, and colors are those of a good terminal."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)


def wikipedia() -> Game:
    return Game(Puzzle.classic(LINE), title="Wikipedia")


def drive(player: GameApp, act: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (60, 30)) -> None:
    """Run an app without a terminal, and act."""

    async def driven() -> None:
        async with player.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot)

    asyncio.run(driven())


def at_game(game: Game, act: Drive, *, size: tuple[int, int] = (60, 30), theme: str = "dark") -> GameApp:
    """Play a game, and act once it is known whether the puzzle is sound."""
    player = GameApp(game, theme=theme)

    async def acted(pilot: Pilot[None]) -> None:
        game_screen = player.game_screen
        assert game_screen is not None
        await until(pilot, lambda: game_screen.verdict is not None)
        await act(pilot, game_screen)

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


def told(game_screen: GameScreen) -> str:
    return str(game_screen.query_one("#message", Static).content)


def state(game_screen: GameScreen) -> str:
    return str(game_screen.query_one("#state", Static).content)


def drawn(game_screen: GameScreen) -> list[str]:
    """What one sees of the board."""
    board = game_screen.board
    return ["".join(segment.text for segment in board.render_line(y)) for y in range(board.size.height)]


# ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_cursor_moves_by_arrows_and_vi_keys_and_comes_round() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        board, cell = game_screen.board, game_screen.game.puzzle.grid.parse_cell
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
        assert state(game_screen).startswith("r4c9: 3, given")

    at_game(wikipedia(), act)


def test_digits_marks_and_modes() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        game = game_screen.game
        await pilot.press("4")
        assert game.digits[2] == 4
        await pilot.press("0")
        assert game.digits[2] == 0
        await pilot.press("x", "1", "2", "v", "4", "space")
        assert (game.entries[2].corner, game.entries[2].center) == (0b11, 0b1000)
        assert game_screen.mode is Mode.DIGIT
        await pilot.press("space", "space", "z")
        assert game_screen.mode is Mode.DIGIT
        await pilot.press("exclamation_mark", "ctrl+4", "alt+5")
        assert (game.entries[2].corner, game.entries[2].center) == (0b10, 0b10000)
        await pilot.press("right", "shift+right", "shift+right", "2")  # r1c5 is given
        assert [game.digits[cell] for cell in (3, 4, 5)] == [2, 7, 2]
        assert "cells to go" in state(game_screen)
        await pilot.press("backspace", "escape", "4", "delete")
        assert game.digits[3:6] == [0, 7, 0]

    at_game(wikipedia(), act)


def test_undo_and_redo() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("4", "right", "6", "u")
        assert game_screen.game.digits[2:4] == [4, 0]
        await pilot.press("ctrl+z", "ctrl+z", "u")
        assert game_screen.game.digits[2:4] == [0, 0]
        await pilot.press("r", "ctrl+r", "r")
        assert game_screen.game.digits[2:4] == [4, 6]

    at_game(wikipedia(), act)


def test_letters_are_digits_from_ten_on() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("G")
        assert game_screen.game.digits[0] == 16
        await pilot.press("x", "A", "v", "a")  # small letters are commands, or nothing
        assert game_screen.game.entries[0].corner == 0
        await pilot.press("0", "x", "A")
        assert game_screen.game.entries[0].corner == 1 << 9
        await pilot.press("H")  # is no digit here
        await until(pilot, lambda: told(game_screen).startswith("Hint 1 of 4"))

    at_game(Game(built_in.load_puzzle("letters")), act)


def test_h_is_a_digit_where_there_are_so_many() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        assert "F1 hint" in str(game_screen.query_one("#foot", Static).content)
        await pilot.press("H")
        assert game_screen.game.digits[0] == 17
        await pilot.press("question_mark")
        keys = [str(key.content) for key in pilot.app.screen.query(".key").results(Static)]
        assert keys[0] == "1-9 A-H"
        assert "F1" in keys

    at_game(Game(Puzzle.of(Grid.latin(17), "." * 289)), act)


def test_the_mouse_selects() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        x, y = game_screen.board.board_layout.get_place(40)
        await pilot.click(game_screen.board, offset=(x, y))
        assert game_screen.board.cursor == 40
        x, y = game_screen.board.board_layout.get_place(41)
        await pilot.click(game_screen.board, offset=(x, y), shift=True)
        assert game_screen.board.selected == {40, 41}
        await pilot.click(game_screen.board, offset=(0, 0))
        assert game_screen.board.cursor == 41

    at_game(wikipedia(), act)


def test_help_lists_the_keys_and_goes() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Help)
        await pilot.press("j", "k", "q")
        assert on_top(pilot) is game_screen

    at_game(wikipedia(), act)


# ── Help for the player ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hint_tells_more_at_each_press_and_does_its_step() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        heard = []
        for level in range(1, 5):
            await pilot.press("H")
            await until(pilot, lambda level=level: told(game_screen).startswith(f"Hint {level} of 4"))  # type: ignore[misc]
            heard.append(told(game_screen))
        assert len(set(heard)) == 4
        assert heard[0].endswith("Press H for more.")
        assert heard[-1].endswith("Press Enter to apply it.")
        assert game_screen.board.hinted
        n_open = game_screen.game.n_open
        await pilot.press("f1", "enter")
        assert game_screen.game.n_open == n_open - 1
        assert not game_screen.board.hinted
        assert told(game_screen) == ""
        await pilot.press("enter")  # nothing to do
        assert game_screen.game.n_open == n_open - 1

    at_game(wikipedia(), act)


def test_check() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("c")
        assert told(game_screen) == "Everything is right so far."
        await pilot.press("2", "c")
        assert told(game_screen) == "1 cell is wrong: see the !"
        assert "2!" in drawn(game_screen)[2]
        await pilot.press("4", "c")
        assert told(game_screen) == "Everything is right so far."
        await pilot.press("right", "v", "9", "c")
        assert told(game_screen) == "1 cell is wrong: see the !"
        assert "9 !" in drawn(game_screen)[2]

    at_game(wikipedia(), act)


def test_a_puzzle_with_several_solutions_is_played_without_hints() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        assert told(game_screen).startswith("The puzzle has several solutions")
        await pilot.press("H")
        assert told(game_screen).startswith("The puzzle has several solutions")
        await pilot.press("1", "c")
        assert told(game_screen) == "No digits clash so far."
        await pilot.press("right", "1", "c")
        assert told(game_screen) == "2 cells are wrong: see the !"

    at_game(Game(Puzzle.classic("." * 81)), act)


def test_any_solution_is_one() -> None:
    game = Game(Puzzle.of(Grid.classic((2, 2)), "." * 16))
    for cell, digit in enumerate("12343412214343"):
        game.write([cell], int(digit))

    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("2", "right", "2")
        assert told(game_screen) == "Every cell is full, but some digits clash."
        await pilot.press("1")
        assert told(game_screen).startswith("Solved in ")

    at_game(game, act)


def test_solved_stops_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "time", SimpleNamespace(monotonic=lambda: 0.0))
    game = wikipedia()
    for cell, digit in enumerate(SOLVED):
        if not game.digits[cell] and cell != 2:
            game.write([cell], int(digit))
    game.seconds = 754

    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("4")
        assert told(game_screen) == "Solved in 12:34."
        assert game_screen.board.has_class("-solved")
        monkeypatch.setattr(table_module, "time", SimpleNamespace(monotonic=lambda: 1.0))
        game_screen.tick()
        assert int(game.seconds) == 754
        await pilot.press("u")
        assert not game_screen.board.has_class("-solved")

    at_game(game, act)


def test_what_a_cell_is_and_its_rules_are_told() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        cage, thermo = "Cage r1c1 r1c2: no repeats, sum 3", "Thermometer r1c1 r2c1: digits increase"
        assert state(game_screen).splitlines()[-2:] == [cage, thermo]
        await pilot.press("right")
        assert state(game_screen).splitlines()[-1] == cage

    rules = [Cage((0, 1), 3), Thermo((0, 4))]
    at_game(Game(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=rules)), act)


# ── What is seen ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("size", "number", "is_beside"),
    [((60, 24), 0, False), ((60, 30), 1, False), ((80, 24), 1, True), ((80, 32), 2, True), ((120, 40), 3, True)],
)
def test_the_board_is_as_large_as_fits(size: tuple[int, int], number: int, is_beside: bool) -> None:
    async def act(_: Pilot[None], game_screen: GameScreen) -> None:
        board = game_screen.board
        assert board.board_layouts.index(board.board_layout) == number
        assert game_screen.has_class("-beside") is is_beside
        assert board.max_scroll_x == board.max_scroll_y == 0
        lines = drawn(game_screen)
        assert sum(line.count("5") for line in lines) >= 5
        assert lines[board.board_layout.height - 1].strip().endswith("┛")

    at_game(wikipedia(), act, size=size)


def test_zoom_is_the_players_choice() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        board_layouts = game_screen.board.board_layouts
        await pilot.press("plus", "plus", "plus", "plus")
        assert game_screen.board.board_layout is board_layouts[-1]
        await pilot.press(*["minus"] * 5)
        assert game_screen.board.board_layout is board_layouts[0]
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert game_screen.board.board_layout is board_layouts[0]

    at_game(wikipedia(), act)


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (40, 12), (20, 8)])
def test_a_samurai_scrolls_and_follows_the_cursor(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        board = game_screen.board
        assert board.max_scroll_y > 0
        await pilot.press("end", "ctrl+end")
        for cell in (board.cursor, 0, 368, 184, 20, 348):
            board.go_to(cell)
            await pilot.pause()
            x, y = board.board_layout.get_place(cell)
            assert board.scroll_offset.x <= x < board.scroll_offset.x + board.size.width
            assert board.scroll_offset.y <= y < board.scroll_offset.y + board.size.height

    at_game(Game(built_in.load_puzzle("samurai")), act, size=size)


def test_holes_are_leapt_over() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        grid = game_screen.game.puzzle.grid
        game_screen.board.go_to(grid.parse_cell("r1c9"))
        await pilot.press("right")
        assert game_screen.board.cursor == grid.parse_cell("r1c13")
        await pilot.press("left", "ctrl+right")
        assert game_screen.board.cursor == grid.parse_cell("r1c13")

    at_game(Game(built_in.load_puzzle("samurai")), act)


def test_a_clash_is_seen_without_color() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("5", "right")
        segments = [segment for segment in game_screen.board.render_line(2) if segment.text.strip() == "5"]
        assert len(segments) == 2
        assert all(segment.style and segment.style.underline for segment in segments)

    at_game(wikipedia(), act)


@pytest.mark.parametrize("theme", ["dark", "light", "terminal"])
def test_themes(theme: str) -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        before = pilot.app.theme
        await pilot.press("4", "H")
        await until(pilot, lambda: told(game_screen).startswith("Hint"))
        await pilot.press("H", "t")
        assert pilot.app.theme != before
        await pilot.press("t", "t")
        assert pilot.app.theme == before

    at_game(wikipedia(), act, theme=theme)


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    player = GameApp(wikipedia())

    async def act(pilot: Pilot[None]) -> None:
        game_screen = player.game_screen
        assert game_screen is not None
        assert game_screen.board.is_plain
        await pilot.press("shift+right", "t")
        assert player.theme == "ansi-dark"
        line = list(game_screen.board.render_line(2))
        assert "".join(segment.text for segment in line).split("┃")[2].startswith("[   ]")
        assert [segment.text for segment in line if segment.style and segment.style.reverse] == ["     ", "[   ]"]

    drive(player, act)


def test_titles_are_wide_or_hostile() -> None:
    """What a file is called is shown as it is, and no markup, no command of the terminal."""

    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        title = game_screen.query_one("#title", Static)
        assert str(title.content) == "[b]数独挑战\\x1b[2J" * 5
        head = game_screen.query_one("#time", Static).region
        assert head.right == 59
        await pilot.press("4", "q")

    player = at_game(Game(Puzzle.classic(LINE), title="[b]数独挑战\x1b[2J" * 5), act)
    assert player.return_code == 0


def test_another_language_is_spoken_in_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []

    def listening(puzzle: Puzzle) -> Verdict:
        heard.append(current_language())
        return judge(puzzle)

    async def act(pilot: Pilot[None], _: GameScreen) -> None:
        await pilot.press("4")
        heard.append(current_language())

    monkeypatch.setattr(table_module, "judge", listening)
    with use_language("zh"):
        at_game(wikipedia(), act)
    assert heard == ["zh", "zh"]


# ── Time, saving, leaving ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_pause_stops_the_clock_and_hides_the_board() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        game_screen.tick()
        before = game_screen.game.seconds
        await pilot.press("p")
        assert isinstance(pilot.app.screen, Pause)
        assert "┃" not in "".join(
            segment.text for strip in pilot.app.screen.render_lines(pilot.app.screen.region) for segment in strip
        )
        game_screen.tick()
        assert game_screen.game.seconds == before
        await pilot.press("p")
        assert on_top(pilot) is game_screen
        game_screen.tick()
        assert game_screen.game.seconds > before

    at_game(wikipedia(), act)


def test_each_move_is_saved_before_long() -> None:
    game = wikipedia()
    file = saves.name_file(game.given)

    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        assert not os.path.exists(file)
        await pilot.press("4")
        game_screen.tick()
        assert saves.load(file).digits[2] == 4
        await pilot.press("s")
        assert told(game_screen) == f"Saved in {file}"

    at_game(game, act)


def test_nothing_is_saved_of_a_game_that_was_not_begun() -> None:
    async def act(pilot: Pilot[None], _: GameScreen) -> None:
        await pilot.press("right", "q")

    player = at_game(wikipedia(), act)
    assert player.return_code == 0
    assert not saves.get_folder().exists()


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_leaving_saves(key: str) -> None:
    game = wikipedia()

    async def act(pilot: Pilot[None], _: GameScreen) -> None:
        await pilot.press("4", key)

    at_game(game, act)
    assert saves.load(saves.name_file(game.given)).digits[2] == 4


def test_what_cannot_be_saved_is_asked_about(tmp_path: Path) -> None:
    game = wikipedia()
    player = GameApp(game, file=str(tmp_path / "none" / "game.json"))

    async def act(pilot: Pilot[None]) -> None:
        game_screen = player.game_screen
        assert game_screen is not None
        await pilot.press("4")
        game_screen.tick()
        assert told(game_screen).startswith("Not saved: ")
        await pilot.press("q")
        assert isinstance(player.screen, Choice)
        await pilot.press("down", "enter")
        assert on_top(pilot) is game_screen
        assert player.return_code is None
        await pilot.press("q", "escape", "q", "j", "k", "enter")

    drive(player, act)
    assert player.return_code == 0


def test_an_earlier_game_is_gone_on_with_or_not() -> None:
    earlier = wikipedia()
    earlier.write([2], 4)

    for keys, digit in ((["enter"], 4), (["down", "enter"], 0)):
        player = GameApp(wikipedia(), earlier=earlier)

        async def act(pilot: Pilot[None], player: GameApp = player, keys: list[str] = keys, digit: int = digit) -> None:
            assert isinstance(player.screen, Choice)
            await pilot.press(*keys)
            assert player.game_screen is not None
            assert player.game_screen.game.digits[2] == digit

        drive(player, act)


def test_a_game_that_is_over_begins_anew() -> None:
    earlier = wikipedia()
    for cell, digit in enumerate(SOLVED):
        if not earlier.digits[cell]:
            earlier.write([cell], int(digit))
    player = GameApp(wikipedia(), earlier=earlier)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert player.game_screen is not None
        assert player.game_screen.game.n_open == 51

    drive(player, act)


def test_a_solved_puzzle_has_no_four_hints() -> None:
    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        await pilot.press("H", "H")
        assert told(game_screen) == "Solved: there is nothing left to do."

    at_game(Game(Puzzle.classic(SOLVED)), act)


def test_the_menu_offers_earlier_games_and_puzzles_of_ours() -> None:
    game = Game(built_in.load_puzzle("mini"), title="mini")
    game.write([0], 1)
    saves.save(game, saves.name_file(game.given))

    async def first(pilot: Pilot[None]) -> None:
        answers = pilot.app.screen.query_one(OptionList)
        assert answers.option_count == 1 + len(built_in.NAMES)
        assert str(answers.get_option_at_index(0).prompt) == "Continue: Mini: 6x6, for a coffee, 24 cells to go, 0:00"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert pilot.app.screen.game.digits[0] == 1

    async def again(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter")  # the same puzzle, as one of ours
        assert isinstance(pilot.app.screen, Choice)
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert not pilot.app.screen.game.has_started

    async def none(pilot: Pilot[None]) -> None:
        await pilot.press("escape")

    drive(GameApp(), first)
    drive(GameApp(), again)
    player = GameApp()
    drive(player, none)
    assert player.game_screen is None
    assert player.return_code == 0


def test_an_earlier_game_of_ours_is_named_in_the_language_of_now() -> None:
    async def begin(pilot: Pilot[None]) -> None:
        await pilot.press("down", "enter", "1", "q")

    async def see(pilot: Pilot[None]) -> None:
        answers = pilot.app.screen.query_one(OptionList)
        assert "简单" in str(answers.get_option_at_index(0).prompt)

    drive(GameApp(), begin)
    with use_language("zh"):
        drive(GameApp(), see)


def test_a_damaged_game_of_a_puzzle_of_ours_is_named_and_kept() -> None:
    file = Path(saves.name_file(built_in.load_puzzle("mini")))
    file.parent.mkdir(parents=True)
    file.write_text("{")
    player = GameApp()

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

    async def act(pilot: Pilot[None], game_screen: GameScreen) -> None:
        for _ in range(4):
            await pilot.press(*random.choices(keys, k=15))
            await pilot.resize_terminal(random.randint(1, 130), random.randint(1, 45))
        game = game_screen.game
        again = saves.read(saves.write(game))
        assert (again.digits, again.moves) == (game.digits, game.moves)

    at_game(Game(built_in.load_puzzle(name)), act)
