"""Load test of several servers that share PostgreSQL and Redis, beside one server with a file."""

from __future__ import annotations

import asyncio
from typing import Any

from kickdoor.server.cluster.local_services import check_installed
from kickdoor.server.loadtest.load_clients import Outcome
from kickdoor.server.loadtest.load_runner import LoadPlan, Progress, cost_of, figures_of, load
from kickdoor.server.loadtest.load_servers import Machines, Site, embedded, machines


async def both(one: Site, other: Site, plan: LoadPlan, progress: Progress) -> list[Outcome]:
    """Play at two sites at the same time, so that whatever else the machine does hits both alike."""
    return list(await asyncio.gather(load(one, plan, progress), load(other, plan, progress)))


def compared(machines: Machines, plan: LoadPlan, progress: Progress) -> list[Outcome]:
    """Play at one server with a file and at one with PostgreSQL."""
    with embedded(plan.budget) as file, machines.nodes(1, plan.budget) as node:
        return asyncio.run(both(file, node, plan, progress))


def spread(machines: Machines, count: int, plan: LoadPlan, progress: Progress) -> Outcome:
    """Play at several servers, everybody connected to another than their neighbour."""
    with machines.nodes(count, plan.budget) as site:
        return asyncio.run(load(site, plan, progress))


def run_nodes(count: int, plan: LoadPlan, progress: Progress) -> dict[str, Any]:
    """Run the whole arrangement on this machine, and sums up what was measured."""
    check_installed()
    with machines() as own:
        file, node = compared(own, plan, progress)
        several = spread(own, count, plan, progress)
    return {
        "embedded": figures_of(file),
        "node": figures_of(node),
        "node_against_embedded": round(cost_of(node) / max(0.01, cost_of(file)), 2),
        "nodes": {"servers": count, **figures_of(several)},
    }
