"""Text for the results of a study."""

from __future__ import annotations

from typing import Any

from kickdoor.lab.significance import LEVEL

CLEAR = "*"


def text_of(data: dict[str, Any]) -> str:
    """Write the figures as short tables."""
    if "faults" in data:
        from kickdoor.cli.commands.soak import text_of as soak_text

        return f"{soak_text(data)}\ndigest {data['digest']}\nrows in {data['folder']}"
    lines = [f"{data['study']}: {data['title'] or 'a study'}", f"{data['games']:,} games"]
    if data["missing"]:
        lines[-1] += f", {data['missing']:,} still missing"
    for setting in data["settings"]:
        lines += setting_lines(setting)
    for found in data["compared"]:
        lines += changes(found)
    for ladder in data.get("ladder", []):
        for table in ladder["tables"]:
            lines += ladder_lines(ladder, table)
    lines += [f"digest {data['digest']}", f"rows in {data['folder']}"]
    return "\n".join(lines)


def share(found: dict[str, Any]) -> str:
    """Write a share with its interval."""
    return f"{found['share']:.1f} % [{found['share_low']:.1f}, {found['share_high']:.1f}]"


def setting_lines(row: dict[str, Any]) -> list[str]:
    """Write the figures of one setting of one variant."""
    rounds, game = row["rounds"], row["a_game"]
    lines = [
        "",
        f"{row['setting']} ({row['variant']}): {row['games']:,} games, {row['cut']} cut, "
        f"{row['together']} won by several",
        f"  rounds   {rounds['mean']} a game, median {rounds['median']}, nine of ten within {rounds['ninety']}",
        f"  fights   {game['fights_won']:.2f} won, {game['fights_lost']:.2f} lost, {game['fights_ended']:.2f} ended "
        f"otherwise, {game['fights_helped']:.2f} with a helper; {game['deaths']:.2f} deaths",
        "  by seat  " + ", ".join(f"{seat}: {share(found)}" for seat, found in enumerate(row["wins_by_seat"])),
    ]
    if len(row["wins_by_bot"]) > 1:
        lines.append("  by bot   " + ", ".join(f"{bot}: {share(found)}" for bot, found in row["wins_by_bot"].items()))
    return lines


def changes(found: dict[str, Any]) -> list[str]:
    """Write the changes that a variant made."""
    lines = [
        "",
        f"{found['variant']}, {found['setting']}: {found['games']:,} pairs of games, {found['alike']:,} identical",
    ]
    for name, change in found["changes"].items():
        marker = CLEAR if change["corrected"] < LEVEL else " "
        lines.append(f"{marker} {name:<17} {change['mean']:>+8.3f} [{change['low']:+.3f}, {change['high']:+.3f}]")
    return [*lines, f"  {CLEAR} significant after correction for the number of figures compared (Holm, 5 %)"]


def ladder_lines(ladder: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """Write the ratings of all bots."""
    lines = ["", f"{table['of']}, {ladder['seats']} seats ({ladder['variant']}): {ladder['anchor']} is set to 1000"]
    wide = max(len(row["bot"]) for row in table["standings"])
    for row in table["standings"]:
        lines.append(
            f"  {row['bot']:<{wide}} {row['rating']:>6} [{row['rating_low']}, {row['rating_high']}], {share(row)}"
        )
    return lines
