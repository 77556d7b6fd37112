"""Inputs made from real ones: bytes, words, lines and JSON values changed; pieces repeated, spliced and cut off."""

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

LONGEST = 1 << 20
"""Bytes of the longest inputs; nearly all are as short as what they are made from."""

_LONG_ONE_IN = 1000

NUMBERS = (
    *(b"0", b"00", b"-1", b"1", b"8", b"10", b"16", b"25", b"31", b"32", b"33", b"63", b"64", b"65", b"255", b"256"),
    *(b"999999", b"2147483647", b"2147483648", b"4294967296", b"9223372036854775807", b"18446744073709551616"),
    *(b"1" + b"0" * 30, b"9" * 5000, b"1.5", b"1e308", b"1e999", b"-0.0", b"NaN", b"Infinity", b"0x10", b"1_000"),
)
"""Numbers on both sides of what machines and grids hold."""

CHARACTERS = (
    *(b"\x00", b"\x07", b"\x08", b"\x0b", b"\x0c", b"\r", b"\r\n", b"\x1b[31m", b"\x1b]0;t\x07", b"\x7f", b"\xff"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xc2\x85", b"\xc2\xa0", b"\xc3\xa9", b"\xc2\xb2", b"\xed\xa0\x80"),
    *map(str.encode, "\u200b\u202e\u2028\u0301•−│┌●①５٣𝟗🙂ſıΩ"),
    *(b"\n", b"\n\n", b"\t", b" ", b",", b";", b":", b"|", b"#", b"/", b'"', b"'", b"[", b"{", b"(", b".", b"*", b"_"),
)
"""Characters that readers, terminals or Python take in a way of their own."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 9, 10, 33, 255, 1 << 31, 1 << 32, 1 << 63, 1 << 64, 10**30, 0.5, 1e308, -0.0),
    *(math.nan, math.inf, "", " ", "0", "9", "٣", "²", "x", "r1c1", "r0c0", "r9c9", "r99c99", "R1C1", "r1c1 r1c2"),
    *("r1000000c1000000", "r" + "9" * 5000 + "c1", "\ud800", "\x00", "\x1b[31m", "é", "#", "." * 81, "1" * 9),
    *([], [[]], [1], [1, 2], [None], ["r1c1"], ["r1c1", "r1c1"], [[0, 0]], [[0.5, 9.5]], [10**9, 10**9]),
    *({}, {"": 0}, {"value": "1"}, {"cells": ["r1c1"]}, {"cells": []}, {"size": 9}, {"n_states": 10**9}),
)
"""JSON values that a document may hold where another was meant."""


class Mutations:
    """Inputs made from real ones; of the same number the same input, whoever asks.

    Parameters
    ----------
    originals : sequence of bytes
        Real inputs.
    wrap : sequence of callables
        How a JSON text may come: as it is, or in a link.
    seed : int
        Another seed, other inputs.
    """

    def __init__(
        self, originals: Sequence[bytes], wrap: Sequence[Callable[[str], str]] = (str,), seed: int = 0
    ) -> None:
        self.originals = originals
        self.wrap = wrap
        self.seed = seed
        self._documents = [document for document in map(_document, originals) if document is not None]
        self._places = [list(_places(document)) for document in self._documents]

    def __getitem__(self, number: int) -> bytes:
        random = Random(self.seed << 40 ^ number)
        if self._documents and random.random() < 0.6:
            content = self._changed_document(random)
            rounds = int(random.random() < 0.1)
        else:
            content = random.choice(self.originals)
            rounds = 1 + int(random.expovariate(0.7))
        for _ in range(rounds):
            content = random.choice(_CHANGES)(random, content, self.originals)
        if random.random() * _LONG_ONE_IN < 1:
            content = _lengthened(random, content)
        return content[:LONGEST]

    def _changed_document(self, random: Random) -> bytes:
        """Change some values of a document, write it, and put the values back."""
        index = random.randrange(len(self._documents))
        places = self._places[index]
        undo = []
        for _ in range(1 + int(random.expovariate(1.2))):
            holder, key = random.choice(places)
            before = list(holder) if isinstance(holder, list) else dict(holder)
            undo.append((holder, before))
            self._change(random, holder, key)
        text = json.dumps(self._documents[index], ensure_ascii=random.random() < 0.9)
        for holder, before in reversed(undo):
            holder.clear()
            holder.extend(before) if isinstance(holder, list) else holder.update(before)
        return random.choice(self.wrap)(text).encode("utf-8", "surrogatepass")

    def _change(self, random: Random, holder: Any, key: Any) -> None:
        if key not in holder if isinstance(holder, dict) else key >= len(holder):
            return  # another change took it away
        kind = random.randrange(12)
        if kind < 3:
            holder[key] = random.choice(VALUES)
        elif kind < 5 and isinstance(holder[key], str | int) and not isinstance(holder[key], bool):
            text = re.sub(r"\d", lambda _: str(random.randrange(10)), str(holder[key]), count=random.randrange(1, 3))
            holder[key] = text if isinstance(holder[key], str) else int(text)
        elif kind == 5:
            del holder[key]
        elif kind == 6:  # a value from elsewhere, perhaps of another document
            other, place = random.choice(random.choice(self._places))
            if place in other if isinstance(other, dict) else place < len(other):
                holder[key] = json.loads(json.dumps(other[place]))
        elif kind == 7 and isinstance(holder[key], list):
            holder[key] = holder[key] * random.choice((0, 2, 3, 50))
        elif kind == 8 and isinstance(holder, dict):  # a key misspelled, or that of another
            other, place = random.choice(random.choice(self._places))
            name = place if isinstance(place, str) else random.choice((f"{key}s", "", "\x1b[31m", "ключ"))
            holder[name] = holder.pop(key)
        elif isinstance(holder[key], str):
            text = holder[key].encode("utf-8", "surrogatepass")
            holder[key] = random.choice(_CHANGES)(random, text, self.originals).decode("utf-8", "replace")[:10_000]
        elif isinstance(holder[key], int | float):
            holder[key] = random.choice((-1, 0, 2, 1000, 1 << 31)) * (holder[key] or 1)


def _document(content: bytes) -> Any:
    try:
        document = json.loads(content)
    except ValueError:
        return None
    return document if isinstance(document, dict | list) and document else None


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place of a document: what holds it, and its key or index there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _span(random: Random, content: bytes) -> tuple[int, int]:
    """Choose a stretch, mostly a short one."""
    start = random.randrange(len(content) + 1)
    return start, min(len(content), start + int(random.expovariate(1 / random.choice((1, 10, 100)))) + 1)


def _flipped(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    if not content:
        return content
    place = random.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]


def _replaced(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(random, content)
    return content[:start] + random.choice(CHARACTERS) + content[random.choice((start, start + 1, end)) :]


def _random(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(random, content)
    return content[:start] + random.randbytes(random.randrange(1, 9)) + content[end:]


def _without(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(random, content)
    return content[:start] + content[end:]


def _repeated(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(random, content)
    return content[:end] + content[start:end] * random.choice((1, 1, 2, 8, 80)) + content[end:]


def _moved(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(random, content)
    rest = content[:start] + content[end:]
    place = random.randrange(len(rest) + 1)
    return rest[:place] + content[start:end] + rest[place:]


def _cut_off(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    place = random.randrange(len(content) + 1)
    return content[place:] if random.random() < 0.2 else content[:place]


def _spliced(random: Random, content: bytes, originals: Sequence[bytes]) -> bytes:
    other = random.choice(originals)
    return content[: random.randrange(len(content) + 1)] + other[random.randrange(len(other) + 1) :]


_NUMBER = re.compile(rb"\d+")
_WORD = re.compile(rb"\w+|[^\w\s]")


def _another_number(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    return _exchanged(random, content, _NUMBER, random.choice(NUMBERS))


def _another_word(random: Random, content: bytes, originals: Sequence[bytes]) -> bytes:
    words = _WORD.findall(random.choice(originals)[:4096])
    return _exchanged(random, content, _WORD, random.choice(words) if words else b"")


def _exchanged(random: Random, content: bytes, pattern: re.Pattern[bytes], new: bytes) -> bytes:
    """Exchange the first match after some place."""
    match = pattern.search(content, random.randrange(len(content) + 1)) or pattern.search(content)
    return content[: match.start()] + new + content[match.end() :] if match else content + new


def _other_lines(random: Random, content: bytes, originals: Sequence[bytes]) -> bytes:
    """Drop, double, exchange, shuffle or borrow lines."""
    lines = content.split(b"\n")
    here, there = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[here]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case 3:
            random.shuffle(lines)
        case 4:
            lines.insert(there, random.choice(random.choice(originals)[:4096].split(b"\n")))
        case _:
            lines[here] = random.choice((b"\r", b" ", b",", b"")).join((lines[here], lines[there]))
    return b"\n".join(lines)


def _respelled(random: Random, content: bytes, _: Sequence[bytes]) -> bytes:
    """Write all of it in another way: other ends of lines, other case, another code, other empty cells."""
    match random.randrange(7):
        case 0:
            return content.replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b" ", b"", b"\x0b", b"\x85")))
        case 1:
            return random.choice((bytes.upper, bytes.lower, bytes.swapcase))(content)
        case 2:
            return content.decode("utf-8", "replace").encode(random.choice(("utf-16", "utf-16-le", "utf-32")))
        case 3:
            return content.replace(b".", random.choice((b"0", b"-", b" ", b"_", b"*", b"", "·".encode(), b"..")))
        case 4:
            return content[::-1]
        case 5:
            digit = random.choice(b"123456789")
            return content.replace(bytes([digit]), random.choice((b"0", b"A", b"10", "５".encode(), b"\x1b", b"(1)")))
        case _:
            return random.choice((b"\xef\xbb\xbf", b"\n\n", b"9\n", b"puzzle\n", b"# ", b'"')) + content


_CHANGES: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_flipped, _replaced, _random, _without, _repeated, _moved, _cut_off, _spliced),
    *(_another_number, _another_word, _other_lines, _respelled),
)


def _lengthened(random: Random, content: bytes) -> bytes:
    """Make it long by a piece said again and again, somewhere within; all lengths up to the longest are as likely."""
    start, end = _span(random, content)
    piece = random.choice((content[start:end], random.choice(CHARACTERS), random.choice(NUMBERS), content)) or b"\n"
    size = int(LONGEST ** random.uniform(0.6, 1))
    return content[:start] + (piece * (size // len(piece) + 1))[:size] + content[start:]
