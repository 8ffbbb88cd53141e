"""The OpenAPI document: the routes as the framework finds them, their bodies by the schema of the protocol."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router
from litestar.openapi.plugins import OpenAPIRenderPlugin

from nuns.server.refusal import Refusal, Why
from nuns.server.schema import ANSWERS
from nuns.server.web.api.answers import refused

RECORDS = ("/api/records", "/api/replays", "/api/replays/explanation", "/api/replays/analysis")  # take the text of a record
TEXT_BODY = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}


def schema_router() -> Router:
    """Returns a router that refuses an unknown address in JSON, where the framework would answer with a page."""
    return Router("/api/schema", route_handlers=[], include_in_schema=False, after_request=in_json)


def in_json(answer: Response[Any]) -> Response[Any]:
    return refused(Refusal(Why.NO_SUCH_ADDRESS)) if answer.status_code == 404 else answer


class ExactSchema(OpenAPIRenderPlugin):
    """The OpenAPI document at ``/api/schema`` and ``/api/schema/openapi.json``."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(exact(openapi_schema))


def exact(document: dict[str, Any]) -> dict[str, Any]:
    """Returns the document with every limit on numbers and texts that is checked."""
    _, components = msgspec.json.schema_components(ANSWERS, ref_template="#/components/schemas/{name}")
    schemas = {**document["components"]["schemas"], **components}
    paths = {path: with_body(item) if path in RECORDS else item for path, item in document["paths"].items()}
    return {**document, "paths": paths, "components": {**document["components"], "schemas": schemas}}


def with_body(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "post": {**item["post"], "requestBody": TEXT_BODY}}
