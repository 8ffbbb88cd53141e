"""The built client: its files, and its one page for every address of its own."""

import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from nuns.server.refusal import Refusal, Why
from nuns.server.web.api.answers import ApiRequest, refused
from nuns.server.web.documents import FOR_EVER, Document
from nuns.server.web.site import TheSite

ASSETS = "assets"  # file names there hold a hash of the content
HTML = "text/html"
INDEX = "index.html"
OWN = ("api", "metrics", "healthz")  # addresses that are never the client's page
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Nuns on the Run</title>
<h1>The table is not built yet</h1>
<p>The server runs, but the page that players see is missing. <code>make play</code> builds it and starts the server again.</p>
</html>
"""


def read_pages(folder: Path) -> dict[str, Document]:
    """Returns every file of the built client by its address, and the page itself."""
    found = {"/" + file.relative_to(folder).as_posix(): _document(file, folder) for file in sorted(folder.rglob("*")) if file.is_file()}
    page = found.pop(f"/{INDEX}", None)
    return {**found, "/": page or Document(NOT_BUILT.encode(), HTML)}


def _document(file: Path, folder: Path) -> Document:
    is_asset = file.relative_to(folder).parts[0] == ASSETS
    media_type = HTML if file.name == INDEX else TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Document(file.read_bytes(), media_type, FOR_EVER) if is_asset else Document(file.read_bytes(), media_type)


@get(["/", "/{path:path}"], include_in_schema=False)
async def get_page(request: ApiRequest, site: TheSite, path: FromPath[str] = "/") -> Response[bytes]:
    """Answers with a file, or with the page, which knows its own addresses."""
    if path in site.pages:
        return site.pages[path].answer(request)
    first, last = path.split("/")[1], path.rpartition("/")[2]
    if first in OWN or first == ASSETS or "." in last:
        return refused(Refusal(Why.NO_SUCH_ADDRESS))
    return site.pages["/"].answer(request)
