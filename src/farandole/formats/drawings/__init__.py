"""Read the drawings of other sites: which rules lines, dots, arrows, cages and numbers stand for.

A drawing says nothing by itself: a green line is a German whisper because setters draw it so, and because the rules in
words say so. `groups` sorts what is drawn into groups of the same look and lists the rules that each can stand for;
`words` reads the rules in words; `decide` lets the solver choose.
"""

from farandole.formats.drawings.decide import Outcome, Reading, decide
from farandole.formats.drawings.groups import Choice, Group, group_figures
from farandole.formats.drawings.words import RulesText

__all__ = ["Choice", "Group", "Outcome", "Reading", "RulesText", "decide", "group_figures"]
