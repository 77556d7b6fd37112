"""How hard a puzzle is, as printed above it: stars, and the level with a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farandole.i18n import tr

if TYPE_CHECKING:
    from farandole.logic import Rating


def describe_rating(rating: Rating) -> tuple[int | None, str]:
    """Return stars from 1 to 5, and the level with HoDoKu's score or, if the puzzle has rules, our difficulty.

    Returns
    -------
    stars : int or None
        None if the puzzle isn't rated.
    text : str
    """
    from farandole.logic import Level

    words = {
        Level.EASY: tr("easy"),
        Level.MEDIUM: tr("medium"),
        Level.HARD: tr("hard"),
        Level.UNFAIR: tr("very hard"),
        Level.EXTREME: tr("extreme"),
    }
    if "hodoku" in rating.scales:
        level, number = rating.hodoku.level, f"{rating.hodoku.score:,}"
    elif "logic" in rating.scales:
        level, number = rating.logic.level, f"{rating.logic.difficulty:.1f}"
        number = tr("at least {number}", number=number) if rating.logic.is_least else number
    else:
        return None, ""
    return int(level) - int(Level.EASY) + 1, f"{words[level]}, {number}"
