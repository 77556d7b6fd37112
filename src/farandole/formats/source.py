"""Where puzzles come from: a file, standard input, or the text of an argument."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import IO, TYPE_CHECKING, Literal

from farandole.errors import CoverError, FormatError, MissingExtraError
from farandole.puzzle import EMPTY

if TYPE_CHECKING:
    from farandole.formats.text import Entry

CELLS = frozenset("123456789" + EMPTY)

COMPRESSED = {".gz": "gzip", ".zst": "backports.zstd"}  # endings, and the modules that read and write them


def open_compressed(path: str, name: str, mode: Literal["rb", "wb"]) -> IO[bytes]:
    """Open a file for reading or writing, compressed as the ending of a name says.

    Raises
    ------
    MissingExtraError
        If the library for ``.zst`` is not installed.
    OSError
        If the file can't be opened.
    """
    module_name = COMPRESSED.get(os.path.splitext(name)[1])
    if module_name is None:
        return open(path, mode)
    try:
        module = import_module(module_name)
    except ImportError:
        raise MissingExtraError(f"{name}: pip install 'farandole[scale]' to read and write .zst files") from None
    file: IO[bytes] = module.open(path, mode)
    return file


@contextmanager
def damage_named(name: str) -> Iterator[None]:
    """Say of which file a decompressor complains: each has errors of its own kind."""
    try:
        yield
    except Exception as error:
        if (isinstance(error, OSError) and error.filename) or not name.endswith(tuple(COMPRESSED)):
            raise
        raise FormatError(f"{name}: a compressed file expected, but it is damaged: {error}") from None


@dataclass(slots=True)
class Source:
    """A file that is being read, its name, and its first bytes, by which one sees what is in it.

    Parameters
    ----------
    name : str
        What errors call it.
    file : binary file
        Read up to the end of ``head``.
    head : bytes
        Its first bytes, at most `HEAD`.
    """

    name: str
    file: IO[bytes]
    head: bytes

    HEAD = 1 << 16

    @classmethod
    def open(cls, name: str) -> Source:
        """Open a file, or standard input for ``-``.

        Raises
        ------
        OSError
            If the file can't be opened or read.
        """
        if name == "-":
            return cls("standard input", sys.stdin.buffer, sys.stdin.buffer.read(cls.HEAD))
        file = open_compressed(name, name, "rb")  # closed below, or by `blocks` at its end
        with damage_named(name):
            head = file.read(cls.HEAD)
        if len(head) < cls.HEAD:
            file.close()
            return cls(name, io.BytesIO(), head)
        return cls(name, file, head)

    @classmethod
    def of(cls, argument: str) -> Source:
        """Take an argument as what it is: the text of a puzzle, or else the name of a file, or ``-``.

        Examples
        --------
        >>> Source.of("." * 81).name
        'the puzzle given'
        """
        is_text = sum(character in CELLS for character in argument) > 40 and not any(map(str.isalpha, argument))
        if is_text and not os.path.exists(argument):
            return cls("the puzzle given", io.BytesIO(), argument.encode())
        return cls.open(argument)

    @property
    def is_short(self) -> bool:
        """Whether the head is all there is."""
        return len(self.head) < self.HEAD

    @property
    def size(self) -> int | None:
        """Bytes in all, None where nobody knows."""
        if self.is_short:
            return len(self.head)
        is_compressed = self.name.endswith(tuple(COMPRESSED))
        return None if is_compressed else os.fstat(self.file.fileno()).st_size or None

    def blocks(self, size: int) -> Iterator[bytes]:
        """Yield the bytes in blocks of whole lines, each about that size."""
        rest = self.head
        while block := self._read_block(size):
            # A line longer than a block is rubbish: cut anywhere.
            end = block.rfind(b"\n") + 1 or block.rfind(b"\r") + 1 or len(block)
            yield rest + block[:end]
            rest = block[end:]
        if rest:
            yield rest
        if not self.is_short and self.file is not sys.stdin.buffer:
            self.file.close()

    def _read_block(self, size: int) -> bytes:
        with damage_named(self.name):
            return self.file.read(size)

    def read(self) -> bytes:
        """Read all of it."""
        return b"".join(self.blocks(1 << 24))

    @property
    def form(self) -> str:
        """The form of its puzzles, by its head.

        Raises
        ------
        FormatError
            If it is no text, or holds no puzzle.
        """
        from farandole.formats import text

        # Not the line that the head cuts off, perhaps in the middle of a character.
        whole_lines = self.head if self.is_short else self.head[: self.head.rfind(b"\n") + 1] or self.head
        with self.naming_errors():
            return text.sniff(whole_lines)

    def scan(self) -> Iterator[Entry]:
        """Yield each puzzle with the number of its line, or the error in its place.

        Raises
        ------
        FormatError
            If it is no text, or holds no puzzle.
        """
        from farandole.formats import text

        content = self.read()  # names itself what is damaged
        with self.naming_errors():
            yield from text.scan(content)

    @contextmanager
    def naming_errors(self) -> Iterator[None]:
        """Put its name before what is wrong with its text."""
        try:
            yield
        except (FormatError, CoverError) as error:
            raise type(error)(f"{self.name}: {error}") from None
