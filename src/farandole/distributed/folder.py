"""A folder of files, on a disk or in a store such as S3. A file appears there when it is complete, not before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO

from farandole.errors import FormatError, MissingExtraError
from farandole.records import record

_PART = ".part"


def is_unfinished(name: str) -> bool:
    """Return whether a file is one that was being written when the command was killed."""
    return name.endswith(_PART)


@record(slots=False)
class Folder:
    """A folder by its name: a path, or an address such as ``s3://bucket/folder`` that fsspec knows.

    Parameters
    ----------
    name : str
        The endpoint and the keys of a store come from the environment and fsspec's configuration.
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
        """Return the full name of a file in the folder."""
        return os.path.join(self.name, name) if self._is_local else f"{self.name.rstrip('/')}/{name}"

    def files(self) -> dict[str, int]:
        """List the files in order, with their sizes; subfolders are ignored."""
        files, path = self._connect()
        files.invalidate_cache()
        try:
            found = files.ls(path, detail=True)
        except FileNotFoundError:
            return {}
        sizes = {entry["name"].rpartition("/")[2]: entry["size"] for entry in found if entry["type"] == "file"}
        return dict(sorted(sizes.items()))

    def is_empty(self, *, beside: str = "") -> bool:
        """Return whether the folder has nothing beside a subfolder, or doesn't exist."""
        files, path = self._connect()
        files.invalidate_cache()
        own = {path.rstrip("/"), f"{path.rstrip('/')}/{beside}"}
        try:
            return all(entry.rstrip("/") in own for entry in files.ls(path, detail=False))
        except FileNotFoundError:
            return True

    def subfolder(self, name: str) -> Folder:
        """Return a folder inside this one."""
        return Folder(self.path(name))

    @contextmanager
    def open_to_read(self, name: str) -> Iterator[BinaryIO]:
        """Open a file for reading at any position."""
        files, path = self._connect()
        with files.open(f"{path}/{name}", "rb") as file:
            yield file

    def read_json(self, name: str) -> Any:
        """Read a JSON document.

        Raises
        ------
        FormatError
            If the file is not JSON.
        FileNotFoundError
            If there is no such file.
        """
        with self.open_to_read(name) as file:
            content = file.read()
        try:
            return json.loads(content)
        except ValueError as error:
            raise FormatError(f"{self.path(name)}: expected JSON, as we wrote it: {error}") from None

    def write_json(self, name: str, document: Any) -> None:
        """Write a JSON document."""
        with self.open_to_write(name) as path, open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)

    @contextmanager
    def open_to_write(self, name: str) -> Iterator[str]:
        """Yield a temporary name to write to; at the end of the block, the file gets its real name at once."""
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
        with NamedTemporaryFile() as file:  # stores take complete files
            yield file.name
            part = f"{path}/_{name}.{os.getpid()}{_PART}"
            files.put_file(file.name, part)
            files.mv(part, f"{path}/{name}")

    def sweep(self) -> None:
        """Remove temporary files of writers that were killed."""
        files, path = self._connect()
        for name in self.files():
            if name.startswith("_") and name.endswith(_PART):
                files.rm_file(f"{path}/{name}")
