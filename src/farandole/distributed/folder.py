"""A folder of files, on a disk or in a store such as S3: what is written there is whole, or not there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO

from farandole.errors import FormatError, MissingExtraError

_PART = ".part"


@dataclass(frozen=True)
class Folder:
    """A folder by its name: a path, or an address such as ``s3://bucket/folder`` that fsspec knows.

    Parameters
    ----------
    name : str
        How a store is reached (its endpoint, keys) is for the environment and fsspec's configuration to say.
    """

    name: str

    @property
    def _is_local(self) -> bool:
        return "://" not in self.name

    def _connect(self) -> tuple[Any, str]:
        """Return the file system and the path there."""
        try:
            import fsspec
        except ImportError:
            raise MissingExtraError(f"{self.name}: pip install 'farandole[scale]' to work on folders") from None
        try:
            return fsspec.core.url_to_fs(self.name)  # type: ignore[no-any-return]
        except (ImportError, ValueError) as error:
            raise FormatError(f"{self.name}: expected a folder or an address that fsspec knows: {error}") from None

    def path(self, name: str) -> str:
        """Give the whole name of a file in it."""
        return os.path.join(self.name, name) if self._is_local else f"{self.name.rstrip('/')}/{name}"

    def files(self) -> dict[str, int]:
        """List its files, in order, and the bytes of each; those in folders inside it don't count."""
        files, path = self._connect()
        files.invalidate_cache()
        try:
            found = files.ls(path, detail=True)
        except FileNotFoundError:
            return {}
        sizes = {entry["name"].rpartition("/")[2]: entry["size"] for entry in found if entry["type"] == "file"}
        return dict(sorted(sizes.items()))

    def is_empty(self) -> bool:
        """Return whether there is nothing in it, neither a file nor a folder; true if there is no such folder."""
        files, path = self._connect()
        files.invalidate_cache()
        try:
            return not [entry for entry in files.ls(path, detail=False) if entry.rstrip("/") != path.rstrip("/")]
        except FileNotFoundError:
            return True

    def subfolder(self, name: str) -> Folder:
        """Give a folder inside it."""
        return Folder(self.path(name))

    @contextmanager
    def open_to_read(self, name: str) -> Iterator[BinaryIO]:
        """Open a file to be read anywhere in it."""
        files, path = self._connect()
        with files.open(f"{path}/{name}", "rb") as file:
            yield file

    def read_json(self, name: str) -> Any:
        """Read a document of ours.

        Raises
        ------
        FormatError
            If it is none.
        FileNotFoundError
            If it isn't there.
        """
        with self.open_to_read(name) as file:
            content = file.read()
        try:
            return json.loads(content)
        except ValueError as error:
            raise FormatError(f"{self.path(name)}: expected JSON, as we wrote it: {error}") from None

    def write_json(self, name: str, document: Any) -> None:
        """Write a document."""
        with self.open_to_write(name) as path, open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)

    @contextmanager
    def open_to_write(self, name: str) -> Iterator[str]:
        """Give the name of a file to be written; it gets its own name and is there when it is whole, not before."""
        files, path = self._connect()
        if self._is_local:
            os.makedirs(self.name, exist_ok=True)
            part = self.path(f"_{name}.{os.getpid()}{_PART}")
            try:
                yield part
                with open(part, "rb+") as file:
                    os.fsync(file.fileno())
                os.replace(part, self.path(name))
            finally:
                if os.path.exists(part):
                    os.remove(part)
            return
        with NamedTemporaryFile() as file:  # a store takes whole files, and has each at once
            yield file.name
            part = f"{path}/_{name}.{os.getpid()}{_PART}"
            files.put_file(file.name, part)
            files.mv(part, f"{path}/{name}")

    def sweep(self) -> None:
        """Remove what was left by those who were ended while they wrote."""
        files, path = self._connect()
        for name in self.files():
            if name.startswith("_") and name.endswith(_PART):
                files.rm_file(f"{path}/{name}")
