"""For whoever looks after the server."""

from litestar import MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from nuns.server.tables.refusal import NOT_YOURS, Refusal
from nuns.server.web.api.answers import Asking, answers
from nuns.server.web.site import TheSite

FIGURES = CONTENT_TYPE_LATEST.partition("; charset")[0]


@get("/healthz", responses=answers(str, media_type=MediaType.TEXT), media_type=MediaType.TEXT, summary="Whether the store answers")
async def get_health(site: TheSite) -> str:
    await site.store.check()
    return "well\n"


@get("/metrics", responses=answers(str, 403, media_type=MediaType.TEXT), media_type=MediaType.TEXT, summary="Figures for Prometheus")
async def get_metrics(request: Asking, site: TheSite) -> Response[bytes]:
    if not site.may_measure(request.headers.get("authorization")):
        raise Refusal(NOT_YOURS, "expected the key of the metrics as a bearer token; got none, or another")
    return Response(site.metrics.text(site.refresh_metrics), media_type=FIGURES, headers={"Cache-Control": "no-store"})
