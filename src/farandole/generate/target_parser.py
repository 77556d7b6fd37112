"""Read a target difficulty: a level, a range on a scale, or techniques."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

from farandole.errors import ArgumentError, short_repr
from farandole.generate.path_targets import ClassTarget, NeedsTarget, ScoreTarget
from farandole.generate.targets import (
    EASIEST_EXPLAINER,
    HARDEST_EXPLAINER,
    ExplainerTarget,
    GuessTarget,
    Target,
    write_range,
)
from farandole.lazy import regex
from farandole.logic import Level, Technique, find_technique

_NUMBERS = regex(r"([0-9]+(?:\.[0-9]+)?)\s*(?:(-|–|to|\.\.)\s*([0-9]+(?:\.[0-9]+)?)|(\+))?")
_SCALES = {
    "se": ExplainerTarget,
    "er": ExplainerTarget,
    "explainer": ExplainerTarget,
    "score": ScoreTarget,
    "hodoku": ScoreTarget,
    "guesses": GuessTarget,
}


def parse_target(rating: Any, techniques: Any = None) -> Target | None:
    """Read a target difficulty.

    Parameters
    ----------
    rating : str, mapping, Level, Target, or None
        A level such as ``"hard"``; ``"SE 7.1-8.0"``, ``"SE 9+"``, ``"score 800-1000"``, ``"guesses 5+"``; the name of
        the hardest technique; or the same as ``{"explainer": (7.1, 8.0)}``.
    techniques : iterable of Technique or str, optional
        The techniques that the puzzle needs; it needs none that is harder.

    Raises
    ------
    ArgumentError
        If the rating is none of these, or if no puzzle is so hard or so easy.

    Examples
    --------
    >>> [str(parse_target(text)) for text in ("hard", "SE 7.1-8", "score 800-1000", "SE 9+", "x wing")]
    ['hard', 'SE 7.1-8', 'score 800-1000', 'SE 9+', 'needs X-Wing, nothing harder']
    """
    if techniques is not None:
        if rating is not None:
            raise ArgumentError("rating: expected no rating with techniques, which already set the difficulty")
        return _parse_techniques(techniques)
    if rating is None or isinstance(rating, Target):
        return rating
    if isinstance(rating, Level):
        return ClassTarget(rating)
    if isinstance(rating, Technique):
        return NeedsTarget((rating,))
    if isinstance(rating, Mapping) and len(rating) == 1:
        [(scale, numbers)] = rating.items()
        return _make_range(scale, numbers)
    if isinstance(rating, str):
        return _parse_text(rating)
    raise ArgumentError(f"rating: expected a level, a range on a scale or a technique, found {short_repr(rating)}")


def _parse_techniques(techniques: Any) -> NeedsTarget:
    given = (techniques,) if isinstance(techniques, str | Technique) else techniques
    if not isinstance(given, Iterable) or not (given := tuple(given)):
        raise ArgumentError(f"techniques: expected a list of techniques, found {short_repr(techniques)}")
    try:
        named = tuple(one if isinstance(one, Technique) else find_technique(one) for one in given)
    except ArgumentError as error:
        raise ArgumentError.from_error(error, f"techniques: {error}") from None
    return NeedsTarget(tuple(dict.fromkeys(named)))


def _parse_text(text: str) -> Target:
    plain = text.strip().lower()
    if plain.upper() in Level.__members__:
        return ClassTarget(Level[plain.upper()])
    scale, _, rest = plain.partition(" ")
    if scale in _SCALES:
        found = _NUMBERS.fullmatch(rest.strip())
        if not found:
            raise ArgumentError(
                f"rating: expected a range such as '{scale} 3-5' or '{scale} 5+', found {short_repr(text)}"
            )
        low = float(found[1])
        return _make_range(scale, (low, inf if found[4] else float(found[3]) if found[3] else low))
    try:
        return NeedsTarget((find_technique(text),))
    except ArgumentError:
        levels = ", ".join(level.name.lower() for level in Level)
        expected = f"one of {levels}, 'SE 7.1-8', 'score 800-1000', 'guesses 3+', or the name of a technique"
        raise ArgumentError(f"rating: expected {expected}; found {short_repr(text)}") from None


def _make_range(scale: Any, numbers: Any) -> Target:
    maker = _SCALES.get(scale) if isinstance(scale, str) else None
    if maker is None:
        raise ArgumentError(f"rating: expected a scale of {', '.join(_SCALES)}, found {short_repr(scale)}")
    if isinstance(numbers, int | float):
        numbers = (numbers, numbers)
    try:
        low, high = (float(inf if number is None else number) for number in numbers)
    except (TypeError, ValueError):
        raise ArgumentError(f"rating: expected two numbers, found {short_repr(numbers)}") from None
    if not 0 <= low <= high:
        raise ArgumentError(f"rating: expected a minimum and a maximum, found {short_repr(numbers)}")
    if maker is ExplainerTarget and (low > HARDEST_EXPLAINER or high < EASIEST_EXPLAINER):
        known = f"{EASIEST_EXPLAINER} to {HARDEST_EXPLAINER}, because no harder puzzle is known"
        raise ArgumentError(f"rating: expected a range within SE {known}; found {write_range(low, high)}")
    return maker(low, high)  # type: ignore[abstract]
