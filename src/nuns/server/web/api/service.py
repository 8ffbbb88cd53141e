"""For whoever looks after the server."""

from litestar import MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from nuns.server.refusal import Refusal, Why
from nuns.server.web.api.answers import Asking, answers
from nuns.server.web.shield import address_of
from nuns.server.web.site import TheSite

NO_KEY = "expected to be asked by this machine, since there is no key for metrics (set NUNS_METRICS_KEY to read them from elsewhere)"
WRONG_KEY = "expected the key of the metrics as a bearer token; got none, or another"
FIGURES = CONTENT_TYPE_LATEST.partition("; charset")[0]


@get("/healthz", responses=answers(str, media_type=MediaType.TEXT), media_type=MediaType.TEXT, summary="Whether the store answers")
async def get_health(site: TheSite) -> str:
    await site.store.check()
    return "well\n"


@get(
    "/metrics",
    responses=answers(str, 403, media_type=MediaType.TEXT),
    media_type=MediaType.TEXT,
    summary="Figures for Prometheus: for whoever shows the key, or, where there is none, for this machine alone",
)
async def get_metrics(request: Asking, site: TheSite) -> Response[bytes]:
    if not site.may_measure(request.headers.get("authorization"), address_of(request.scope)):
        raise Refusal(Why.FORBIDDEN, said=NO_KEY if site.config.metrics_key is None else WRONG_KEY)
    return Response(site.metrics.text(site.refresh_metrics), media_type=FIGURES, headers={"Cache-Control": "no-store"})
