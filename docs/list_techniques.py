"""Write the lists of docs/techniques.md: the index by family, and the table of all techniques."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from farandole.logic import EXTRA, TECHNIQUES, Technique

PAGE = Path(__file__).parent / "techniques.md"
ALL = (*TECHNIQUES, *EXTRA)

# The section that shows what a module finds.
SECTIONS = {
    "singles": "Singles",
    "direct": "Direct steps",
    "locked": "Locked candidates",
    "subsets": "Subsets",
    "cages": "Cages",
    "class_coloring": "Rules",
    "equal_cells": "Rules",
    "pointing_by_rules": "Rules",
    "rule_combinations": "Rules",
    "crossing_rules": "Rules",
    "parity": "Rules",
    "cliques": "Subsets",
    "rule_contradictions": "Rules",
    "rule_forcing": "Rules",
    "set_equivalence": "Set equivalence",
    "equivalence_sums": "Set equivalence",
    "sum_bounds": "Set equivalence",
    "fish": "Fish",
    "kraken": "Fish",
    "single_digit": "Patterns of one digit",
    "rectangle_elimination": "Patterns of one digit",
    "coloring": "Colors",
    "wings": "Wings",
    "uniqueness": "Uniqueness",
    "deadly": "Larger deadly patterns",
    "deadly_polygons": "Larger deadly patterns",
    "symmetry": "Symmetry",
    "chains": "Chains",
    "chutes": "Chains",
    "loops": "Loops",
    "als": "Almost locked sets",
    "als_chains": "Almost locked sets",
    "sue_de_coq": "Sue de Coq",
    "exclusion": "Aligned exclusion",
    "fireworks": "Fireworks",
    "oddagons": "Oddagons",
    "exocet": "Exocets",
    "sk_loop": "SK-loops",
    "multi_sector": "Multi-sector locked sets",
    "templates": "Templates",
    "whips": "Whips and braids",
    "forcing": "Forcing chains and nets",
    "multiple": "Nested forcing chains",
    "brute_force": "Brute force",
}


def section(technique: Technique) -> str:
    """Name the section that shows a technique's family."""
    return SECTIONS[technique.find.__module__.rpartition(".")[2]]


def link(title: str) -> str:
    """Link to a section of the page."""
    return f"[{title}](#{title.lower().replace(' ', '-')})"


def index() -> str:
    """List the families, each with its techniques."""
    members = {title: [one.name for one in ALL if section(one) == title] for title in dict.fromkeys(SECTIONS.values())}
    return "\n".join(f"- {link(title)}: {', '.join(names)}" for title, names in members.items() if names)


def table() -> str:
    """List all techniques with what is known of them."""
    rows = (
        (
            one.name,
            ", ".join(one.aliases),
            link(section(one)),
            one.code,
            str(one.score or ""),
            one.level.name.lower() if one.score else f"*{one.level.name.lower()}*",
            "" if one.se is None else f"{one.se:.1f}",
        )
        for one in ALL
    )
    head = (
        ("technique", "other names", "family", "code", "HoDoKu", "class", "SE"),
        ("---",) * 4 + ("--:", "---", "--:"),
    )
    return "\n".join(f"| {' | '.join(row)} |" for row in chain(head, rows))


def filled(page: str) -> str:
    """Fill a page's lists anew."""
    for name, made in (("index", index()), ("table", table())):
        page, n = re.subn(rf"(?s)(<!-- {name} -->\n).*?(<!-- /{name} -->)", rf"\1{made}\n\2", page)
        assert n == 1, f"<!-- {name} --> expected once, found {n} times"
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text()))
