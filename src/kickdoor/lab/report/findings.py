"""Findings in words: each sentence reports a figure that passed its test, or that none did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Any

from kickdoor.lab.report.report_text import CALLED, RATES, between, listed, luck, number, percent_of, points
from kickdoor.lab.report.win_stats import difference_of
from kickdoor.lab.significance import LEVEL, false_discovery, holm, two_sided
from kickdoor.sim.ladder.ratings import Z

Report = dict[str, Any]
Finding = dict[str, Any]
MAX_CHANGES_LISTED = 4
"""The number of reported figures per variant."""
MAX_NAMES_LISTED = 3
"""The number of reported cards or monsters at each end."""
MAX_SETTINGS_LISTED = 6
"""The number of settings that are reported separately."""
ENOUGH_FIGHTS = 50


def findings(report: Report) -> list[Finding]:
    """List all findings, most important first."""
    base = [group for group in report["groups"] if group["variant"] == report["base"]]
    found = [*variants(report), *ladders(report), *seats(base), *lengths(base), *shared(base), *leaders(base)]
    found += [*monsters(base, report["names"]), *prices(base), *cards(base, report["names"])]
    return found


def finding(section: str, text: str, clear: bool = True) -> Finding:
    """Return a finding; it is not clear if nothing could be shown."""
    return {"section": section, "text": text, "clear": clear}


def where(base: list[Report], group: Report) -> str:
    """Start a sentence about one of several settings."""
    return f"{group['label']}: " if len(base) > 1 else ""


def capital(text: str) -> str:
    """Start a sentence with a capital."""
    return text[:1].upper() + text[1:]


def variants(report: Report) -> Iterator[Finding]:
    """Yield the changes by variants, clearest first."""
    means = {(one["variant"], one["setting"]): one for one in report["settings"]}
    several = len({one["setting"] for one in report["compared"]}) > 1
    for one in report["compared"]:
        name = f"“{one['variant']}”" + (f" ({one['setting']})" if several else "")
        told = [(key, change) for key, change in one["changes"].items() if key in CALLED]
        clear = [(key, change) for key, change in told if change["corrected"] < LEVEL]
        if not clear:
            text = f"{name} has no effect that {one['games']:,} pairs of games could show"
            yield finding("variants", f"{text} ({one['alike']:,} of them were identical).", False)
            continue
        # Turns and rounds carry the same information
        clear = [(key, change) for key, change in clear if key != "turns" or len(clear) == 1]
        clear.sort(key=lambda row: -abs(row[1]["mean"]) / max(row[1]["high"] - row[1]["low"], 1e-9))
        base = means[report["base"], one["setting"]]
        said = [change_text(key, change, base) for key, change in clear[:MAX_CHANGES_LISTED]]
        more = len(clear) - MAX_CHANGES_LISTED
        tail = f"; {more} more of the {len(told)} figures changed" if more > 0 else ""
        yield finding("variants", f"{name}: {'; '.join(said)}{tail}.")


def change_text(key: str, change: dict[str, float], base: Report) -> str:
    """Return how one figure changed."""
    mean, low, high = change["mean"], change["low"], change["high"]
    if key in RATES:
        was = 100 * base[key] / max(base["games"], 1)
        more = "more" if mean > 0 else "fewer"
        size = between(min(abs(low), abs(high)) * 100, max(abs(low), abs(high)) * 100)
        return f"{number(100 * abs(mean))} {more} {CALLED[key]} per 100 games {size}, from {number(was)}"
    more = "more" if mean > 0 else "fewer"
    was = base["rounds"]["mean"] if key == "rounds" else base["a_game"].get(key)
    from_ = f", from {number(was, 2)}" if was is not None else ""
    digits = 2 if abs(mean) < 10 else 1
    size = between(min(abs(low), abs(high)), max(abs(low), abs(high)), digits)
    return f"{number(abs(mean), digits)} {more} {CALLED[key]} per game {size}{from_}"


def ladders(report: Report) -> Iterator[Finding]:
    """Yield the findings about the strength of bots and the weight of skill."""
    for ladder in report.get("ladder", []):
        several = f" ({ladder['variant']}, {ladder['seats']} seats)" if len(report["ladder"]) > 1 else ""
        table = ladder["tables"][0]
        rows = table["standings"]
        for one, other in pairwise(rows):
            if one["rating_low"] > other["rating_high"]:
                text = f"{one['bot']} is stronger than {other['bot']}{several}: rated {number(one['rating'], 0)} "
                text += f"{between(one['rating_low'], one['rating_high'], 0)} against {number(other['rating'], 0)} "
                yield finding("ladder", text + f"{between(other['rating_low'], other['rating_high'], 0)}.")
            else:
                text = (
                    f"{table['games']:,} games do not show whether {one['bot']} or {other['bot']} is stronger{several}"
                )
                yield finding("ladder", f"{text}: their intervals overlap.", False)
        yield from skill(table["alone_against"], ladder["seats"], several)


def skill(alone: Report, seats: int, several: str) -> Iterator[Finding]:
    """Return the most and the least that one wins against copies of another."""
    pairs = [(one, other, share) for one, row in alone.items() for other, share in row.items()]
    even = 100 / seats
    ordered = sorted(pairs, key=lambda pair: pair[2]["share"])
    for one, other, share in ordered[-1:]:
        if share["share_low"] > even:
            text = f"The largest advantage is that of one {one} among {seats - 1} {other}{several}"
            yield finding("ladder", f"{text}: {percent_of(share)} of the wins; an even share is {number(even)} %.")
    above = [pair for pair in ordered if pair[2]["share_low"] > even]
    if above and len(above) > 1:
        one, other, share = above[0]
        text = f"The smallest clear advantage is that of one {one} among {seats - 1} {other}{several}"
        yield finding("ladder", f"{text}: {percent_of(share)}.")


def seats(base: list[Report]) -> Iterator[Finding]:
    """Return whether a seat is better than another."""
    corrected = holm([group["wins"]["chance_of_seats"] for group in base])
    clear = [(group, chance) for group, chance in zip(base, corrected, strict=True) if chance < LEVEL]
    for group, chance in clear[:MAX_SETTINGS_LISTED]:
        shares = group["wins"]["by_seat"]
        best = max(range(len(shares)), key=lambda seat: shares[seat]["share"])
        worst = min(range(len(shares)), key=lambda seat: shares[seat]["share"])
        text = f"seat {best + 1} wins {percent_of(shares[best])}, seat {worst + 1} {percent_of(shares[worst])}; "
        text += f"by chance alone, {luck(chance)} of such studies would differ this much"
        yield finding("wins", capital(f"{where(base, group)}{text}."))
    if base and not clear:
        width = max(share["share_high"] - share["share_low"] for group in base for share in group["wins"]["by_seat"])
        text = f"No seat has a significant advantage ({len(base)} tested, "
        text += f"smallest corrected p-value {luck(min(corrected))}); the intervals are ± {number(width / 2)} points"
        yield finding("wins", text + ".", False)


def lengths(base: list[Report]) -> Iterator[Finding]:
    """Return how long games are, and where they are longer."""
    if len(base) == 1:
        found = base[0]["length"]
        text = f"Half of the games end within {found['median']} rounds, 90 % within {found['ninety']}"
        yield finding("length", text + ".")
        return
    ordered = sorted(base, key=lambda group: group["length"]["mean"])
    if not ordered:
        return
    short, long = ordered[0], ordered[-1]
    (one, error), (other, error2) = (mean_of(group["length"]["games_by_rounds"]) for group in (long, short))
    off, around = one - other, sqrt(error**2 + error2**2)
    pairs = len(base) * (len(base) - 1) / 2
    if around and two_sided(off / around) * pairs < LEVEL:
        text = (
            f"Games of {long['label']} are the longest with {number(one)} rounds on average, games of {short['label']} "
        )
        text += f"the shortest with {number(other)}; the difference is {number(off)} "
        text += between(off - Z * around, off + Z * around)
        yield finding("length", text + ".")


def mean_of(counts: list[int]) -> tuple[float, float]:
    """Return the mean of a distribution, and its standard error."""
    total = sum(counts)
    mean = sum(i * count for i, count in enumerate(counts)) / total
    return mean, sqrt(sum(count * (i - mean) ** 2 for i, count in enumerate(counts)) / total / max(total - 1, 1))


def shared(base: list[Report]) -> Iterator[Finding]:
    """Return how often several win."""
    some = [group for group in base if group["wins"]["together"]["share_low"] >= 1]
    if some:
        said = [f"{percent_of(group['wins']['together'])}" for group in some[:MAX_SETTINGS_LISTED]]
        names = [f"{group['label']} " if len(base) > 1 else "" for group in some[:MAX_SETTINGS_LISTED]]
        text = listed([name + share for name, share in zip(names, said, strict=True)])
        yield finding("wins", f"Shared wins: {text}.")


def leaders(base: list[Report]) -> Iterator[Finding]:
    """Yield the round from which a sole leader usually wins."""
    told = []
    for group in base:
        for point in group.get("levels", {}).get("by_round", []):
            if point.get("leader_wins", {}).get("share_low", 0) > 50:
                told.append((group, point))
                break
    for group, point in told[:MAX_SETTINGS_LISTED]:
        text = f"from round {point['round']} on, a player who leads alone usually wins: "
        yield finding("length", capital(f"{where(base, group)}{text}{percent_of(point['leader_wins'])}."))


def monsters(base: list[Report], names: dict[str, str]) -> Iterator[Finding]:
    """Return which monsters are beaten least and most, of those that differ from the rest by more than luck."""
    for group in base[:MAX_SETTINGS_LISTED]:
        found = group.get("fights", {}).get("by_monster", {})
        rows = {key: row for key, row in found.items() if row["fights"] >= ENOUGH_FIGHTS}
        if len(rows) < 2:
            continue
        apart = {key: from_the_rest(row, rows) for key, row in rows.items()}
        chances = false_discovery([two_sided(z) for z in apart.values()])
        clear = [key for key, chance in zip(rows, chances, strict=True) if chance < LEVEL]
        ordered = sorted(clear, key=lambda key: rows[key]["won"]["share"])
        hard = [key for key in ordered if apart[key] < 0][:MAX_NAMES_LISTED]
        easy = [key for key in reversed(ordered) if apart[key] > 0][:MAX_NAMES_LISTED]
        parts = [
            f"{word} {monster_list(some, rows, names)}"
            for word, some in (("beaten least often:", hard), ("beaten most often:", easy))
            if some
        ]
        if parts:
            yield finding("fights", capital(f"{where(base, group)}{'; '.join(parts)}."))


def from_the_rest(row: Report, rows: dict[str, Report]) -> float:
    """Return how many standard errors a monster's share lies from that of all others together."""
    fights = sum(one["fights"] for one in rows.values()) - row["fights"]
    won = sum(one["won"]["share"] * one["fights"] for one in rows.values()) - row["won"]["share"] * row["fights"]
    off, error = difference_of(row["won"], {"share": won / fights, "games": fights})
    return off / error


