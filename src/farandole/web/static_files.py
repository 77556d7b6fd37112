"""The files of the page: read and compressed once, and sent again only after a change."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from farandole.web.scripts import strip_script

ROOT = Path(__file__).parent / "static"

# Listed here, because the types that a system knows may be wrong.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gzip": "application/octet-stream",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/octet-stream",
    ".woff2": "font/woff2",
}
PACKED = (".gzip", ".png", ".whl", ".woff2")  # which would not get smaller


class _File(NamedTuple):
    """A file: its content, the compressed content, and the tag by which a browser recognizes a version."""

    changed: int
    content: bytes
    packed: bytes
    tag: str


class StaticFiles:
    """The files in a folder, by their names."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root.resolve()
        self._packed: dict[Path, _File] = {}

    def answer(self, name: str, request: Request) -> Response:
        """Answer a request for a file: with its content, or by the status 304 (unchanged) or 404 (no such file)."""
        file = self._find(name)
        if file is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        packed = self._read(file)
        headers = {"ETag": packed.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if packed.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
        if takes_gzip and len(packed.packed) < len(packed.content):
            headers["Content-Encoding"] = "gzip"
            return Response(packed.packed, headers=headers, media_type=KINDS[file.suffix])
        return Response(packed.content, headers=headers, media_type=KINDS[file.suffix])

    def _find(self, name: str) -> Path | None:
        if "\0" in name or "\\" in name:
            return None
        try:
            file = (self._root / name).resolve()
            is_ours = file.is_relative_to(self._root) and file.suffix in KINDS and file.is_file()
        except OSError:  # a name that is too long
            return None
        return file if is_ours else None

    def _read(self, file: Path) -> _File:
        changed, known = file.stat().st_mtime_ns, self._packed.get(file)
        if known is None or known.changed != changed:
            content = file.read_bytes()
            if file.suffix == ".js":
                content = strip_script(content.decode()).encode()
            tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
            packed = content if file.suffix in PACKED else gzip.compress(content, mtime=0)
            known = self._packed[file] = _File(changed, content, packed, tag)
        return known
