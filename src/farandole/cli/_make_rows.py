"""How a new puzzle is written: a line, a row of a table, a JSON object, or sentences."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from farandole import formats
from farandole.generate import MadePuzzle
from farandole.i18n import tr, tr_counted
from farandole.render.terminal import json_line

FORMATS = ("line", "csv", "json")
RATED = ("difficulty", "effort", "level", "score", "hardest", "er", "guesses")
COLUMNS = ("puzzle", "solution", "givens", *RATED, "symmetries", "seed", "missing")


def collect_values(made: MadePuzzle) -> dict[str, Any]:
    """Collect the facts about a puzzle as values of JSON."""
    rating, scales = made.rating, made.rating.scales
    score = rating.hodoku if "hodoku" in scales else None
    ours = rating.logic if "logic" in scales else None
    path = score or ours
    return {
        "puzzle": formats.to_json_value(made.puzzle),
        "solution": made.solution.line,
        "givens": sum(map(bool, made.puzzle.givens)),
        "difficulty": ours.difficulty if ours else None,
        "effort": ours.effort if ours else None,
        "level": path.level.name.lower() if path else None,
        "score": score.score if score else None,
        "hardest": path.hardest.name if path and path.hardest else None,
        "er": rating.explainer.er if "explainer" in scales else None,
        "guesses": rating.guesses if "search" in scales else None,
        "symmetries": list(made.proof.symmetries),
        "unique": made.proof.is_unique,
        "engine": made.proof.engine,
        "minimal": made.proof.is_minimal,
        "seed": made.seed,
        "missing": list(made.missing),
    }


class Row:
    """Writes puzzles as rows.

    Parameters
    ----------
    format : str
        One of `FORMATS`.

    Examples
    --------
    >>> Row("csv").heading[:16]
    'puzzle,solution,'
    """

    def __init__(self, format: str) -> None:
        self.format = format
        self.heading = _write_row(COLUMNS) if format == "csv" else ""

    def write(self, made: MadePuzzle) -> str:
        """Write a puzzle, with a line feed."""
        if self.format == "json":
            return f"{json_line(collect_values(made))}\n"
        to_json_value = formats.to_json_value(made.puzzle)
        line = to_json_value if isinstance(to_json_value, str) else json_line(to_json_value)
        if self.format == "line":
            return f"{line}\n"
        values = collect_values(made)
        values |= {"puzzle": line, "symmetries": " ".join(values["symmetries"]), "missing": "; ".join(made.missing)}
        return _write_row(["" if values[name] is None else values[name] for name in COLUMNS])


def _write_row(values: Any) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def describe_made(made: MadePuzzle) -> list[str]:
    """Describe a puzzle in sentences: how hard it is, what is proved about it, and its seed."""
    rating, scales, proof = made.rating, made.rating.scales, made.proof
    ratings = []
    if "hodoku" in scales:
        ratings.append(f"HoDoKu: {rating.hodoku.level.name.lower()}, {rating.hodoku.score:,}")
    elif "logic" in scales:
        ratings.append(f"Farandole: {rating.logic.level.name.lower()}, {rating.logic.difficulty}")
    path = rating.hodoku if "hodoku" in scales else rating.logic if "logic" in scales else None
    if path and path.hardest:
        ratings.append(tr("hardest technique: {name}", name=tr(path.hardest.name)))
    if "explainer" in scales:
        er = rating.explainer.er
        ratings.append(f"Sudoku Explainer: {tr('at least {number}', number=er) if rating.explainer.is_least else er}")
    if "search" in scales:
        ratings.append(tr_counted("{n} guess", "{n} guesses", rating.guesses, n=rating.guesses))
    engine = tr("exact cover") if proof.engine == "exact cover" else tr("learning search")
    proved = [tr("one solution, shown by {engine}", engine=engine)] if proof.is_unique else []
    if proof.is_minimal:
        proved.append(tr("no given can go"))
    if proof.symmetries:
        proved.append(tr("symmetry: {names}", names=", ".join(proof.symmetries)))
    return [", ".join(ratings), "; ".join(proved), tr("seed: {seed}", seed=made.seed)]