def prices(base: list[Report]) -> Iterator[Finding]:
    """Return what help costs, and whether it costs more near the end."""
    for group in base[:MAX_SETTINGS_LISTED]:
        found = group.get("help", {})
        if found.get("fights", 0) < ENOUGH_FIGHTS:
            continue
        text = f"helpers get {number(found['part'])} % {between(found['part_low'], found['part_high'])} of the "
        text += f"Treasures, {number(found['treasures'], 2)} per fight"
        rows = [row for row in found["by_level"] if row["fights"] >= ENOUGH_FIGHTS]
        if len(rows) > 1:
            first, last = rows[0], rows[-1]
            if first["part_high"] < last["part_low"] or last["part_high"] < first["part_low"]:
                text += f"; {number(first['part'], 0)} % when the main fighter is at Level {first['level']}, "
                text += f"{number(last['part'], 0)} % at Level {last['level']}"
        yield finding("help", capital(f"{where(base, group)}{text}."))


def cards(base: list[Report], names: dict[str, str]) -> Iterator[Finding]:
    """Yield the cards with a significant effect."""
    for group in base[:MAX_SETTINGS_LISTED]:
        dealt = group.get("cards", {}).get("dealt", [])
        if not dealt:
            continue
        clear = [row for row in dealt if row["more_than_luck"]]
        best = [row for row in clear if row["effect"] > 0][:MAX_NAMES_LISTED]
        worst = [row for row in reversed(clear) if row["effect"] < 0][:MAX_NAMES_LISTED]
        if not clear:
            text = f"none of {len(dealt)} cards in the starting hand changes the share of wins significantly"
            yield finding("cards", capital(f"{where(base, group)}{text}."), False)
            continue
        said = [f"{names[row['card']]} {points(row)}" for row in (*best, *worst)]
        text = (
            f"{len(clear)} of {len(dealt)} cards in the starting hand {'changes' if len(clear) == 1 else 'change'} "
            "the share of wins significantly: "
        )
        yield finding("cards", capital(f"{where(base, group)}{text}{listed(said)}."))


def monster_list(keys: list[str], rows: dict[str, Report], names: dict[str, str]) -> str:
    """List monsters, each with how often it was beaten."""
    return listed([f"{names[key]} ({percent_of(rows[key]['won'], 0)})" for key in keys])
