"""Ideas of variants that players learn: what each kind of line, dot or clue tells at a glance."""

from __future__ import annotations

from farandole import rules
from farandole.i18n import tr
from farandole.logic import Step
from farandole.records import record
from farandole.rules import Rule


@record
class Idea:
    """What players know about a kind of rule.

    Parameters
    ----------
    key : str
        Its name in calls.
    name : str
        In the language that is used.
    about : str
        How to reason with the rule.
    rules : tuple of type
        The rules that it is about.
    kind : str
        The name of the rules in `farandole.generate`.
    """

    key: str
    name: str
    about: str
    rules: tuple[type[Rule], ...]
    kind: str

    def is_in(self, step: Step) -> bool:
        """Return whether a step uses rules of this kind, and no other rules."""
        used = step.reason.rules
        return bool(used) and all(isinstance(rule, self.rules) for rule in used)


def list_ideas() -> list[Idea]:
    """List the ideas, the best known kinds of rules first, in the language that is used.

    Examples
    --------
    >>> [idea.name for idea in list_ideas()][:3]
    ['Killer cages', 'Thermometers', 'Arrows']
    """
    return [*_sums(), *_lines(), *_dots(), *_clues()]


def _sums() -> list[Idea]:
    killer = tr(
        "Very small and very large totals have few combinations: 3 is 1 + 2, 17 is 8 + 9, 24 in three cells is 7 + "
        "8 + 9. A house adds up to 45, so what sticks out of its cages has a known sum."
    )
    thermo = tr(
        "A cell with two cells after it is at most 7, a cell with two before it at least 3. So a long thermometer "
        "leaves few digits to each cell, and a digit placed on it limits all others."
    )
    arrow = tr(
        "The circle is as large as its arrow together, so it is rarely small, and digits on the arrow are rarely "
        "large. Cells of the arrow that see each other are different, which makes their least sum larger."
    )
    return [
        Idea("killer", tr("Killer cages"), killer, (rules.Cage,), "killer"),
        Idea("thermo", tr("Thermometers"), thermo, (rules.Thermo,), "thermo"),
        Idea("arrow", tr("Arrows"), arrow, (rules.Arrow,), "arrow"),
    ]


def _lines() -> list[Idea]:
    whispers = tr(
        "Low digits (1 to 4) and high ones (6 to 9) take turns along a green line, and 5 is nowhere on it. A 4 has "
        "only 9 beside it, and a 6 only 1. So 4 and 6 can't stand between two cells that see each other."
    )
    dutch = tr(
        "Neighbors on an orange line differ by at least 4. So 5 has only 1 and 9 beside it, 4 has 8 and 9, and 6 "
        "has 1 and 2."
    )
    renban = tr(
        "The digits of a purple line are a run without gaps. So all are near each other, a line of five cells "
        "holds 5, and a placed digit excludes those that are too far away."
    )
    palindrome = tr(
        "Cells at the same distance from the ends are equal. What one of them can't be, the other can't be either, "
        "and together they exclude their digit from every cell that both see."
    )
    nabner = tr("Each digit on a yellow line excludes itself and both its neighbors from the whole rest of the line.")
    between = tr(
        "The ends are a minimum and a maximum. So digits on the line are neither 1 nor 9, and the ends differ by "
        "at least 2, by more if cells between them see each other."
    )
    lockout = tr(
        "The ends differ by at least 4, and what lies between them is excluded from the line. So 5 is never on the "
        "line, and each digit on it is below both ends or above both."
    )
    entropic = tr(
        "Three cells in a row hold a low, a middle and a high digit. So every third cell along the line is of the "
        "same kind."
    )
    modular = tr(
        "Three cells in a row hold one digit of 1 4 7, one of 2 5 8 and one of 3 6 9. So every third cell is of "
        "the same kind."
    )
    zipper = tr(
        "Two cells at the same distance from the middle add up to the middle. So all such pairs have the same sum, "
        "and the middle is larger than every other cell."
    )
    region_sum = tr(
        "The parts of the line in different regions have the same sum. Compare the least sum of the longest part "
        "with the greatest sum of the shortest one."
    )
    return [
        Idea("whispers", tr("German whispers"), whispers, (rules.Whispers,), "whispers"),
        Idea("dutch_whispers", tr("Dutch whispers"), dutch, (rules.Whispers,), "dutch_whispers"),
        Idea("renban", tr("Renban lines"), renban, (rules.Renban,), "renban"),
        Idea("palindrome", tr("Palindromes"), palindrome, (rules.Palindrome,), "palindrome"),
        Idea("nabner", tr("Nabner lines"), nabner, (rules.Nabner,), "nabner"),
        Idea("between", tr("Between lines"), between, (rules.Between,), "between"),
        Idea("lockout", tr("Lockout lines"), lockout, (rules.Lockout,), "lockout"),
        Idea("entropic", tr("Entropic lines"), entropic, (rules.Entropic,), "entropic"),
        Idea("modular", tr("Modular lines"), modular, (rules.Modular,), "modular"),
        Idea("zipper", tr("Zipper lines"), zipper, (rules.Zipper,), "zipper"),
        Idea("region_sum", tr("Region sum lines"), region_sum, (rules.RegionSum,), "region_sum"),
    ]


