"""The API held against its own description: schemathesis makes requests of it, good and bad, the same in every run."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from nuns.server.web.api.openapi import exact
from nuns.server.web.app import litestar
from nuns.server.web.site import Config, Site
from tests.kit.web import Served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


schema = schemathesis.openapi.from_dict(exact(litestar(Site.of(Config(database="sqlite:///nowhere"))).openapi_schema.to_schema()))


@pytest.mark.full
@schema.parametrize()
@settings(
    max_examples=12,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_route_answers_as_it_is_described(case: schemathesis.Case[Any], site: Served) -> None:
    case.call_and_validate(base_url=site.url, checks=CHECKS, timeout=60)
