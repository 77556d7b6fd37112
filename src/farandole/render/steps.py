"""Draw steps of human logic on their board: the pattern, and what follows from it.

Houses and cells of the pattern are tinted. Discs lie under the candidates of the pattern, with a color for each part.
Eliminated candidates are red and crossed out, placed digits are green with a ring. Arrows follow chains: solid ones
lead to true candidates, dashed ones to false ones. The legend below the board explains the colors and signs that occur.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain as joined
from itertools import product
from typing import NamedTuple

from farandole.bitsets import bits, digits_of, has_digit, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, HouseNumber
from farandole.logic.inference.deductions import cells_of_clash
from farandole.logic.step import Link, Node, Part, Reason, Step
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.techniques.fish import ENDO_FIN, FIN
from farandole.logic.techniques.rule_contradictions import CONTRADICTIONS, find_proof
from farandole.logic.wording.blockers import BLOCKER, find_blockers
from farandole.logic.wording.proofs import SET_NAMES
from farandole.logic.wording.words import describe_houses, group_by_digit, join_words, name_cells, name_step
from farandole.render.combinations import find_combinations, make_table
from farandole.render.marks import CLUE, marks_of_each, marks_of_houses
from farandole.render.pieces.arrows import DASH, Obstacles, arrows
from farandole.render.pieces.digits import locate_candidate, symbol, write_digit
from farandole.render.pieces.figures import Box, Disc, Mark, Point, Stroke, Words, center
from farandole.render.pieces.frame import BEYOND, choose_window, full_window, number_lines
from farandole.render.pieces.legend import Entry, arrow, badge, disc, lay_out_caption, lay_out_legend, ring, tint
from farandole.render.pieces.signs import clue_entries
from farandole.render.pieces.table import height_of, lay_out_table
from farandole.render.svg import compose
from farandole.render.used_rules import find_used_rules
from farandole.rules import Rule

SET_INKS = ("set_1", "set_2", "set_3", "set_4")
COLOR_INKS = ("color_1", "color_2", "color_3", "color_4")
PART_INKS = {FIN: "fin", ENDO_FIN: "endo_fin"} | dict(zip(COLORS, COLOR_INKS, strict=True))
RULE_INKS = SET_INKS[:3]  # of two or three rules together
DIRECTION_INKS = ("color_3", "color_4")
DIRECTION_EDGE = "ink"  # around the discs of the second one
OTHER_INKS = ("part_1", "fin", "color_2", "endo_fin", "color_1")
TWICE = "×2"
MAX_CELLS = 4  # cells that a caption lists


def draw(step: Step, board: Board, *, theme: str = "auto") -> str:
    """Draw a step on the board as it is before the step.

    Parameters
    ----------
    step : Step
    board : Board
        All its candidates are drawn; for a large board, only those of the part with the step.
    theme : str
        ``light``, ``dark``, or ``auto``: as the viewer's system is set.

    Returns
    -------
    str
        An SVG document.

    Examples
    --------
    >>> from farandole.logic.techniques.singles import naked_single
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("12345678." + "." * 72))
    >>> drawing = draw(next(naked_single(board)), board)
    >>> ">Naked Single<" in drawing, ">digit to place<" in drawing, ">r1c9 is 9<" in drawing
    (True, True, True)
    """
    picture = _Picture(step, board)
    title, said = name_step(step), _outcome(step, board)
    return compose(
        board.geometry.grid,
        picture.board_marks(),
        around=picture.margin_marks(title, said),
        faded=picture.faded_marks,
        window=picture.window,
        theme=theme,
        label=tr("{technique}: {outcome}", technique=title, outcome=said),
    )


class Highlights(NamedTuple):
    """What a step highlights on its board: the same as in its drawing, for a page that draws the board itself.

    Parameters
    ----------
    houses : tuple of int
        The houses of the pattern, and those with eliminations; none for an equivalence, whose cells are tinted.
    cells : dict
        The ink of the tint of each cell.
    candidates : dict
        The ink under each candidate: ``placed``, ``gone``, or that of its part in the pattern.
    links : tuple of (start, end, is_strong)
        The links between candidates, in the order of the chains.
    rules : tuple of Rule
        The rules that the step uses. The others fade, unless there are none.
    numbers : tuple of (cell, number)
        Where each deduction of a proof by contradiction follows, in their order.
    """

    houses: tuple[HouseNumber, ...]
    cells: dict[Cell, str]
    candidates: dict[Candidate, str]
    links: tuple[tuple[Candidate, Candidate, bool], ...]
    rules: tuple[Rule, ...]
    numbers: tuple[tuple[Cell, int], ...]


def find_highlights(step: Step, board: Board) -> Highlights:
    """Find what a step highlights on the board as it is before the step.

    Examples
    --------
    >>> from farandole.logic.techniques.singles import naked_single
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("12345678." + "." * 72))
    >>> find_highlights(next(naked_single(board)), board)
    Highlights(houses=(), cells={8: 'base'}, candidates={(8, 9): 'placed'}, links=(), rules=(), numbers=())
    """
    picture, houses = _Picture(step, board), (*step.reason.houses, *step.reason.covers)
    if step.reason.equivalence:
        houses = ()  # they would cover what is left of them
    links = tuple(map(picture.ends, joined.from_iterable(step.reason.links)))
    return Highlights(houses, picture.tints, picture.inks, links, picture.rules, picture.numbers)


def _outcome(step: Step, board: Board) -> str:
    """Describe the placements and the eliminations; many eliminations are only counted."""
    name, digit_name = board.geometry.grid.cell_name, board.geometry.grid.digit_name
    said = [tr("{cell} is {digit}", cell=name(cell), digit=digit_name(digit)) for cell, digit in step.placements]
    by_cells: dict[int, list[int]] = {}
    for digit, cells in sorted(group_by_digit(step.eliminations).items()):
        by_cells.setdefault(cells, []).append(digit)
    if len(by_cells) > 2 or union(by_cells).bit_count() > MAX_CELLS:
        n = len(step.eliminations)
        said.append(tr_counted("{number} candidate can go", "{number} candidates can go", n, number=n))
        by_cells = {}
    for cells, digits in by_cells.items():
        names = join_words(name_cells(board.geometry, cells))
        said.append(tr("{cells} can't be {digits}", cells=names, digits=join_words(map(digit_name, digits), "or")))
    return tr("; ").join(said)


class _Picture:
    """Collects the marks of a step and the meaning of their inks."""

    def __init__(self, step: Step, board: Board) -> None:
        self.step, self.board, self.grid = step, board, board.geometry.grid
        self.reason = step.reason
        self.blockers = find_blockers(step, board)
        self.inks = _candidate_inks(step)
        if self.reason.shows_cells and not self.reason.sets:
            pattern = board.candidates_in(self.reason.cells, self.reason.digits)
            self.inks = dict.fromkeys(pattern, "pattern") | self.inks
        self.tints = _cell_tints(self.reason, board)
        self.proof = find_proof(step) if step.technique in CONTRADICTIONS else None
        self.combinations = find_combinations(step, board)
        self.rules = find_used_rules(step)
        self.inks = self._proof_inks() | self._direction_inks() | self.inks
        self.tints |= self._rule_tints()
        self.window = choose_window(self.grid, {*self.tints, *bits(self.blockers), *(cell for cell, _ in self.inks)})
        self.lit_marks, self.faded_marks = self._rule_marks()
        self.links = [self._link_ends(link) for chain in self.reason.links for link in chain]

    def _rule_marks(self) -> tuple[list[Mark], list[Mark]]:
        """List the marks of the rules that the step uses, or of all if it uses none; then those of the others."""
        lit, faded = marks_of_houses(self.grid, self.board.rules), list[Mark]()
        for rule, marks in marks_of_each(self.grid, self.board.rules, with_signs=True):
            (lit if not self.rules or rule in self.rules else faded).extend(marks)
        return lit, faded

    def _proof_inks(self) -> dict[Candidate, str]:
        """Choose inks for what a contradiction places and eliminates on its way."""
        deductions = self.proof[0] if self.proof else []
        inks = dict.fromkeys((one for deduction in deductions for one in deduction.removed), "wrong")
        return inks | {deduction.placed: "right" for deduction in deductions if deduction.placed}

    def _direction_inks(self) -> dict[Candidate, str]:
        """Choose an ink for the candidates of each direction of a line."""
        table = self.combinations
        if table is None or table.kind != "directions":
            return {}
        low, high = table.rows
        inks: dict[Candidate, str] = {}
        for cell, digits, others in zip(table.cells, low, high, strict=True):
            for digit in digits_of(digits | others):
                n = has_digit(digits, digit) + 2 * has_digit(others, digit)
                inks[cell, digit] = (*DIRECTION_INKS, "pattern")[n - 1]
        return inks

    def _rule_tints(self) -> dict[Cell, str]:
        """Choose tints for the cells of a few rules, or of a rule in a house, and for the contradiction of a proof."""
        if self.proof:
            _, clash = self.proof
            return dict.fromkeys(bits(cells_of_clash(self.board.geometry, clash)), "cover")
        tints: dict[Cell, str] = {}
        for rule, ink in zip(self._tinted_rules(), RULE_INKS, strict=False):
            tints |= {cell: "crossing" if cell in tints else ink for cell in rule.scope}
        return tints

    def _tinted_rules(self) -> tuple[Rule, ...]:
        """Return the rules whose cells have their own tints: two or three, or one in a house."""
        is_few = 1 < len(self.rules) <= len(RULE_INKS) or (len(self.rules) == 1 and self.reason.houses)
        return self.rules if is_few and not self.reason.links and self.reason.equation is None else ()

    def place(self, cell: Cell, digit: int) -> tuple[Point, float]:
        """Return where a candidate is drawn, and its size."""
        return locate_candidate(self.grid, cell, digit, spare_corner=bool(self.board.cages))

    @property
    def radius(self) -> float:
        """The radius of a disc under a candidate."""
        return 0.58 * self.place(0, 1)[1]

    def ends(self, link: Link) -> tuple[Candidate, Candidate, bool]:
        """Find the two nearest candidates of the nodes of a link."""
        starts, ends = ([(cell, node.digit) for cell in bits(node.cells)] for node in (link.start, link.end))
        pairs = product(starts, ends)
        start, end = min(pairs, key=lambda pair: math.dist(*(self.place(*candidate)[0] for candidate in pair)))
        return start, end, link.is_strong

    def _link_ends(self, link: Link) -> tuple[Point, Point, bool]:
        start, end, is_strong = self.ends(link)
        return self.place(*start)[0], self.place(*end)[0], is_strong

    def _places(self, node: Node) -> list[Point]:
        return [self.place(cell, node.digit)[0] for cell in bits(node.cells)]

    # ── On the board ────────────────────────────────────────────────────────────────────────────────────────────────

    def board_marks(self) -> list[Mark]:
        """List the marks on the board, from bottom to top."""
        texts = [word for word in self._texts() if self.window.shows(word.at)]
        tints = [Box(center(self.grid, cell), 1, fill=ink) for cell, ink in sorted(self.tints.items())]
        under = [*tints, *self.lit_marks, *self._groups(), *self._discs(), *self._rings()]
        return [*under, *self._arrows(texts), *self._strikes(), *texts, *self._badges(), *self._numbers()]

    def _groups(self) -> Iterator[Mark]:
        """Join the candidates of a grouped node by a band under them."""
        for chain in self.reason.links:
            for node, is_true in _states(chain):
                points = self._places(node)
                if len(points) > 1 and not node.cells_of_set:
                    yield Stroke(tuple(points), "right" if is_true else "wrong", self.radius)

    def _discs(self) -> Iterator[Mark]:
        for (cell, digit), ink in self.inks.items():
            if not self.board.values[cell]:
                at, edge = self.place(cell, digit)[0], self._edge_of(ink)
                yield Disc(at, self.radius * (1.12 if edge else 1), fill=ink, edge=edge, width=0.03)

    def _edge_of(self, ink: str) -> str:
        """Return the ink of a disc's edge, for digits to place and the second direction: it does without color."""
        if ink == DIRECTION_INKS[1] and self.combinations and self.combinations.kind == "directions":
            return DIRECTION_EDGE
        return "placed_edge" * (ink == "placed")

    def _rings(self) -> Iterator[Mark]:
        """Put rings around blocking digits, and around the candidates that start chains."""
        for cell in bits(self.blockers):
            yield Disc(center(self.grid, cell), 0.39, edge="blocker", width=0.05)
        starts = [point for chain in self.reason.links if chain for point in self._places(chain[0].start)]
        starts += [self.place(*candidate)[0] for candidate in self.step.eliminations if self.proof]
        for point in dict.fromkeys(starts):
            yield Disc(point, 1.12 * self.radius, edge="start", width=0.035)

    def _arrows(self, texts: list[Words]) -> Iterator[Mark]:
        ends = {point for start, end, _ in self.links for point in (start, end)}
        spots = {word.at: 0.38 if word.size > 0.4 else 0.45 * word.size for word in texts if word.at not in ends}
        return arrows(self.links, Obstacles(spots, self.window), radius=1.15 * self.radius) if self.links else iter(())

    def _strikes(self) -> Iterator[Mark]:
        for cell, digit in self.step.eliminations:
            (x, y), size = self.place(cell, digit)
            half = 0.42 * size
            yield Stroke(((x - half, y + half), (x + half, y - half)), "strike", 0.03, over=True)

    def _texts(self) -> Iterator[Words]:
        board = self.board
        for cell in range(self.grid.n_cells):
            if digit := board.values[cell]:
                yield write_digit(self.grid, cell, digit, "given" if board.givens >> cell & 1 else "found")
            for digit in digits_of(board.masks[cell]):
                at, size = self.place(cell, digit)
                yield Words(at, self.grid.signs[digit - 1], size, "held" if (cell, digit) in self.inks else "mark")

    def _badges(self) -> Iterator[Mark]:
        """Put the letter of each set at the corner of its first cell without a letter."""
        taken: set[Cell] = set()
        for name, cells in zip(SET_NAMES, self._lettered(), strict=False):
            if not cells:
                continue
            cell = next((cell for cell in bits(cells) if cell not in taken), next(bits(cells)))
            taken.add(cell)
            row, column = self.grid.positions[cell]
            at = column + 0.03, row + 0.03
            yield Disc(at, 0.17, fill="paper", edge="ink", width=0.03, over=True)
            yield Words(at, name, 0.24, "ink", is_bold=True)
        for side in self.reason.equivalence or ():
            for cell in bits(side.twice):
                row, column = self.grid.positions[cell]
                at = column + 0.97, row + 0.97
                yield Disc(at, 0.17, fill="paper", edge="ink", width=0.03, over=True)
                yield Words(at, TWICE, 0.2, "ink", is_bold=True)

    def _lettered(self) -> list[CellSet]:
        """List the sets of cells that have a letter: almost locked sets, or the sides of an equivalence."""
        return [each.cells for each in self.reason.equivalence or self.reason.sets]

    @property
    def numbers(self) -> tuple[tuple[Cell, int], ...]:
        """The number of what follows in a proof by contradiction, in the cells where it follows."""
        numbers = []
        for number, deduction in enumerate(self.proof[0] if self.proof else (), 1):
            placed = [deduction.placed] if deduction.placed else []
            cells = list(dict.fromkeys(cell for cell, _ in (*placed, *deduction.removed)))
            numbers += [(cell, number) for cell in (cells if len(cells) <= MAX_CELLS else cells[:1])]
        return tuple(numbers)

    def _numbers(self) -> Iterator[Mark]:
        """Put each number in a corner of its cell without a number."""
        corners: dict[Cell, int] = {}
        for cell, number in self.numbers:
            corner = corners.get(cell, 0)
            corners[cell] = corner + 1
            row, column = self.grid.positions[cell]
            at = column + 0.06 + 0.88 * (corner % 2), row + 0.06 + 0.88 * (corner // 2 % 2)
            yield Disc(at, 0.17, fill="paper", edge="ink", width=0.03, over=True)
            yield Words(at, str(number), 0.24, "ink", is_bold=True)

    # ── Beside the board ────────────────────────────────────────────────────────────────────────────────────────────

    def margin_marks(self, title: str, said: str) -> list[Mark]:
        """List the numbers of rows and columns, the caption above, and the legend below."""
        top, left, bottom, right = window = self.window
        beyond = BEYOND if window != full_window(self.grid) else 0
        rim = [Words((left - beyond + 0.3, top - beyond + 0.3), "", 0)] if beyond else self._clues()
        scale, width = max(1, (right - left) / 13), max(right - left, 7)
        above = min([top - beyond, *(clue.at[1] - CLUE for clue in rim)]) - 0.5
        below = max([bottom + beyond, *(clue.at[1] + CLUE for clue in rim)]) + 0.15
        caption = lay_out_caption(title, said, (left, above), width, scale=scale)
        marks = [*number_lines(window, rim), *caption]
        if self.combinations:
            table = make_table(self.combinations, self.grid, DIRECTION_INKS, ("", DIRECTION_EDGE))
            marks += lay_out_table(table, (left, below), width, scale=scale)
            below += height_of(table, width, scale=scale) + 0.15 * scale
        return [*marks, *lay_out_legend(self._entries(), (left, below), width, scale=scale)]

    def _clues(self) -> list[Words]:
        """List the clues outside the grid."""
        marks = (*self.lit_marks, *self.faded_marks)
        return [mark for mark in marks if isinstance(mark, Words) and not self.window.shows(mark.at)]

    def _entries(self) -> Iterator[Entry]:
        """Yield the meaning of each color and sign that occurs."""
        seen = {ink for (cell, _), ink in self.inks.items() if not self.board.values[cell]}
        yield from (Entry(tint(ink), text) for ink, text in self._tint_texts().items() if ink in self.tints.values())
        for n, (name, _) in enumerate(zip(SET_NAMES, self.reason.sets, strict=False)):
            yield Entry(badge(name, SET_INKS[n % len(SET_INKS)]), tr("set {name}", name=name))
        yield from self._equivalence_entries()
        if self.blockers:
            yield Entry(ring("blocker"), tr(BLOCKER))
        yield from self._chain_entries()
        for ink, text in self._disc_texts().items():
            if ink in seen:
                yield Entry(disc(ink, edge="placed_edge" * (ink == "placed")), text)
        yield from clue_entries(self.grid, self.rules or self.board.rules)
        if self.window != full_window(self.grid):
            yield Entry(tint("map_window"), tr("visible part"))
        if self.grid.n_digits > 9:
            high = self.grid.n_digits
            letters = tr("{first} to {last}: {low} to {high}", first="A", last=symbol(high), low=10, high=high)
            yield Entry(badge("A", "paper"), letters)

    def _equivalence_entries(self) -> Iterator[Entry]:
        """Name the houses of the sides of an equivalence."""
        for name, ink, side in zip(SET_NAMES, SET_INKS, self.reason.equivalence or (), strict=False):
            if side.cells:
                houses = describe_houses(self.board.geometry, dict.fromkeys(side.houses))
                yield Entry(badge(name, ink), tr("rest of {houses}", houses=houses))
        if any(side.twice for side in self.reason.equivalence or ()):
            yield Entry(badge(TWICE, "paper"), tr("counted twice"))

    def _tint_texts(self) -> dict[str, str]:
        of_house = tr("house of the pattern")
        of_cells = tr("cell of the pattern")
        if len(self.rules) == 1 and set_of(self.rules[0].scope) == self.reason.cells:
            of_cells = self.rules[0].describe_at("")
        texts = {"base": of_house if self.reason.houses else of_cells}
        of_cover, of_crossing = tr("the contradiction") if self.proof else tr("house to remove from"), tr("both")
        if tinted := self._tinted_rules():
            texts |= {ink: rule.describe_at("") for ink, rule in zip(RULE_INKS, tinted, strict=False)}
            hidden = [text for ink, text in texts.items() if ink in RULE_INKS and ink not in self.tints.values()]
            of_crossing = tr("; ").join(hidden) or of_crossing  # a rule that lies within the other
        return texts | {"cover": of_cover, "crossing": of_crossing}

    def _disc_texts(self) -> dict[str, str]:
        said = {"pattern": tr("candidate of the pattern")}
        said |= {ink: tr(part) for part, ink in _part_inks(self.reason).items()}
        if self.combinations and self.combinations.kind == "directions":
            said |= {"pattern": tr("both directions")}  # the table names each
        if self.proof:
            said |= {"right": tr("then true"), "wrong": tr("then false")}
        else:
            said |= {"right": tr("true along the chain"), "wrong": tr("false along the chain")}
        return said | {"placed": tr("digit to place"), "gone": tr("candidate to remove")}

    def _chain_entries(self) -> Iterator[Entry]:
        if self.proof:
            yield Entry(ring("start"), tr("what is supposed"))
            yield Entry(badge("1", "paper"), tr("what follows, in this order"))
        if self.links:
            yield Entry(ring("start"), tr("start of the chain"))
        if any(is_strong for *_, is_strong in self.links):
            yield Entry(arrow("link"), tr("so this one is true"))
        if not all(is_strong for *_, is_strong in self.links):
            yield Entry(arrow("link", DASH), tr("so this one is false"))


def _cell_tints(reason: Reason, board: Board) -> dict[Cell, str]:
    if reason.equivalence:
        pairs = zip(reason.equivalence, SET_INKS, strict=False)
        return {cell: ink for side, ink in pairs for cell in bits(side.cells)}
    houses = board.geometry.houses
    bases, covers = (union(houses[house] for house in numbers) for numbers in (reason.houses, reason.covers))
    tints = dict.fromkeys(bits(reason.cells | bases), "base") | dict.fromkeys(bits(covers), "cover")
    tints |= dict.fromkeys(bits(bases & covers), "crossing")
    for n, locked in enumerate(reason.sets):
        tints |= dict.fromkeys(bits(locked.cells), SET_INKS[n % len(SET_INKS)])
    return tints


def _candidate_inks(step: Step) -> dict[Candidate, str]:
    """Choose an ink for each candidate that is in a part or a chain, is placed, or is eliminated."""
    reason, of_parts = step.reason, dict[Candidate, str]()
    part_inks = _part_inks(reason)
    for part, ink in part_inks.items():
        of_parts |= dict.fromkeys(reason.parts[part], ink)
    of_chains = {
        (cell, node.digit): "right" if is_true else "wrong"
        for node, is_true in joined.from_iterable(map(_states, reason.links))
        for cell in bits(node.cells)
    }
    # A fish with chains shows its own candidates and fins; other chains show what is true and false.
    inks = of_chains | of_parts if reason.extends_pattern else of_parts | of_chains
    return inks | dict.fromkeys(step.eliminations, "gone") | dict.fromkeys(step.placements, "placed")


def _part_inks(reason: Reason) -> dict[Part, str]:
    """Choose an ink for each part of the pattern; inks repeat only if there are too few."""
    parts = [part for part, candidates in reason.parts.items() if candidates]
    inks = {part: PART_INKS[part] for part in parts if part in PART_INKS}
    first = OTHER_INKS[1:] + OTHER_INKS[:1] if reason.links else OTHER_INKS  # chains use blue
    free = [ink for ink in first if ink not in inks.values()]
    others = [part for part in parts if part not in inks]
    return inks | {part: free[n % len(free)] for n, part in enumerate(others)}


def _states(chain: tuple[Link, ...]) -> Iterator[tuple[Node, bool]]:
    """Yield each node of a chain, and whether the chain makes it true."""
    if chain:
        yield chain[0].start, chain[0].starts_true
        for link in chain:
            yield link.end, link.is_strong
