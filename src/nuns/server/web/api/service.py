"""Health, metrics and the local network, for the host of the server."""

from litestar import MediaType, Response, get, post
from prometheus_client import CONTENT_TYPE_LATEST

from nuns.server.refusal import Refusal, Why
from nuns.server.web.api.answers import ApiRequest, answers, refusals
from nuns.server.web.api.values import Network
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite, is_this_machine

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
    summary="Metrics for Prometheus, with the key; without a configured key, for this machine only",
)
async def get_metrics(request: ApiRequest, site: TheSite) -> Response[bytes]:
    if not site.may_measure(request.headers.get("authorization"), address_of(request.scope)):
        raise Refusal(Why.FORBIDDEN, said=NO_KEY if site.config.metrics_key is None else WRONG_KEY)
    return Response(site.metrics.text(site.refresh_metrics), media_type=FIGURES, headers={"Cache-Control": "no-store"})


@get("/api/network", responses=refusals(), summary="How others reach this server")
async def get_network(request: ApiRequest, site: TheSite) -> Network:
    return Network(url=site.shared_url, closed=may_open(request, site) and site.shared_url is None)


@post("/api/network", status_code=200, responses=refusals(403, 409), summary="Opens a server at home to its local network")
async def post_network(request: ApiRequest, site: TheSite) -> Network:
    if not may_open(request, site):
        raise Refusal(Why.NOT_THIS_MACHINE)
    assert site.config.network is not None
    return Network(url=await site.config.network.open(), closed=False)


def may_open(request: ApiRequest, site: Site) -> bool:
    """Returns whether this request comes from the person at a server that was started for this machine alone."""
    return site.config.network is not None and is_this_machine(address_of(request.scope))
