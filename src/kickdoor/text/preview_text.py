"""The text of previews: the predicted result of an action."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.text.event_text import PLURAL, SINGULAR, capital, drop_double_stop, name_or_you
from kickdoor.text.message_catalog import DEFAULT, NO_SWAPS, MessageRenderer, renderer_for

CHANGE_KINDS: Final = (
    "becomes", "same", "loses", "male", "female", "stays", "pays", "pays_game", "pays_both", "both_win", "uses",
    "idle", "gets", "carries", "lies", "hand", "tokens", "fights", "helps", "alone", "joins", "leaves", "away",
    "no_harm", "marked", "over", "escapes", "caught", "felt", "chooses", "chooses_loss", "chooses_card", "answers",
    "asked",
)  # fmt: skip
"""The kinds of change, by the names of their messages."""
SIDES: Final = ("outcome.munchkins", "outcome.monsters")


class Change:
    """One predicted change for a player or a fight."""

    __slots__ = ("cards", "kind", "n", "seat")

    def __init__(self, kind: str, seat: int, cards: list[str] | None = None, n: int = 0) -> None:
        self.kind = kind
        """One of `CHANGE_KINDS`."""
        self.seat = seat
        """The affected seat; -1 for a monster."""
        self.cards: list[str] = [] if cards is None else cards
        self.n = n

    def is_like(self, other: "Change") -> bool:
        same = (self.kind, self.seat, self.n) == (other.kind, other.seat, other.n)
        return same and self.cards == other.cards


class PreviewSummary:
    """The certain result of an action, and what the rest depends on."""

    __slots__ = (
        "before", "depends", "dies", "faces", "fight", "lacks", "levels", "lost", "main", "news", "silence",
        "small", "strength", "totals", "up_to", "wins",
    )  # fmt: skip

    def __init__(self) -> None:
        self.main = -1
        """The main fighter."""
        self.totals: list[list[int]] = []
        """Both totals before and after, if one changes in a fight that continues; only after, if one begins."""
        self.lacks = 0
        """The strength that the munchkins' side lacks then. A negative number is their margin; 0 wins a tie."""
        self.fight = ""
        """`won` or `lost` if the fight would be decided."""
        self.levels: list[list[int]] = []
        """Seat, Level before and Level after of each player whose Level would change."""
        self.dies: list[int] = []
        self.wins: list[int] = []
        """The players who would win the game."""
        self.strength: list[int] = []
        """The player's own strength outside a fight, before and after, if it changes."""
        self.lost: list[str] = []
        """The names of the player's own cards in play that would be lost."""
        self.up_to = -1
        """The player who would have to agree."""
        self.depends = ""
        """`die` or `cards` if a part depends on these."""
        self.faces = -1
        """The number of faces of the die with which the player would get away."""
        self.silence = False
        """Whether others could still respond."""
        self.news: list[Change] = []
        """Other changes."""
        self.small: list[Change] = []
        """Changes that are mentioned only if there are no others."""

    def has(self, kind: str, seat: int) -> bool:
        """Return whether there is such a change for a seat."""
        return bool([change for change in self.news if change.kind == kind and change.seat == seat])


def foresight_text(rules: RuleSet, summary: PreviewSummary, names: list[str], me: int, lang: str = DEFAULT) -> str:
    """Write the preview of an action: "Monsters 10 → 15: you would lose by 3."; empty if there is no change."""
    renderer = renderer_for(rules, lang)

    def write(id: str, args: dict[str, object], form: str = "") -> str:
        return capital(renderer.render(Message(id, args), NO_SWAPS, form))

    def player_name(seat: int) -> str:
        return name_or_you(renderer, names, seat, me)

    out: list[str] = []
    if summary.totals:
        out.append(capital(totals_text(renderer, summary, player_name(summary.main))))
    if summary.fight:
        decided = "outcome.won" if summary.fight == "won" else "outcome.lost"
        out.append(write(decided, {"who": player_name(summary.main)}, "silence" if summary.silence else ""))
    out += [
        write("outcome.level", {"who": player_name(seat), "before": before, "after": after})
        for seat, before, after in summary.levels
    ]
    out += [write("outcome.dies", {"who": player_name(seat)}) for seat in summary.dies]
    if summary.strength:
        out.append(write("outcome.strength", {"before": summary.strength[0], "after": summary.strength[1]}))
    if summary.lost:
        out.append(write("outcome.lost_cards", {"cards": list(summary.lost)}))
    out += [change_text(renderer, change, names, me) for change in summary.news]
    out += [write("outcome.wins", {"who": player_name(seat)}) for seat in summary.wins]
    if summary.faces >= 0:
        out.append(write("outcome.faces", {"n": summary.faces}))
    elif summary.depends:
        out.append(write("outcome.die" if summary.depends == "die" else "outcome.cards", {}))
    if not out:
        out += [change_text(renderer, change, names, me) for change in summary.small]
    text = drop_double_stop(" ".join(out))
    if summary.up_to >= 0:
        args: dict[str, object] = {"who": player_name(summary.up_to), "then": text}
        return write("outcome.up_to", args, "then" if text else "")
    return text


def reward_change_kind(gained: int, helper: int, winners: list[int]) -> str:
    """Return the change kind for the reward of one of the two fighters; empty if the helper gets none."""
    if len(winners) > 1:
        return "pays_both" if gained else "both_win"
    if not gained:
        return ""
    return "pays_game" if helper in winners else "pays"


def nothing_text(rules: RuleSet, lang: str = DEFAULT) -> str:
    """Return the text for an action without an immediate result."""
    return renderer_for(rules, lang).text("outcome.nothing")


def anyway_text(rules: RuleSet, text: str, lang: str = DEFAULT) -> str:
    """Return the text for a result that every other option has too."""
    return renderer_for(rules, lang).render(Message("outcome.anyway", {"then": text}))


def change_text(renderer: MessageRenderer, change: Change, names: list[str], me: int) -> str:
    """Return the text of one change: "Suzan would lose Huge Rock."."""
    args: dict[str, object] = {
        "who": name_or_you(renderer, names, change.seat, me),
        "me": PLURAL if change.seat == me else SINGULAR,
        "cards": list(change.cards),
        "first": change.cards[0] if change.cards else "",
        "n": change.n,
    }
    return capital(renderer.render(Message("news." + change.kind, args), NO_SWAPS))


def totals_text(renderer: MessageRenderer, summary: PreviewSummary, who: str) -> str:
    """Write the change of a fight's totals, and who would be ahead by how much."""
    before, after = summary.totals
    parts: list[str] = (
        [] if before else [renderer.render(Message("outcome.begins", {"munchkins": after[0], "monsters": after[1]}))]
    )
    for side in (nr.MUNCHKINS, nr.MONSTERS):
        if before and before[side] != after[side]:
            args: dict[str, object] = {"before": before[side], "after": after[side]}
            parts.append(renderer.render(Message(SIDES[side], args)))
    form = "tie_won" if summary.lacks == 0 else ("wins" if summary.lacks < 0 else "loses")
    if after[0] == after[1] and summary.lacks > 0:
        form = "tie_lost"
    change: dict[str, object] = {"who": who, "n": abs(after[0] - after[1]), "moved": ", ".join(parts)}
    return renderer.render(Message("outcome.totals", change), NO_SWAPS, form)