def _dots() -> list[Idea]:
    kropki = tr(
        "A black dot joins 1-2, 2-4, 3-6 or 4-8, so 5, 7 and 9 are never beside it. A white dot joins consecutive "
        "digits, which are odd and even in turn along a chain of dots."
    )
    signs = tr(
        "X joins 1-9, 2-8, 3-7 or 4-6, so never 5. V joins 1-4 or 2-3, so never 5 or more. Where all are marked, "
        "two neighbors without a sign don't add up to 5 or 10."
    )
    greater = tr("A cell that is greater than its neighbor isn't 1, and chains of signs work as a thermometer does.")
    quadruple = tr(
        "The digits in a circle are among its four cells. A digit that only one of them can hold is there, and "
        "four digits in a circle fill all four cells."
    )
    return [
        Idea("kropki", tr("Kropki dots"), kropki, (rules.Consecutive, rules.Ratio), "kropki"),
        Idea("xv", tr("X and V"), signs, (rules.PairSum, rules.NotPairSum), "xv"),
        Idea("greater", tr("Greater than"), greater, (rules.Greater,), "greater"),
        Idea("quadruple", tr("Quadruples"), quadruple, (rules.Quadruple,), "quadruple"),
    ]


def _clues() -> list[Idea]:
    sandwich = tr(
        "A clue of 0 puts 1 and 9 side by side, one of 35 at both ends. Others fix how far apart 1 and 9 are: for "
        "2, 3 or 4 there is one digit between them."
    )
    skyscraper = tr(
        "A clue of 1 puts the highest digit first, one of 9 the whole row in order. The larger the clue, the "
        "farther from it are the high digits."
    )
    x_sum = tr(
        "The first digit says how many cells add up to the clue. So a small clue starts with a small digit, and 45 "
        "with 9."
    )
    room = tr(
        "The first digit says in which place the clue stands. It isn't 1 unless the clue is, and a place that "
        "can't hold the clue excludes a first digit."
    )
    frame = tr("Three cells at the edge have a sum and are all different. 6 is 1 + 2 + 3, and 24 is 7 + 8 + 9.")
    little_killer = tr(
        "Digits on the diagonal may repeat, unless they share a house. So a small total needs many ones, a large "
        "one many nines, and boxes limit how many there are."
    )
    indexer = tr(
        "The digit in the column tells where in its row the number of the column stands. So two cells exclude each "
        "other's candidates, as in a cipher."
    )
    return [
        Idea("sandwich", tr("Sandwich sums"), sandwich, (rules.Sandwich,), "sandwich"),
        Idea("little_killer", tr("Little killers"), little_killer, (rules.LittleKiller,), "little_killer"),
        Idea("skyscraper", tr("Skyscrapers"), skyscraper, (rules.Skyscraper,), "skyscraper"),
        Idea("x_sum", tr("X-sums"), x_sum, (rules.XSum,), "x_sum"),
        Idea("numbered_room", tr("Numbered rooms"), room, (rules.NumberedRoom,), "numbered_room"),
        Idea("frame_sum", tr("Frame sums"), frame, (rules.FrameSum,), "frame_sum"),
        Idea("indexer", tr("Indexers"), indexer, (rules.Indexer,), "indexer"),
    ]
