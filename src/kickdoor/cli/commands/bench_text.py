"""Text for the figures of `kickdoor bench`."""

from __future__ import annotations

from typing import Any


def bench_lines(data: dict[str, Any]) -> list[str]:
    """List the lines of the report."""
    facts = data["machine"]
    engine = "compiled" if facts["compiled"] else "interpreted"
    lines = [
        f"kickdoor {facts['kickdoor']}, {engine}; {facts['python']}; {facts['system']}",
        f"{facts['processor']}, {facts['cores']} cores; CPU seconds, {data['repeats']} × in turn",
        f"random play, policy {data['policy']}; sets {', '.join(data['sets'])}; {data['seats']} seats",
        "",
        f"{'':<26}{'median':>12}{'least':>12}{'most':>12}",
    ]
    for run in data["runs"].values():
        lines.append(figure(f"{run['what']}: decisions/s", run["decisions_per_second"]))
        lines.append(figure("  all answers/s", run["answers_per_second"]))
        lines.append(figure("  games/s", run["games_per_second"], 2))
    for name, ratio in data["ratios"].items():
        lines.append(figure(f"ratio to {name}", ratio["decisions"], 2))
        lines.append(figure("  counting all answers", ratio["answers"], 2))
    ours = next(iter(data["runs"].values()))
    lines += ["", f"{'decisions a game':<26}{ours['decisions_per_game']:>12,.0f}"]
    lines.append(f"{'forced answers a game':<26}{ours['forced_per_game']:>12,.0f}")
    lines.append(f"{'games cut':<26}{ours['share_cut']:>12.0%}")
    lines.append(
        "decisions by purpose: " + ", ".join(f"{name} {share:.1%}" for name, share in data["purposes"].items())
    )
    return lines + cost_lines(data.get("costs"))


def cost_lines(costs: dict[str, Any] | None) -> list[str]:
    """List the figures other than speed."""
    if costs is None:
        return []
    flat = costs["flatness"]
    rows = [
        ("6 seats to 3", f"{costs['six_to_three']:.2f}"),
        ("all sets to these", "–" if costs["all_sets"] is None else f"{costs['all_sets']:.2f}"),
        ("late to early in a game", "–" if flat is None else f"{flat:.2f}"),
        ("copy of a state", f"{costs['clone_microseconds']:.1f} µs"),
        ("observe + JSON", f"{costs['observe_microseconds']:.1f} µs"),
        ("games of nasty bots", f"{costs['nasty_games_per_second']:.1f}/s"),
        ("playout, a turn", f"{costs['playout_milliseconds_a_turn']:.2f} ms"),
        ("determinization", f"{costs['world_microseconds']:.1f} µs"),
        ("import + load all sets", f"{costs['load_seconds']:.2f} s"),
        ("resident, all sets", f"{costs['resident_bytes'] / 1e6:.1f} MB"),
        ("memory of a live state", f"{costs['state_bytes'] / 1e3:.1f} kB"),
    ]
    return ["", *(f"{name:<26}{value:>12}" for name, value in rows)]


def figure(name: str, spread: dict[str, float], digits: int = 0) -> str:
    """Write one figure with its spread."""
    values = (spread["median"], spread["least"], spread["most"])
    return f"{name:<26}" + "".join(f"{value:>12,.{digits}f}" for value in values)
