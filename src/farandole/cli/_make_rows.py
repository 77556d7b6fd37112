"""How a new puzzle is written: a line, a row of a table, a JSON object, or sentences."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from farandole import formats
from farandole.generate import Made
from farandole.i18n import tr, tr_counted
from farandole.render.terminal import json_line

FORMS = ("line", "csv", "json")
RATED = ("level", "score", "hardest", "er", "guesses")
COLUMNS = ("puzzle", "solution", "givens", *RATED, "symmetries", "seed", "missing")


def collect_values(made: Made) -> dict[str, Any]:
    """Collect the facts about a puzzle as values of JSON."""
    rating, scales = made.rating, made.rating.scales
    score = rating.hodoku if "hodoku" in scales else None
    return {
        "puzzle": formats.whole(made.puzzle),
        "solution": made.solution.line,
        "givens": sum(map(bool, made.puzzle.givens)),
        "level": score.level.name.lower() if score else None,
        "score": score.score if score else None,
        "hardest": score.hardest.name if score and score.hardest else None,
        "er": rating.explainer.er if "explainer" in scales else None,
        "guesses": rating.guesses if "search" in scales else None,
        "symmetries": list(made.proof.symmetries),
        "unique": made.proof.is_unique,
        "engine": made.proof.engine,
        "minimal": made.proof.is_minimal,
        "seed": made.seed,
        "missing": list(made.falls_short),
    }


class Row:
    """Writes puzzles as rows.

    Parameters
    ----------
    form : str
        One of `FORMS`.

    Examples
    --------
    >>> Row("csv").heading[:16]
    'puzzle,solution,'
    """

    def __init__(self, form: str) -> None:
        self.form = form
        self.heading = _write_row(COLUMNS) if form == "csv" else ""

    def write(self, made: Made) -> str:
        """Write a puzzle, with a line feed."""
        if self.form == "json":
            return f"{json_line(collect_values(made))}\n"
        whole = formats.whole(made.puzzle)
        line = whole if isinstance(whole, str) else json_line(whole)
        if self.form == "line":
            return f"{line}\n"
        values = collect_values(made)
        values |= {"puzzle": line, "symmetries": " ".join(values["symmetries"]), "missing": "; ".join(made.falls_short)}
        return _write_row(["" if values[name] is None else values[name] for name in COLUMNS])


def _write_row(values: Any) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def describe_made(made: Made) -> list[str]:
    """Describe a puzzle in sentences: how hard it is, what is proved about it, and its seed."""
    rating, scales, proof = made.rating, made.rating.scales, made.proof
    ratings = []
    if "hodoku" in scales:
        score = rating.hodoku
        ratings.append(f"HoDoKu: {score.level.name.lower()}, {score.score:,}")
        if score.hardest:
            ratings.append(tr("hardest technique: {name}", name=tr(score.hardest.name)))
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
