"""The words of f-puzzles beside its rules: houses, drawings, notes, and what is passed over."""

from __future__ import annotations

HOUSES = {"diagonal+": "rising_diagonal", "diagonal-": "falling_diagonal", "disjointgroups": "disjoint_groups"}

ABOUT = {"title": "title", "author": "author", "rules": "ruleset"}
"""The keys of title, author and rules in words."""

PASSED_OVER = {
    *ABOUT.values(),
    *("size", "solution", "successMessage", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "customarrowlinks"),
}
DRAWINGS = ("line", "cage", "rectangle", "circle", "text")
OF_A_RULE = ("fromConstraint", "isNewConstraint")
"""A drawing with one of these keys shows a rule that is there too."""

STYLE = {"outlineC", "baseC", "fontC", "fontS", "width", "height", "size", "angle", "color", "dashed", *OF_A_RULE}
NOTES = {"centerPencilMarks", "cornerPencilMarks", "highlight"}
