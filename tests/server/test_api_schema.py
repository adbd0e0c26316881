"""The HTTP interface keeps to its own document, whatever it is asked."""

from __future__ import annotations

import tempfile
from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)  # fmt: skip
from starlette.testclient import TestClient
from tests.server.test_http import app_of

from kickdoor.server.http.openapi import openapi
from kickdoor.server.limits.rate_limits import Limits

FREE = (1e9, 1e9)
LIMITS = Limits(lookups=FREE, misses=FREE, makings=FREE, records=FREE, pages=FREE)
folder = tempfile.TemporaryDirectory(prefix="kickdoor-schema")
schema = schemathesis.openapi.from_dict(openapi())
client = TestClient(app_of(Path(folder.name), LIMITS))


def setup_module() -> None:
    client.__enter__()


def teardown_module() -> None:
    client.__exit__(None, None, None)
    folder.cleanup()


@schema.parametrize()
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
def test_answers_keep_to_the_document(case: schemathesis.Case) -> None:
    call = case.as_transport_kwargs(base_url="http://testserver")
    headers = {**call.pop("headers", {}), "host": "testserver"}
    response = client.request(headers=headers, **{k: v for k, v in call.items() if k != "cookies"})
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    case.validate_response(response, checks=checks)
