"""The OpenAPI document of the HTTP interface, made from the types it speaks of."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from kickdoor.server.http import api_types as api
from kickdoor.server.records.analysis_api import AnalysisShown, Stop
from kickdoor.server.records.game_stats import Stats
from kickdoor.server.records.playback import OPEN, WATCHER, Moment, ReplayPage

TYPES = (
    api.NewTable, api.Join, api.TutorialRequest, api.SeatCredentials, api.MoveOrder, api.MoveCode, api.Claim,
    api.TableSummary,
    api.RecordKept, api.Problem, api.Health, api.About, ReplayPage, Moment, Stats, AnalysisShown, Stop,
)  # fmt: skip
CODE = {"type": "string", "pattern": "^[BCDFGHJKLMNPQRSTVWXZ]{6}$"}
RECORD = {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,40}$"}
VIEW = {"type": "string", "enum": [WATCHER, OPEN, *"012345"]}
STEP = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
Part = dict[str, Any]


def parameter(name: str, schema: Part, place: str = "path") -> Part:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def content(schema: Part) -> Part:
    return {"application/json": {"schema": schema}}


def ref(name: str) -> Part:
    return {"$ref": f"#/components/schemas/{name}"}


def operation(
    name: str, answer: Part, status: int = 200, body: Part | None = None, parameters: list[Part] | None = None
) -> Part:
    """Describe one thing that may be asked, with all the ways in which it may be refused."""
    refusals = ("400", "403", "404", "409", "413", "429", "500", "503")
    problem = {"description": "refused", "content": content(ref("Problem"))}
    out: Part = {
        "operationId": name,
        "responses": {str(status): {"description": "done", "content": content(answer)}}
        | dict.fromkeys(refusals, problem),
    }
    if body is not None:
        out["requestBody"] = {"required": True, "content": content(body)}
    if parameters:
        out["parameters"] = parameters
    return out


def list_of(name: str) -> Part:
    return {"type": "array", "items": ref(name)}


def paths() -> dict[str, Part]:
    """Describe every address."""
    code = [parameter("code", CODE)]
    record = [parameter("record", RECORD)]
    seen = [*record, parameter("view", VIEW, "query")]
    pages = [*seen, parameter("from", STEP, "query"), parameter("to", STEP, "query")]
    anything: Part = {"type": "object"}
    sets = [parameter("sets", {"type": "string", "maxLength": 500}, "query")]
    seated = ref("SeatCredentials")
    return {
        "/api/tables": {
            "get": operation("tables", list_of("TableSummary")),
            "post": operation("make_table", seated, 201, ref("NewTable")),
        },
        "/api/tutorial": {"post": operation("tutorial", seated, 201, ref("TutorialRequest"))},
        "/api/tables/{code}": {"get": operation("table", ref("TableSummary"), 200, None, code)},
        "/api/tables/{code}/seats": {"post": operation("sit_down", seated, 201, ref("Join"), code)},
        "/api/tables/{code}/move": {"post": operation("move", ref("MoveCode"), 201, ref("MoveOrder"), code)},
        "/api/tables/{code}/claim": {"post": operation("claim", seated, 201, ref("Claim"), code)},
        "/api/records": {"post": operation("bring_record", ref("RecordKept"), 201, anything)},
        "/api/records/{record}": {"get": operation("record", anything, 200, None, record)},
        "/api/records/{record}/views": {"get": operation("views", ref("ReplayPage"), 200, None, pages)},
        "/api/records/{record}/log": {"get": operation("log", list_of("Moment"), 200, None, seen)},
        "/api/records/{record}/stats": {"get": operation("stats", ref("Stats"), 200, None, record)},
        "/api/records/{record}/analysis": {
            "get": operation("analysis", ref("AnalysisShown"), 200, None, record),
            "post": operation("analyse", ref("AnalysisShown"), 202, None, record),
        },
        "/api/records/{record}/analysis/stop": {
            "post": operation("stop_analysis", ref("AnalysisShown"), 200, ref("Stop"), record)
        },
        "/api/cards": {"get": operation("cards", anything, 200, None, sets)},
        "/api/rules": {"get": operation("rules", {"type": "array", "items": anything})},
        "/api/lobby": {"get": operation("lobby", anything)},
        "/healthz": {"get": operation("healthz", ref("Health"))},
        "/readyz": {"get": readiness()},
        "/version": {"get": operation("version", ref("About"))},
    }


def readiness() -> Part:
    """Describe the question whether players may be sent here, which is answered alike whether they may or not."""
    out = operation("readyz", ref("Health"))
    out["responses"]["503"] = {"description": "not ready", "content": content(ref("Health"))}
    return out


@cache
def openapi_json() -> bytes:
    """Write the document."""
    return msgspec.json.encode(openapi())


def openapi() -> Part:
    """Make the document."""
    _, parts = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "kickdoor table", "version": "1"},
        "paths": paths(),
        "components": {"schemas": parts},
    }
