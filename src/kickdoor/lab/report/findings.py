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
    found = [*variants(report), *ladders(report), *seats(base), *lengths(base), *shared_wins(base), *leaders(base)]
    found += [*monsters(base, report["names"]), *prices(base), *cards(base, report["names"])]
    return found


def finding(section: str, text: str, clear: bool = True) -> Finding:
    """Return a finding; it is not clear if nothing could be shown."""
    return {"section": section, "text": text, "clear": clear}


def setting_prefix(base: list[Report], group: Report) -> str:
    """Start a sentence about one of several settings."""
    return f"{group['label']}: " if len(base) > 1 else ""


def capital(text: str) -> str:
    """Start a sentence with a capital."""
    return text[:1].upper() + text[1:]


def variants(report: Report) -> Iterator[Finding]:
    """Yield the changes by variants, clearest first."""
    means = {(row["variant"], row["setting"]): row for row in report["settings"]}
    is_several = len({row["setting"] for row in report["compared"]}) > 1
    for row in report["compared"]:
        name = f"“{row['variant']}”" + (f" ({row['setting']})" if is_several else "")
        listed_changes = [(key, change) for key, change in row["changes"].items() if key in CALLED]
        clear = [(key, change) for key, change in listed_changes if change["corrected"] < LEVEL]
        if not clear:
            text = f"{name} has no effect that {row['games']:,} pairs of games could show"
            yield finding("variants", f"{text} ({row['alike']:,} of them were identical).", False)
            continue
        # Turns and rounds carry the same information
        clear = [(key, change) for key, change in clear if key != "turns" or len(clear) == 1]
        clear.sort(key=lambda row: -abs(row[1]["mean"]) / max(row[1]["high"] - row[1]["low"], 1e-9))
        base = means[report["base"], row["setting"]]
        texts = [change_text(key, change, base) for key, change in clear[:MAX_CHANGES_LISTED]]
        more = len(clear) - MAX_CHANGES_LISTED
        rest = f"; {more} more of the {len(listed_changes)} figures changed" if more > 0 else ""
        yield finding("variants", f"{name}: {'; '.join(texts)}{rest}.")


def change_text(key: str, change: dict[str, float], base: Report) -> str:
    """Return how one figure changed."""
    mean, low, high = change["mean"], change["low"], change["high"]
    if key in RATES:
        before = 100 * base[key] / max(base["games"], 1)
        more = "more" if mean > 0 else "fewer"
        size = between(min(abs(low), abs(high)) * 100, max(abs(low), abs(high)) * 100)
        return f"{number(100 * abs(mean))} {more} {CALLED[key]} per 100 games {size}, from {number(before)}"
    more = "more" if mean > 0 else "fewer"
    before = base["rounds"]["mean"] if key == "rounds" else base["a_game"].get(key)
    suffix = f", from {number(before, 2)}" if before is not None else ""
    digits = 2 if abs(mean) < 10 else 1
    size = between(min(abs(low), abs(high)), max(abs(low), abs(high)), digits)
    return f"{number(abs(mean), digits)} {more} {CALLED[key]} per game {size}{suffix}"


def ladders(report: Report) -> Iterator[Finding]:
    """Yield the findings about the strength of bots and the weight of skill."""
    for ladder in report.get("ladder", []):
        suffix = f" ({ladder['variant']}, {ladder['seats']} seats)" if len(report["ladder"]) > 1 else ""
        table = ladder["tables"][0]
        rows = table["standings"]
        for better, worse in pairwise(rows):
            if better["rating_low"] > worse["rating_high"]:
                text = f"{better['bot']} is stronger than {worse['bot']}{suffix}: rated {number(better['rating'], 0)} "
                text += (
                    f"{between(better['rating_low'], better['rating_high'], 0)} against {number(worse['rating'], 0)} "
                )
                yield finding("ladder", text + f"{between(worse['rating_low'], worse['rating_high'], 0)}.")
            else:
                text = f"{table['games']:,} games do not show whether {better['bot']} or {worse['bot']} is stronger"
                yield finding("ladder", f"{text}{suffix}: their intervals overlap.", False)
        yield from skill(table["alone_against"], ladder["seats"], suffix)


