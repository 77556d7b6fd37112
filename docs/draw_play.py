"""Draws a game in the terminal, with a hint beside the board: pictures/play.svg, here."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from farandole import formats
from farandole.tui.app import GameApp
from farandole.tui.game import Game

HERE = Path(__file__).parent
KEYS = ["down", "right", "right", "x", "2", "4", "down", "1", "2", "z", "left", "H", "H", "H"]


async def drawn() -> str:
    """Play some moves, and take the screen."""
    [puzzle] = formats.read((HERE.parent / "examples" / "jigsaw.txt").read_text())
    player = GameApp(Game(puzzle, title="jigsaw.txt"), file=os.devnull)
    async with player.run_test(size=(96, 26)) as pilot:
        for key in KEYS:
            await pilot.press(key)
        await pilot.pause(1)
        return player.export_screenshot(title="farandole play examples/jigsaw.txt")


if __name__ == "__main__":
    picture = re.sub(r"@font-face \{.*?\}", "", asyncio.run(drawn()), flags=re.DOTALL)  # it refers to nothing outside
    (HERE / "pictures" / "play.svg").write_text(picture)
