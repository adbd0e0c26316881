"""The text of previews: the predicted result of an action."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.text.event_text import AS_ANOTHER, AS_YOU, called, capital, one_stop
from kickdoor.text.message_catalog import DEFAULT, NO_SWAPS, MessageRenderer, renderer_for

NEWS: Final = (
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
        """One of `NEWS`."""
        self.seat = seat
        """The seat it is about; -1 for a monster."""
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
        return bool([one for one in self.news if one.kind == kind and one.seat == seat])


def foresight_text(rules: RuleSet, seen: PreviewSummary, names: list[str], me: int, lang: str = DEFAULT) -> str:
    """Write the preview of an action: "Monsters 10 → 15: you would lose by 3."; empty if there is no change."""
    speaker = renderer_for(rules, lang)

    def say(id: str, args: dict[str, object], form: str = "") -> str:
        return capital(speaker.render(Message(id, args), NO_SWAPS, form))

    def who(seat: int) -> str:
        return called(speaker, names, seat, me)

    out: list[str] = []
    if seen.totals:
        out.append(capital(verdict_text(speaker, seen, who(seen.main))))
    if seen.fight:
        decided = "outcome.won" if seen.fight == "won" else "outcome.lost"
        out.append(say(decided, {"who": who(seen.main)}, "silence" if seen.silence else ""))
    out += [
        say("outcome.level", {"who": who(seat), "before": was, "after": is_now}) for seat, was, is_now in seen.levels
    ]
    out += [say("outcome.dies", {"who": who(seat)}) for seat in seen.dies]
    if seen.strength:
        out.append(say("outcome.strength", {"before": seen.strength[0], "after": seen.strength[1]}))
    if seen.lost:
        out.append(say("outcome.lost_cards", {"cards": list(seen.lost)}))
    out += [news_text(speaker, one, names, me) for one in seen.news]
    out += [say("outcome.wins", {"who": who(seat)}) for seat in seen.wins]
    if seen.faces >= 0:
        out.append(say("outcome.faces", {"n": seen.faces}))
    elif seen.depends:
        out.append(say("outcome.die" if seen.depends == "die" else "outcome.cards", {}))
    if not out:
        out += [news_text(speaker, one, names, me) for one in seen.small]
    text = one_stop(" ".join(out))
    if seen.up_to >= 0:
        asked: dict[str, object] = {"who": who(seen.up_to), "then": text}
        return say("outcome.up_to", asked, "then" if text else "")
    return text


def pay_news(gained: int, helper: int, winners: list[int]) -> str:
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


def news_text(speaker: MessageRenderer, news: Change, names: list[str], me: int) -> str:
    """Return the text of one change: "Suzan would lose Huge Rock."."""
    args: dict[str, object] = {
        "who": called(speaker, names, news.seat, me),
        "me": AS_YOU if news.seat == me else AS_ANOTHER,
        "cards": list(news.cards),
        "first": news.cards[0] if news.cards else "",
        "n": news.n,
    }
    return capital(speaker.render(Message("news." + news.kind, args), NO_SWAPS))


def verdict_text(speaker: MessageRenderer, seen: PreviewSummary, who: str) -> str:
    """Write the change of a fight's totals, and who would be ahead by how much."""
    before, after = seen.totals
    parts: list[str] = (
        [] if before else [speaker.render(Message("outcome.begins", {"munchkins": after[0], "monsters": after[1]}))]
    )
    for side in (nr.MUNCHKINS, nr.MONSTERS):
        if before and before[side] != after[side]:
            args: dict[str, object] = {"before": before[side], "after": after[side]}
            parts.append(speaker.render(Message(SIDES[side], args)))
    form = "tie_won" if seen.lacks == 0 else ("wins" if seen.lacks < 0 else "loses")
    if after[0] == after[1] and seen.lacks > 0:
        form = "tie_lost"
    verdict: dict[str, object] = {"who": who, "n": abs(after[0] - after[1]), "moved": ", ".join(parts)}
    return speaker.render(Message("outcome.totals", verdict), NO_SWAPS, form)
