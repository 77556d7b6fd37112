"""How a puzzle that was made is written: a line, a row of a table, an object of JSON, some sentences."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from farandole import formats
from farandole.generate import MadePuzzle
from farandole.i18n import tr, tr_counted
from farandole.render.terminal import json_line

FORMATS = ("line", "csv", "json")
RATED = ("level", "score", "hardest", "er", "guesses")
COLUMNS = ("puzzle", "solution", "givens", *RATED, "symmetries", "seed", "missing")


def plain(made: MadePuzzle) -> dict[str, Any]:
    """Say what was made in values that JSON can hold."""
    rating, scales = made.rating, made.rating.scales
    score = rating.hodoku if "hodoku" in scales else None
    return {
        "puzzle": formats.to_json_value(made.puzzle),
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
        "missing": list(made.missing),
    }


class Row:
    """Writes what was made, one after the other.

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
        self.heading = _row(COLUMNS) if format == "csv" else ""

    def text(self, made: MadePuzzle) -> str:
        """Write one, with a line feed."""
        if self.format == "json":
            return f"{json_line(plain(made))}\n"
        whole = formats.to_json_value(made.puzzle)
        line = whole if isinstance(whole, str) else json_line(whole)
        if self.format == "line":
            return f"{line}\n"
        values = plain(made)
        values |= {"puzzle": line, "symmetries": " ".join(values["symmetries"]), "missing": "; ".join(made.missing)}
        return _row(["" if values[name] is None else values[name] for name in COLUMNS])


def _row(values: Any) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def facts_of(made: MadePuzzle) -> list[str]:
    """Say what a puzzle is, for a person: how hard, proven how, by which seed."""
    rating, scales, proof = made.rating, made.rating.scales, made.proof
    said = []
    if "hodoku" in scales:
        score = rating.hodoku
        said.append(f"HoDoKu: {score.level.name.lower()}, {score.score:,}")
        if score.hardest:
            said.append(tr("hardest technique: {name}", name=tr(score.hardest.name)))
    if "explainer" in scales:
        er = rating.explainer.er
        said.append(f"Sudoku Explainer: {tr('at least {number}', number=er) if rating.explainer.is_least else er}")
    if "search" in scales:
        said.append(tr_counted("{n} guess", "{n} guesses", rating.guesses, n=rating.guesses))
    engine = tr("exact cover") if proof.engine == "exact cover" else tr("learning search")
    shown = [tr("one solution, shown by {engine}", engine=engine)] if proof.is_unique else []
    if proof.is_minimal:
        shown.append(tr("no given can go"))
    if proof.symmetries:
        shown.append(tr("symmetry: {names}", names=", ".join(proof.symmetries)))
    return [", ".join(said), "; ".join(shown), tr("seed: {seed}", seed=made.seed)]