def skill(alone: Report, seats: int, suffix: str) -> Iterator[Finding]:
    """Return the most and the least that one wins against copies of another."""
    pairs = [(bot, other_bot, share) for bot, row in alone.items() for other_bot, share in row.items()]
    even_share = 100 / seats
    ordered = sorted(pairs, key=lambda pair: pair[2]["share"])
    for bot, other_bot, share in ordered[-1:]:
        if share["share_low"] > even_share:
            text = f"The largest advantage is that of one {bot} among {seats - 1} {other_bot}{suffix}"
            yield finding(
                "ladder", f"{text}: {percent_of(share)} of the wins; an even share is {number(even_share)} %."
            )
    clear_pairs = [pair for pair in ordered if pair[2]["share_low"] > even_share]
    if clear_pairs and len(clear_pairs) > 1:
        bot, other_bot, share = clear_pairs[0]
        text = f"The smallest clear advantage is that of one {bot} among {seats - 1} {other_bot}{suffix}"
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
        yield finding("wins", capital(f"{setting_prefix(base, group)}{text}."))
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
    shortest, longest = ordered[0], ordered[-1]
    (high, high_error), (low, low_error) = (
        mean_of(group["length"]["games_by_rounds"]) for group in (longest, shortest)
    )
    difference, error = high - low, sqrt(high_error**2 + low_error**2)
    pairs = len(base) * (len(base) - 1) / 2
    if error and two_sided(difference / error) * pairs < LEVEL:
        text = f"Games of {longest['label']} are the longest with {number(high)} rounds on average, "
        text += f"games of {shortest['label']} the shortest with {number(low)}; the difference is {number(difference)} "
        text += between(difference - Z * error, difference + Z * error)
        yield finding("length", text + ".")


def mean_of(counts: list[int]) -> tuple[float, float]:
    """Return the mean of a distribution, and its standard error."""
    total = sum(counts)
    mean = sum(i * count for i, count in enumerate(counts)) / total
    return mean, sqrt(sum(count * (i - mean) ** 2 for i, count in enumerate(counts)) / total / max(total - 1, 1))


def shared_wins(base: list[Report]) -> Iterator[Finding]:
    """Return how often several win."""
    groups = [group for group in base if group["wins"]["together"]["share_low"] >= 1]
    if groups:
        shares = [f"{percent_of(group['wins']['together'])}" for group in groups[:MAX_SETTINGS_LISTED]]
        names = [f"{group['label']} " if len(base) > 1 else "" for group in groups[:MAX_SETTINGS_LISTED]]
        text = listed([name + share for name, share in zip(names, shares, strict=True)])
        yield finding("wins", f"Shared wins: {text}.")


def leaders(base: list[Report]) -> Iterator[Finding]:
    """Yield the round from which a sole leader usually wins."""
    found = []
    for group in base:
        for point in group.get("levels", {}).get("by_round", []):
            if point.get("leader_wins", {}).get("share_low", 0) > 50:
                found.append((group, point))
                break
    for group, point in found[:MAX_SETTINGS_LISTED]:
        text = f"from round {point['round']} on, a player who leads alone usually wins: "
        yield finding("length", capital(f"{setting_prefix(base, group)}{text}{percent_of(point['leader_wins'])}."))


def monsters(base: list[Report], names: dict[str, str]) -> Iterator[Finding]:
    """Return which monsters are beaten least and most, of those that differ from the rest by more than luck."""
    for group in base[:MAX_SETTINGS_LISTED]:
        found = group.get("fights", {}).get("by_monster", {})
        rows = {key: row for key, row in found.items() if row["fights"] >= ENOUGH_FIGHTS}
        if len(rows) < 2:
            continue
        deviations = {key: deviation_from_others(row, rows) for key, row in rows.items()}
        chances = false_discovery([two_sided(z) for z in deviations.values()])
        clear = [key for key, chance in zip(rows, chances, strict=True) if chance < LEVEL]
        ordered = sorted(clear, key=lambda key: rows[key]["won"]["share"])
        hard = [key for key in ordered if deviations[key] < 0][:MAX_NAMES_LISTED]
        easy = [key for key in reversed(ordered) if deviations[key] > 0][:MAX_NAMES_LISTED]
        parts = [
            f"{word} {monster_list(keys, rows, names)}"
            for word, keys in (("beaten least often:", hard), ("beaten most often:", easy))
            if keys
        ]
        if parts:
            yield finding("fights", capital(f"{setting_prefix(base, group)}{'; '.join(parts)}."))


def deviation_from_others(row: Report, rows: dict[str, Report]) -> float:
    """Return how many standard errors a monster's share lies from that of all others together."""
    fights = sum(other["fights"] for other in rows.values()) - row["fights"]
    won = sum(other["won"]["share"] * other["fights"] for other in rows.values()) - row["won"]["share"] * row["fights"]
    difference, error = difference_of(row["won"], {"share": won / fights, "games": fights})
    return difference / error


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
        yield finding("help", capital(f"{setting_prefix(base, group)}{text}."))


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
            yield finding("cards", capital(f"{setting_prefix(base, group)}{text}."), False)
            continue
        texts = [f"{names[row['card']]} {points(row)}" for row in (*best, *worst)]
        text = (
            f"{len(clear)} of {len(dealt)} cards in the starting hand {'changes' if len(clear) == 1 else 'change'} "
            "the share of wins significantly: "
        )
        yield finding("cards", capital(f"{setting_prefix(base, group)}{text}{listed(texts)}."))


def monster_list(keys: list[str], rows: dict[str, Report], names: dict[str, str]) -> str:
    """List monsters, each with how often it was beaten."""
    return listed([f"{names[key]} ({percent_of(rows[key]['won'], 0)})" for key in keys])
