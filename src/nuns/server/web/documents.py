"""Answers that are made once: their bytes, compressed too, with a tag by which a browser knows that it has them already."""

import gzip
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from litestar import Request, Response
from litestar.datastructures import State

WORTH_PACKING = 1_000  # bytes
PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "text/javascript")
REVALIDATED = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"

ApiRequest = Request[object, object, State]


@dataclass(frozen=True)
class Document:
    """An answer that does not change."""

    body: bytes
    media_type: str
    cache: str = REVALIDATED
    headers: dict[str, str] = field(default_factory=dict)
    packed_already: bytes | None = None  # the compressed body, where another process has made it

    @property
    def size(self) -> int:
        """Returns the bytes it takes in memory."""
        return len(self.body) + len(self.packed or b"")

    @cached_property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:24]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """Returns the compressed body; None where compressing gains nothing."""
        if self.packed_already is not None:
            return self.packed_already
        if len(self.body) < WORTH_PACKING or not self.media_type.startswith(PACKED):
            return None
        return compressed(self.body)

    def answer(self, request: ApiRequest, status: int = 200) -> Response[bytes]:
        """Returns the document, or status 304 if the browser has it."""
        headers = {"Cache-Control": self.cache, "ETag": self.tag, "Vary": "Accept-Encoding", **self.headers}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, status_code=status, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.media_type)
        return Response(self.body, status_code=status, headers=headers, media_type=self.media_type)


def compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)
