"""Text for the figures of `kickdoor bench --env`."""

from __future__ import annotations

from typing import Any

WIDE = 44


def env_lines(data: dict[str, Any]) -> list[str]:
    """List the lines of the report."""
    facts = data["machine"]
    engine = "compiled" if facts["compiled"] else "interpreted"
    versions = ", ".join(f"{name} {version}" for name, version in data["versions"].items())
    lines = [
        f"kickdoor {facts['kickdoor']}, {engine}; {facts['python']}; {facts['system']}",
        f"{facts['processor']}, {facts['cores']} cores; CPU seconds, {data['repeats']} × in turn",
        f"sets {', '.join(data['sets'])}; {data['seats']} seats; all players move at random",
        *([f"beside {versions}"] if versions else []),
        "",
        f"{'decisions a second and core':<{WIDE}}{'median':>10}{'least':>10}{'most':>10}{'ours to it':>12}",
    ]
    lines += [line_of(f"kickdoor: {one['what']}", one) for one in data["ours"].values()]
    peers = list(data["peers"].values())
    lines += block("", [one for one in peers if one["comparable"]])
    lines += block("not comparable:", [one for one in peers if not one["comparable"]])
    if data["missing"]:
        lines += ["", "not measured:", *(f"  {reason}" for reason in dict.fromkeys(data["missing"].values()))]
    return lines


def block(title: str, rows: list[dict[str, Any]]) -> list[str]:
    """List other environments under a title."""
    return ["", *([title] if title else []), *(line_of(name_of(one), one) for one in rows)] if rows else []


def name_of(one: dict[str, Any]) -> str:
    """Name an environment, with its language if that is not Python."""
    return str(one["what"]) if one["language"] == "Python" else f"{one['what']} ({one['language']})"


def line_of(name: str, one: dict[str, Any]) -> str:
    """Write the figures of one environment; the ratio compares our environment with the same interface."""
    pace = one["decisions_per_second"]
    figures = "".join(f"{pace[key]:>10,.0f}" for key in ("median", "least", "most"))
    ratio = one.get("ratio")
    return f"{name:<{WIDE}}{figures}" + ("" if ratio is None else f"{ratio['median']:>12.2f}")
