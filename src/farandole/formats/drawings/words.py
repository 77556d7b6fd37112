"""Read the rules in words: which rules a setter names, and of which color.

Each kind of rule has a pattern, which finds it in a sentence. `RulesText` finds the kinds that a text names, the colors
beside them, and numbers such as the difference of a whisper.
"""

from __future__ import annotations

import re
from functools import cached_property

from farandole.formats.drawings.colors import SPOKEN
from farandole.lazy import regex
from farandole.records import record
from farandole.sizes import MAX_RULES_TEXT

_NUMBERS = {
    name: number
    for number, name in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_NUMBER = rf"(\d{{1,2}}|{'|'.join(_NUMBERS)})"
_LINE = r"(?:lines?|path|whisper)"

KINDS: dict[str, str] = {
    "whispers": rf"whisper|(?:differ|difference|apart)\D{{0,40}}at least|at least {_NUMBER} (?:apart|different)"
    r"|difference of (?:5|five|4|four) or (?:more|greater)",
    "renban": r"\brenban|(?:set|sequence|string|run|group)s? of (?:\w+[- ]){0,2}(?:consecutive|sequential)"
    r"|consecutive[^.]{0,60}any order|any order[^.]{0,40}consecutive|consecutive (?:set|sequence)",
    "nabner": r"nabner|no two (?:digits|numbers|values)[^.]{0,40}consecutive|non-?consecutive set",
    "region_sum": r"region[- ]sum|(?:box|region)(?: border|s? boundar)"
    r"|sum[^.]{0,50}same[^.]{0,60}(?:box|region|segment)|equal sums?[^.]{0,40}(?:box|region)"
    r"|(?:box|region|segment)[^.]{0,80}(?:same (?:sum|total)|equal sum|sum[^.]{0,20}same)",
    "palindrome": r"palindrom|read the same|same[^.]{0,40}(?:both|either) (?:direction|way|end)",
    "thermo": r"thermo|(?:increas|ascend|rise|get larger)[^.]{0,60}(?:bulb|tip)|bulb[^.]{0,60}increas",
    "slow_thermo": r"slow[- ]thermo|(?:increase|rise) or (?:\w+ ){0,2}(?:stay|remain|same|equal)|never decrease"
    r"|(?:stay|remain)s? the same or (?:increase|rise)",
    "arrow": r"\barrows?\b(?![^.]{0,20}outside)",
    "between": r"between[- ]line|(?:between|in between)[^.]{0,80}(?:circle|end|bulb)|circle[^.]{0,60}\bbetween\b",
    "lockout": r"lockout|diamond",
    "double_arrow": r"double[- ]arrow|sum[^.]{0,60}(?:line|between)[^.]{0,60}equal[^.]{0,40}sum[^.]{0,40}(?:circle|end)"
    r"|sum of the (?:digits in the )?(?:two )?circle",
    "zipper": r"zipper|equal(?:ly)? distan|same distance[^.]{0,40}(?:center|centre|middle)|equidistant",
    "entropic": r"entrop|low[^.]{0,40}(?:medium|mid|middle)[^.]{0,40}high",
    "modular": r"modular|\bmodulo?\b|remainder",
    "sum_line": r"\bten[- ]lines?|10[- ]lines?|(?:segment|group|part|piece|divide|split)[^.]{0,80}(?:10|ten)\b",
    "parity_line": r"parity line|alternat[^.]{0,60}(?:odd|even|parity)|(?:odd|even|parity)[^.]{0,60}alternat",
    "sequence": r"arithmetic|sequence line|(?:same|constant) (?:amount|difference)|equal steps?",
    "tightrope": r"tightrope",
    "index_line": r"index(?:ing)? line",
    "average_arrow": r"average|\bmean\b",
    "counting_circles": r"counting circles?|circle[^.]{0,80}(?:how many|number of|many times)|"
    r"(?:how many|number of|many)[^.]{0,60}circles?",
    "white_dot": r"kropki|(?:white|hollow|open|empty)[- ](?:dot|circle)|consecutive[^.]{0,30}\bdot",
    "black_dot": r"kropki|(?:black|filled|solid)[- ](?:dot|circle)|(?:ratio|double|twice)[^.]{0,40}\b(?:dot|circle)",
    "xv": r"\bXV?s?\b[^.]{0,60}(?:sum|add|total|10|ten)|\bV'?s?\b[^.]{0,60}(?:sum|add|5|five)|\bXV\b"
    r"|(?:sum|add)[^.]{0,40}(?:\bX\b|\bV\b)",
    "greater": r"inequality|greater[- ]than|(?:larger|greater|smaller|lower) (?:digit|number|of the two)"
    r"|points? (?:to|at)",
    "quadruple": r"quad(?:ruple|s)?\b|(?:surround|touching|adjacent|around|neighbou?ring)[^.]{0,40}(?:four|cells)",
    "odd": r"\bodd\b",
    "even": r"\beven\b",
    "killer": r"killer(?! ?'?s? ?sudoku with little)|\bcages?\b",
    "plain_cage": r"(?:not|n't|never|no|cannot)\b[^.]{0,40}repeat[^.]{0,40}cage|killer"
    r"|cages?[^.]{0,80}(?:not|n't|never|cannot|different|distinct)\b",
    "sum_cage": r"(?:may|can) repeat[^.]{0,30}(?:cage)|cages?[^.]{0,60}(?:may|can) repeat",
    "extra_region": r"extra region|(?:shaded|colou?red|marked|gr[ea]y|highlighted)[^.]{0,40}(?:regions?|boxes|cells)"
    r"[^.]{0,40}(?:1[- ](?:to )?9|once|repeat)|windoku",
    "clone": r"\bclones?\b|identical (?:region|shape|area)|same (?:digits )?in the same (?:position|place)",
    "little_killer": r"little[- ]killer|(?:indicated|along the|marked|given)[^.]{0,20}diagonal|arrow[^.]{0,30}outside"
    r"|outside[^.]{0,60}diagonal|diagonal[^.]{0,40}(?:sum|arrow)",
    "sandwich": r"sandwich|between the (?:1|one)[^.]{0,12}(?:9|nine)",
    "x_sum": r"\bx[- ]?sum|sum of the first x|first x (?:digits|cells|numbers)[^.]{0,60}(?:sum|where)",
    "skyscraper": r"skyscraper|can be seen|buildings?\b|visible",
    "numbered_room": r"numbered room|(?:in|of) the (?:x|n)(?:-?th)\b",
}
"""How setters name a rule that they draw."""

WHOLE_GRID: dict[str, str] = {
    "anti_knight": r"anti[- ]?knight|knight(?:'|\u2019)?s[- ]?move|knight[- ]move",
    "anti_king": r"anti[- ]?king|king(?:'|\u2019)?s[- ]?move|king[- ]move|touch(?:ing)? diagonally",
    "nonconsecutive": r"non[- ]?consecutive(?! set)|(?:adjacent|neighbou?ring) (?:cells|digits)"
    r"[^.]{0,40}(?:not|never|n't)[^.]{0,20}consecutive(?![^.]{0,40}(?:line|dot))",
    "disjoint_groups": r"disjoint",
    "diagonals": r"(?:both|main|marked|each|the) (?:\w+ )?diagonals?[^.]{0,60}(?:once|repeat|1[- ](?:to )?9|unique)"
    r"|(?:not repeat|once|unique)[^.]{0,40}diagonal|sudoku[- ]x\b|x[- ]sudoku",
    "negative_kropki": r"all (?:possible )?(?:\w+ ){0,2}dots (?:are|have been) (?:given|shown|marked)"
    r"|no dot[^.]{0,60}(?:not|neither|cannot|can't)|negative constraint",
    "negative_xv": r"all (?:possible )?(?:\w+ )?(?:xs? and vs?|xv'?s?|xvs?|x/vs?)[^.]{0,20}(?:given|shown|marked)"
    r"|not (?:separated|marked|joined)[^.]{0,30}(?:x or (?:a )?v|xv)|negative constraint",
}
"""How setters name a rule of the whole grid."""

_NOT_ALL = regex(r"not (?:all|every)|no negative|not necessarily|there is no", re.IGNORECASE)
_NORMAL = regex(
    r"(?:normal|standard|regular|usual|classic)[^.]{0,20}rules|place the digits|each row,? (?:each )?column"
    r"|fill the grid|every row,? column|row, column (?:and|or) (?:box|region|3x3)",
    re.IGNORECASE,
)
_END = regex(r"(?<=[.;!?])\s+|\n+|(?<=[.;])(?=[A-Z])")


@record
class Sentence:
    """A sentence, with the hues that it names."""

    text: str
    hues: frozenset[str]


def _sentence(text: str) -> Sentence:
    words = re.findall(r"[a-z]+", text.lower())
    return Sentence(text, frozenset(hue for word in words for hue in SPOKEN.get(word, ())))


@record(slots=False)
class RulesText:
    """The rules of a puzzle in words.

    Examples
    --------
    >>> said = RulesText("Normal sudoku rules apply. Adjacent digits along a green line differ by at least 5.")
    >>> said.strength("whispers", "green"), said.strength("whispers", "red"), said.strength("renban", "green")
    (2, 0, 0)
    >>> said.difference("green")
    5
    """

    text: str

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the text, without empty ones."""
        pieces = _END.split(self.text[:MAX_RULES_TEXT])
        return tuple(_sentence(piece.strip()) for piece in pieces if piece.strip())

    @cached_property
    def _kinds(self) -> dict[str, tuple[Sentence, ...]]:
        patterns = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in (KINDS | WHOLE_GRID).items()}
        return {
            name: tuple(one for one in self.sentences if found.search(one.text)) for name, found in patterns.items()
        }

    def strength(self, kind: str, hue: str = "") -> int:
        """Return 2 if the text names a kind with this hue, 1 if it names the kind without a hue, else 0."""
        named = self._kinds.get(kind, ())
        if hue and any(hue in sentence.hues for sentence in named):
            return 2
        return int(any(not sentence.hues or not hue for sentence in named))

    def names_whole_grid(self, kind: str) -> bool:
        """Return whether the text names a rule of the whole grid, and doesn't say that there is none."""
        named = self._kinds.get(kind, ())
        return any(not (kind.startswith("negative") and _NOT_ALL.search(sentence.text)) for sentence in named)

    def difference(self, hue: str) -> int | None:
        """Return the least difference of neighbors on a line, if the text names it."""
        sentences = self._kinds["whispers"]
        for sentence in sorted(sentences, key=lambda one: hue not in one.hues):
            if hue in sentence.hues or not sentence.hues:
                match = re.search(rf"(?:at least|of)\D{{0,12}}?{_NUMBER}\b", sentence.text, re.IGNORECASE)
                if match:
                    return _NUMBERS.get(match[1].lower()) or int(match[1])
        return None

    @property
    def is_normal(self) -> bool:
        """Whether the text says that the usual rules of rows, columns and boxes apply."""
        return bool(_NORMAL.search(self.text))

    def unexplained(self) -> list[str]:
        """List the sentences that name no rule that we know."""
        known = {one for found in self._kinds.values() for one in found}
        return [one.text for one in self.sentences if one not in known and not self._is_usual(one.text)]

    @staticmethod
    def _is_usual(text: str) -> bool:
        return bool(_NORMAL.search(text) or _NOT_ALL.search(text) or len(text) < 4)
