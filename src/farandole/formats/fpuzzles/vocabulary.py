"""The keys of f-puzzles other than rules: houses, drawings, notes, and ignored ones."""

from __future__ import annotations

HOUSES = {"diagonal+": "rising_diagonal", "diagonal-": "falling_diagonal", "disjointgroups": "disjoint_groups"}

ABOUT = {"title": "title", "author": "author", "rules": "ruleset", "message": "successMessage"}
"""The keys of the texts of a puzzle."""

PASSED_OVER = {
    *ABOUT.values(),
    *("size", "solution", "highlightConflicts"),
    *("fogofwar", "foglight", "triggereffect"),
    *("disabledlogic", "truecandidatesoptions", "customarrowlinks"),
}
DRAWINGS = ("line", "cage", "rectangle", "circle", "text")
OF_A_RULE = ("fromConstraint", "isNewConstraint")
"""A drawing with one of these keys belongs to a rule of the document."""

STYLE = {"outlineC", "baseC", "fontC", "fontS", "width", "height", "size", "angle", "color", "dashed", *OF_A_RULE}
NOTES = {"centerPencilMarks", "cornerPencilMarks", "highlight"}
