"""Claims in words: that a candidate is true or false, why that follows, and sentences that join several claims.

Sentences have no full stops here; proofs.py adds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from farandole.bitsets import is_single
from farandole.i18n import display_width, tr
from farandole.logic.board import CellSet, Geometry, HouseNumber
from farandole.logic.step import Link, Node
from farandole.logic.wording.words import describe_rule, join_words, name_cells, name_houses

LINE_WIDTH, PARAGRAPH_WIDTH = 95, 160  # the number of columns after which a new sentence begins
_SHORT = 20  # a claim of so few columns is added to any sentence


def describe_claim(geometry: Geometry, node: Node, *, is_true: bool) -> str:
    """Say that a candidate is true or false, or that one cell of a group has the digit or none does."""
    cells, digit = join_words(name_cells(geometry, node.cells), "or"), node.digit
    match is_single(node.cells), is_true:
        case True, True:
            return tr("{cell} is {digit}", cell=cells, digit=geometry.grid.digit_name(digit))
        case True, False:
            return tr("{cell} isn't {digit}", cell=cells, digit=geometry.grid.digit_name(digit))
        case False, True:
            return tr("{digit} is in {cells}", digit=geometry.grid.digit_name(digit), cells=cells)
    return tr("{digit} isn't in {cells}", digit=geometry.grid.digit_name(digit), cells=cells)


def describe_consequence(geometry: Geometry, node: Node, *, is_true: bool, of_cell: CellSet = 0) -> str:
    """Say that a candidate must be true, or can't be; ``of_cell`` is the cell of the previous claim."""
    cells, digit = join_words(name_cells(geometry, node.cells), "or"), node.digit
    match is_single(node.cells), is_true:
        case True, True if node.cells == of_cell:
            return tr("it can only be {digit}", digit=geometry.grid.digit_name(digit))
        case True, False if node.cells == of_cell:
            return tr("it can't be {digit}", digit=geometry.grid.digit_name(digit))
        case True, True:
            return tr("{cell} must be {digit}", cell=cells, digit=geometry.grid.digit_name(digit))
        case True, False:
            return tr("{cell} can't be {digit}", cell=cells, digit=geometry.grid.digit_name(digit))
        case False, True:
            return tr("{digit} must be in {cells}", digit=geometry.grid.digit_name(digit), cells=cells)
    return tr("{digit} can't be in {cells}", digit=geometry.grid.digit_name(digit), cells=cells)


def explain_link(
    geometry: Geometry, links: Sequence[Link], *, is_first: bool = False, bases: Collection[HouseNumber] = ()
) -> str:
    """Say why the end of some links follows from their starts; empty if it is obvious.

    Parameters
    ----------
    geometry : Geometry
    links : sequence of Link
        Links to the same end.
    is_first : bool
        Whether this is the first reason of its kind, which is given in full.
    bases : collection of HouseNumber
        The houses that the step is based on, for links without a house.
    """
    link = links[0]
    start, end = link.start, link.end
    is_plain = len(links) == 1 and is_single(start.cells) and is_single(end.cells)
    if start == end:  # it held before the assumption
        if link.house is None:
            return tr("its only candidate")
        return tr("the only place in {house}", house=name_houses(geometry, [link.house])[0])
    rules = dict.fromkeys(rule for each in links for rule in each.rules)
    reasons = [describe_rule(rule, geometry) for rule in rules]
    if start.cells_of_set:
        cells = join_words(name_cells(geometry, start.cells_of_set))
        reasons = [tr("{cells} have no digit to spare", cells=cells), *reasons]
    if reasons:
        return tr("; ").join(reasons)
    if link.is_strong and all(one.start.cells == end.cells for one in links):
        return tr("only two candidates") if is_plain else tr("no other candidate left")
    if start.digit != end.digit:
        return ""
    houses = geometry.houses_containing(start.cells | end.cells)
    if link.is_strong:
        known = houses if link.house is None else (link.house,)
        known = known if len(known) == 1 else tuple(house for house in known if house in bases)
        if len(known) != 1:
            return ""
        [house] = name_houses(geometry, known)
        if is_plain:
            return tr("only two places in {house}", house=house)
        return tr("no other place left in {house}", house=house)
    if not houses:
        return ""
    [house] = name_houses(geometry, houses[:1])
    return tr("both are in {house}", house=house) if is_first and is_plain else house


def add_reason(claim: str, reason: str) -> str:
    """Add a reason to a claim, if there is one."""
    return tr("{claim} ({reason})", claim=claim, reason=reason) if reason else claim


def join_chain(
    claim: str, consequences: Iterable[str], *, is_known: bool = False, length: int = PARAGRAPH_WIDTH
) -> list[str]:
    """Join claims that each follow from the one before, in sentences that are not too long.

    Parameters
    ----------
    claim : str
        The first claim.
    consequences : iterable of str
    is_known : bool
        Whether the first claim is known; otherwise it is an assumption.
    length : int
        The number of columns after which a new sentence begins.

    Examples
    --------
    >>> join_chain("r1c1 is 5", ["r1c7 can't be 5", "r3c7 must be 5"])
    ["If r1c1 is 5, then r1c7 can't be 5, so r3c7 must be 5"]
    """
    sentences: list[str] = []
    sentence = ""
    for consequence in consequences:
        if not sentence:
            sentence = _opening(claim, consequence, is_known=is_known)
        elif display_width(sentence) + display_width(consequence) > length and display_width(consequence) > _SHORT:
            sentences.append(sentence)
            sentence = tr("Then {consequences}", consequences=consequence)
        else:
            sentence = tr("{claims}, so {claim}", claims=sentence, claim=consequence)
    return [*sentences, sentence] if sentence else sentences


def join_consequences(claim: str, consequences: Iterable[str]) -> list[str]:
    """Join claims that each follow from earlier ones, in sentences that are not too long.

    Examples
    --------
    >>> join_consequences("r1c1 is 5", ["r3c7 must be 5", "r3c8 must be 2"])
    ['If r1c1 is 5, then r3c7 must be 5 and r3c8 must be 2']
    """
    groups: list[list[str]] = []
    for consequence in consequences:
        if not groups or sum(map(display_width, groups[-1])) + display_width(consequence) > LINE_WIDTH:
            groups.append([])
        groups[-1].append(consequence)
    sentences = [tr("Then {consequences}", consequences=join_words(group)) for group in groups[1:]]
    return [_opening(claim, join_words(group), is_known=False) for group in groups[:1]] + sentences


def _opening(claim: str, consequences: str, *, is_known: bool) -> str:
    if is_known:
        return tr("As {claim}, {consequences}", claim=claim, consequences=consequences)
    return tr("If {claim}, then {consequences}", claim=claim, consequences=consequences)
