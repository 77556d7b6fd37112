"""All exact covers at once: zero-suppressed decision diagrams.

A diagram is a graph of *nodes*. A node has an option: take it and continue at ``hi``, or leave it and continue at
``lo``. Each path from the root to the end is a cover. Paths share their common ends, so a diagram of a few thousand
nodes can represent more covers than can be listed, and a question about all covers visits each node once.

References
----------
S. Minato, "Zero-suppressed BDDs for set manipulation in combinatorial problems", DAC 1993, 272-277.

M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with Decision Diagrams: A Combined Approach to Exact
Cover", AAAI 2017, 868-874.

D. E. Knuth, The Art of Computer Programming 4A, 7.1.4; 4B, 7.2.2.1, exercise 121 on questions that a ZDD answers.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import accumulate, compress, count, islice
from os import PathLike, fspath
from typing import IO, Any

from farandole import _core
from farandole.cover.options import require_all_costs
from farandole.cover.problem import Label
from farandole.display import RichDisplay
from farandole.errors import CoverError, FormatError
from farandole.limits import check_int, check_seed

MAGIC = b"farandole zdd 1\n"
FIELD = 2**127 - 1  # a prime
MOST_BITS_SHOWN = 1 << 12  # of a count, in `repr`: Python writes no number of more than 4,300 digits


class Zdd(RichDisplay):
    """All covers of an exact cover problem, as a decision diagram; made by `Cover.zdd`.

    It is a collection of covers, each a tuple of labels: iterate over it, or use ``in`` with the labels in any
    order. It has no ``len``, which Python limits to 63 bits; `count` is exact at any size. Two diagrams are
    equal if they have the same covers. (The comparison evaluates two polynomials, with a term for each cover, at a
    random point modulo 2**127 - 1: different diagrams compare equal with a probability below 1e-30.)

    Attributes
    ----------
    labels : sequence
        The labels of the options of the problem.
    size : int
        The number of nodes, not counting the two ends.

    Examples
    --------
    The 12,988,816 ways to tile a chessboard with dominoes:

    >>> from farandole import Cover
    >>> cells = [(x, y) for x in range(8) for y in range(8)]
    >>> pairs = [((x, y), (x + a, y + b)) for x, y in cells for a, b in [(0, 1), (1, 0)] if x + a < 8 and y + b < 8]
    >>> tilings = Cover(dict(zip(pairs, pairs))).zdd()
    >>> tilings
    <Zdd: 12988816 covers, 1260 nodes>
    >>> tilings.containing(((0, 0), (0, 1))).avoiding(((1, 0), (1, 1))).count()  # the corner, but not the next row
    2530008
    """

    __slots__ = ("_costs", "_counts", "_nodes", "_root", "labels")

    labels: Sequence[Label]

    def __init__(self, labels: Sequence[Label], nodes: array[int], root: int, costs: Sequence[float] | None) -> None:
        # Node n is nodes[3 * n], its option; then lo and hi, both less than n. 0 and 1 are the ends: no cover, and
        # the empty one.
        self.labels = labels
        self._nodes, self._root, self._costs = nodes, root, costs
        self._counts: tuple[memoryview[int], memoryview[int]] | None = None

    # ── Counts, covers and costs ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def size(self) -> int:
        """The number of nodes, not counting the two ends."""
        return len(self._nodes) // 3 - 2

    def count(self) -> int:
        """Count the covers, exactly."""
        return self._count_below(self._root)

    def _count_below(self, node: int) -> int:
        if self._counts is None:
            self._counts = _core.count_covers(self._nodes, len(self.labels))
        words, ends = self._counts
        begin = ends[node - 1] if node else 0
        return sum(word << 64 * place for place, word in enumerate(words[begin : ends[node]]))

    def __bool__(self) -> bool:
        return self._root != 0

    def __iter__(self) -> Iterator[tuple[Label, ...]]:
        nodes, labels = self._nodes, self.labels
        taken: list[Label] = []
        waiting = [(self._root, 0)]
        while waiting:
            node, depth = waiting.pop()
            del taken[depth:]
            while node > 1:
                option, lo, hi = nodes[3 * node : 3 * node + 3]
                if lo:
                    waiting.append((lo, len(taken)))
                taken.append(labels[option])
                node = hi
            if node:
                yield tuple(taken)

    def __contains__(self, cover: Iterable[Label]) -> bool:
        wanted = set(cover)
        node = self._root
        while node > 1:
            option, lo, hi = self._nodes[3 * node : 3 * node + 3]
            label = self.labels[option]
            node = hi if label in wanted else lo
            wanted.discard(label)
        return node == 1 and not wanted

    def sample(self, n: int, *, seed: int | None = None) -> list[tuple[Label, ...]]:
        """Draw covers uniformly at random, independent of each other.

        Parameters
        ----------
        n : int
            The number of covers.
        seed : int, optional
            The same seed draws the same covers.

        Returns
        -------
        list of tuple
            The labels of each cover; empty if there is none to draw.

        Examples
        --------
        >>> from farandole import Cover
        >>> Cover(["ab", "cd", "ac", "bd"]).zdd().sample(3, seed=1)
        [(2, 3), (2, 3), (0, 1)]
        """
        n, rng = check_int("n", n), random.Random(check_seed(seed))
        n_covers = self.count()
        return [self._cover_at(rng.randrange(n_covers)) for _ in range(n if n_covers else 0)]

    def _cover_at(self, place: int) -> tuple[Label, ...]:
        """Return the cover with an index from 0, in the order in which covers without an option come first."""
        taken: list[Label] = []
        node = self._root
        while node > 1:
            option, lo, hi = self._nodes[3 * node : 3 * node + 3]
            n_without = self._count_below(lo)
            if place < n_without:
                node = lo
            else:
                place -= n_without
                taken.append(self.labels[option])
                node = hi
        return tuple(taken)

    def cheapest(
        self, k: int = 1, *, costs: Mapping[Label, float] | Sequence[float] | None = None
    ) -> list[tuple[float, tuple[Label, ...]]]:
        """Find the covers with the lowest cost, which is the sum over their options.

        Parameters
        ----------
        k : int
            The maximum number of covers.
        costs : mapping from labels, or sequence, optional
            The cost of each option. By default that of the problem.

        Returns
        -------
        list of tuple
            Pairs ``(cost, labels)``, the cheapest first. Costs that are integers are added exactly.

        Raises
        ------
        CoverError
            If a sequence has not one cost for each option, if a mapping has an unknown label, or if a cost is not a
            finite number.

        Examples
        --------
        >>> from farandole import Cover
        >>> pairs = Cover(["ab", "cd", "ac", "bd", "ad", "bc"]).zdd()
        >>> pairs.cheapest(2, costs=[5, 1, 2, 3, 4, 4])
        [(5, (2, 3)), (6, (0, 1))]
        """
        return list(islice(self._by_cost(self._read_costs(costs)), check_int("k", k)))

    def _by_cost(self, costs: Sequence[float]) -> Iterator[tuple[float, tuple[Label, ...]]]:
        """Yield all covers, cheapest first, by A* with the exact remaining cost as its estimate."""
        nodes = self._nodes
        below = [math.inf, 0]
        for option, lo, hi in self.nodes():
            below.append(min(below[lo], costs[option] + below[hi]))
        serial = count()  # ends a comparison of equal costs
        waiting: list[tuple[float, int, float, int, Any]] = []

        def wait(paid: float, node: int, taken: Any) -> None:
            if node:
                heappush(waiting, (paid + below[node], next(serial), paid, node, taken))

        wait(0, self._root, None)
        while waiting:
            _, _, paid, node, taken = heappop(waiting)
            while node > 1:
                option, lo, hi = nodes[3 * node : 3 * node + 3]
                if costs[option] + below[hi] <= below[lo]:
                    wait(paid, lo, taken)
                    paid, node, taken = paid + costs[option], hi, (taken, self.labels[option])
                else:
                    wait(paid + costs[option], hi, (taken, self.labels[option]))
                    node = lo
            labels: list[Label] = []
            while taken:
                taken, label = taken
                labels.append(label)
            yield paid, tuple(reversed(labels))

    def _read_costs(self, costs: Mapping[Label, float] | Sequence[float] | None) -> Sequence[float]:
        if costs is None:
            return self._costs or [0] * len(self.labels)
        if isinstance(costs, Mapping):
            self._numbers(*costs)
            require_all_costs(costs, self.labels)
            costs = [costs[label] for label in self.labels]
        elif len(costs) != len(self.labels):
            raise CoverError(f"costs: expected {len(self.labels)}, one for each option, found {len(costs)}")
        for label, cost in zip(self.labels, costs, strict=True):
            try:
                is_number = math.isfinite(cost)
            except (TypeError, OverflowError):
                is_number = isinstance(cost, int)  # too large for a float, but a number
            if not is_number:
                raise CoverError(f"cost of option {label!r}: expected a finite number, found {cost!r}")
        return costs

    # ── Subsets ─────────────────────────────────────────────────────────────────────────────────────────────

    def containing(self, *labels: Label) -> Zdd:
        """Make the diagram of the covers that have all of these options.

        Raises
        ------
        CoverError
            If no option has such a label.
        """
        part = self
        for number in self._numbers(*labels):
            part = part._restricted(number, is_taken=True)
        return part

    def avoiding(self, *labels: Label) -> Zdd:
        """Make the diagram of the covers that have none of these options.

        Raises
        ------
        CoverError
            If no option has such a label.
        """
        part = self
        for number in self._numbers(*labels):
            part = part._restricted(number, is_taken=False)
        return part

    def _numbers(self, *labels: Label) -> list[int]:
        numbers = {label: number for number, label in enumerate(self.labels)}
        for label in labels:
            if label not in numbers:
                raise CoverError(f"no option has the label {label!r}")
        return [numbers[label] for label in labels]

    def _restricted(self, number: int, *, is_taken: bool) -> Zdd:
        nodes = self._nodes[:]
        image = [0, 0 if is_taken else 1]  # where each node goes: to itself, to one of its branches, or to a new node
        for node in range(2, len(nodes) // 3):
            option, lo, hi = nodes[3 * node : 3 * node + 3]
            if option == number:
                new_lo, new_hi = (0, hi) if is_taken else (image[lo], 0)
            else:
                new_lo, new_hi = image[lo], image[hi]
            if new_hi == 0:
                image.append(new_lo)
            elif (new_lo, new_hi) == (lo, hi):
                image.append(node)
            else:
                image.append(len(nodes) // 3)
                nodes.extend((option, new_lo, new_hi))
        return Zdd(self.labels, *_swept(nodes, image[self._root]), self._costs)

    # ── Files ───────────────────────────────────────────────────────────────────────────────────────────────────

    def save(self, path: str | PathLike[str]) -> None:
        """Write the diagram to a file, with its labels and costs.

        The file is the line ``farandole zdd 1``, then a zlib stream of a line of JSON (``labels``, where a number n
        stands for 0 to n - 1; ``costs``, or null; ``root``; ``n_nodes``) and the nodes as little-endian int32 of
        shape (n_nodes, 3): option, lo, hi.

        Raises
        ------
        TypeError
            If a label is not made of strings, numbers, True, False, None and tuples of them.
        """
        for label in self.labels if not isinstance(self.labels, range) else ():
            _require_plain(label)
        numbers = range(len(self.labels))
        header = {
            "labels": len(numbers) if self.labels == numbers else list(self.labels),
            "costs": None if self._costs is None else list(self._costs),
            "root": self._root,
            "n_nodes": len(self._nodes) // 3,
        }
        packer = zlib.compressobj()
        # Written to a temporary file first, so that an interrupt keeps the old one.
        part = f"{fspath(path)}.part"
        try:
            with open(part, "wb") as file:
                file.write(MAGIC)
                file.writelines(
                    packer.compress(some) for some in _pieces(json.JSONEncoder().iterencode(header), self._nodes)
                )
                file.write(packer.flush())
            os.replace(part, os.path.realpath(path))
        except BaseException:
            with suppress(OSError):
                os.remove(part)
            raise

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Zdd:
        """Read a diagram that `save` wrote.

        Raises
        ------
        FormatError
            If the file is not a diagram, or is damaged.
        """
        with open(path, "rb") as file:
            magic = file.read(len(MAGIC))
            if magic != MAGIC:
                raise FormatError(f"{fspath(path)}: expected {MAGIC!r} at the beginning, found {magic!r}")
            unpacked = _Unpacked(file, os.fstat(file.fileno()).st_size)
            try:
                zdd = cls._read(unpacked)
            except (zlib.error, ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
                damage = str(error)
            else:
                return zdd
        raise FormatError(f"{fspath(path)}: expected a diagram after the first line, found damage: {damage}")

    @classmethod
    def _read(cls, unpacked: _Unpacked) -> Zdd:
        fields = json.loads(unpacked.line())
        labels, costs, root, n_nodes = (fields[name] for name in ("labels", "costs", "root", "n_nodes"))
        labels = tuple(map(_tuples, labels)) if isinstance(labels, list) else range(labels)
        if costs is not None and not (isinstance(costs, list) and all(_is_finite(cost) for cost in costs)):
            raise ValueError("expected costs that are finite numbers")
        nodes = array("i")
        for some in unpacked.rest():
            nodes.frombytes(some)
        nodes = _little_endian(nodes)
        if len(nodes) != 3 * n_nodes or root not in range(n_nodes) or (costs and len(costs) != len(labels)):
            raise ValueError("expected lengths that agree")
        zdd = cls(labels, nodes, root, costs)
        zdd.count()  # which looks at each node
        return zdd

    # ── Python ──────────────────────────────────────────────────────────────────────────────────────────────────

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Zdd):
            return NotImplemented
        if self.labels == other.labels and self._root == other._root and self._nodes == other._nodes:
            return True
        values = {label: random.randrange(FIELD) for label in (*self.labels, *other.labels)}
        return self.count() == other.count() and self._evaluate(values) == other._evaluate(values)

    def _evaluate(self, values: Mapping[Label, int]) -> int:
        """Return the sum over all covers of the products of the values of their options."""
        by_option = [values[label] for label in self.labels]
        sums = [0, 1]
        for option, lo, hi in self.nodes():
            sums.append((sums[lo] + by_option[option] * sums[hi]) % FIELD)
        return sums[self._root]

    def nodes(self) -> Iterator[tuple[int, int, int]]:
        """Yield each node, from the lowest to the root: the index of its option, and the nodes at lo and at hi.

        Nodes count from 2: 0 is the end where nothing is covered, 1 the end of a cover.

        Examples
        --------
        >>> from farandole import Cover
        >>> list(Cover(["ab", "a", "b"]).zdd().nodes())
        [(2, 0, 1), (1, 0, 2), (0, 3, 1)]
        """
        numbers = islice(self._nodes, 6, None)
        return zip(numbers, numbers, numbers, strict=True)

    def __hash__(self) -> int:
        return hash(self.count())

    def __reduce__(self) -> tuple[type[Zdd], tuple[Any, ...]]:
        return Zdd, (self.labels, self._nodes, self._root, self._costs)

    def __repr__(self) -> str:
        n = self.count()
        covers = f"{n}" if n.bit_length() <= MOST_BITS_SHOWN else f"at least 2**{n.bit_length() - 1}"
        return f"<Zdd: {covers} covers, {self.size} nodes>"


def _swept(nodes: array[int], root: int) -> tuple[array[int], int]:
    """Drop the nodes that can't be reached from the root."""
    is_needed = bytearray(len(nodes) // 3)
    is_needed[0] = is_needed[1] = is_needed[root] = 1
    for node in range(root, 1, -1):
        if is_needed[node]:
            is_needed[nodes[3 * node + 1]] = is_needed[nodes[3 * node + 2]] = 1
    places = array("i", accumulate(is_needed, initial=0))
    kept = nodes[:6]
    for node in compress(range(2, len(is_needed)), is_needed[2:]):
        option, lo, hi = nodes[3 * node : 3 * node + 3]
        kept.extend((option, places[lo], places[hi]))
    return kept, places[root]


PIECE = 1 << 20  # bytes to pack or unpack at a time
MOST_UNPACKED = 1 << 6  # times the size of the file; diagrams pack to about a fourth


class _Unpacked:
    """Unpacks a file in pieces, up to a maximum size."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._left = PIECE + MOST_UNPACKED * size
        self._unpacker = zlib.decompressobj()
        self._ready = b""

    def line(self) -> bytes:
        """Return the first line."""
        parts = []
        while b"\n" not in (some := self._next()):
            if not some:
                raise ValueError("expected a line of JSON")
            parts.append(some)
        last, _, self._ready = some.partition(b"\n")
        return b"".join((*parts, last))

    def rest(self) -> Iterator[bytes]:
        """Yield the rest, in pieces of whole numbers."""
        some = self._ready
        while more := self._next():
            some += more
            whole_bytes = len(some) // 4 * 4
            yield some[:whole_bytes]
            some = some[whole_bytes:]
        yield some
        if not self._unpacker.eof:
            raise ValueError("expected an end of the packed part")

    def _next(self) -> bytes:
        while not self._unpacker.eof:
            packed = self._unpacker.unconsumed_tail or self._file.read(PIECE)
            some = self._unpacker.decompress(packed, PIECE)
            self._left -= len(some)
            if self._left < 0:
                raise ValueError(f"expected at most {MOST_UNPACKED} times as many bytes unpacked as packed")
            if some or not packed:
                return some
        return b""


def _pieces(header: Iterable[str], nodes: array[int]) -> Iterator[bytes]:
    """Yield the content of a file: a line of JSON, then the nodes as numbers."""
    texts: list[str] = []
    for text in header:
        texts.append(text)
        if len(texts) == 1 << 14:
            yield "".join(texts).encode()
            texts.clear()
    yield "".join(texts).encode() + b"\n"
    for begin in range(0, len(nodes), PIECE // 4):
        yield _little_endian(nodes[begin : begin + PIECE // 4]).tobytes()


def _is_finite(cost: object) -> bool:
    return isinstance(cost, int | float) and (isinstance(cost, int) or math.isfinite(cost))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def _require_plain(label: Label) -> None:
    """Refuse a label that JSON would not bring back equal."""
    if isinstance(label, tuple):
        for part in label:
            _require_plain(part)
    elif not isinstance(label, str | int | float | None):
        raise TypeError(f"expected labels of strings, numbers, True, False, None and tuples of them, found {label!r}")


def _tuples(label: Any) -> Label:
    if isinstance(label, dict):
        raise ValueError("expected labels without braces")
    return tuple(map(_tuples, label)) if isinstance(label, list) else label
