"""Unavailable actions: what a seat cannot do now, each with the reasons and the rules behind them."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import FORM_BIT, Reason, Verdict, card_of, kind_of, option, way_of
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.rules.plays.legality import possible_targets
from kickdoor.engine.state.state import State
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.text.options_text import PromptWriter
from kickdoor.text.reasons_text import merge_reasons, reason_text

TURN_STEPS: tuple[int, ...] = (
    prompts.KICK, prompts.LOOT_ROOM, prompts.END_TURN, prompts.CLAIM, prompts.GIVE_UP, prompts.SELL | FORM_BIT,
)  # fmt: skip
UNINFORMATIVE: tuple[str, ...] = ("wrong_target", "wrong_monster", "phase_order")
"""Reasons that add nothing if there is another one."""
USER_LIMITS: tuple[str, ...] = ("restricted", "not_usable_at_setup")
"""Reasons about who may use a card; the card text already says so."""
LASTING: tuple[str, ...] = (
    *USER_LIMITS, "no_winning_level", "second_already", "one_follower", "no_class_to_attach", "too_big", "complex_full",
    "hands_full", "slot_full", "curse_stays", "no_discard",
)  # fmt: skip
"""Reasons that also hold at another time. With only a reason about timing, the player would wait in vain."""


class UnavailableAction:
    """One card or step that cannot be used now."""

    __slots__ = ("act", "card", "codes", "rules", "text")

    def __init__(self, card: int, act: str, text: str, rules: list[str], codes: list[str]) -> None:
        self.card = card
        """The card; -1 for a step of the turn."""
        self.act = act
        """The text of the refused action."""
        self.text = text
        """The text of the reason."""
        self.rules = rules
        self.codes = codes
        """The reasons by message id, the first one first."""


def list_unavailable_actions(s: State, seat: int, names: list[str], lang: str = DEFAULT) -> list[UnavailableAction]:
    """Return the reason for each card of the seat and each step of a turn that is not among its options."""
    legal = set(runtime.legal_options(s, seat))
    writer = PromptWriter(s, seat, names, lang)
    cards = s.seats[seat].hand + s.seats[seat].play
    out: list[UnavailableAction] = []
    for codes in card_codes(s, seat, cards) + [[step] for step in TURN_STEPS]:
        if not codes or [code for code in codes if code in legal]:
            continue
        code, reasons = fewest_reasons(s, seat, codes)
        rules = list(dict.fromkeys([rule for reason in reasons for rule in reason.rules]))
        merged = merge_reasons(reasons)
        text = " ".join([reason_sentence(s, card_of(code), reason, lang) for reason in merged])
        reason_codes = [reason.code for reason in merged]
        out.append(UnavailableAction(card_of(code), action_text(writer, code), text, rules, reason_codes))
    return out


def reason_sentence(s: State, card: int, reason: Reason, lang: str) -> str:
    """Write a reason; for a card with restrictions, also who may use it."""
    if reason.code not in USER_LIMITS or card < 0:
        return reason_text(reason, lang)
    return " ".join([*CardWriter(s.rules, s.cards[card], lang).restrictions(), reason_text(reason, lang)])


def fewest_reasons(s: State, seat: int, codes: list[int]) -> tuple[int, list[Reason]]:
    """Return the way of doing an action with the fewest reasons against it, and these reasons."""
    best = codes[0]
    fewest = list_reasons(s, seat, best)
    for code in codes[1:]:
        found = list_reasons(s, seat, code)
        if len(found) < len(fewest):
            best, fewest = code, found
    return best, fewest


def list_reasons(s: State, seat: int, code: int) -> list[Reason]:
    """Return every informative reason against an action, the longest-lasting first; a form is checked without picks."""
    verdict = Verdict(True)
    runtime.explain(s, seat, code, [], verdict)
    found = [reason for reason in verdict.reasons if reason.code not in UNINFORMATIVE] or verdict.reasons
    lasting = [reason for reason in found if reason.code in LASTING]
    if [reason for reason in lasting if reason.code in USER_LIMITS]:
        # Before the game, other cards of the kind may be played, so the setup phase is not the reason.
        found = [reason for reason in found if reason.code != "not_in_setup"]
    return lasting + [reason for reason in found if reason not in lasting]


def action_text(writer: PromptWriter, code: int) -> str:
    """Return the name of an action; without a target, the name of its card."""
    has_object_target = kind_of(code) == nr.A_MONSTER or kind_of(code) == nr.A_CARD
    if has_object_target and card_of(code) >= 0 and prompts.act_of(code) == prompts.PLAY:
        return writer.write("act.play", {"card": writer.card(card_of(code))}, "bare")
    if has_object_target and card_of(code) >= 0 and prompts.act_of(code) == prompts.USE:
        code = option(prompts.USE, card_of(code), way=way_of(code))
    return writer.option(code, [])


def card_codes(s: State, seat: int, cards: list[int]) -> list[list[int]]:
    """Return, for each of some cards of the seat and each way to use it, all options that it could give."""
    p = s.seats[seat]
    out: list[list[int]] = []
    for card in cards:
        definition = s.cards[card]
        if card in p.hand:
            out.append([code for play in definition.plays for code in play_codes(s, seat, card, play)])
            if definition.kind == nr.MONSTER:
                out.append([option(prompts.TROUBLE, card)])
            continue
        for play in definition.abilities:
            out.append(play_codes(s, seat, card, play))
        if definition.kind == nr.ITEM:
            out.append([option(prompts.UNEQUIP if card in p.equipped else prompts.EQUIP, card)])
    return out


def play_codes(s: State, seat: int, card: int, play: Play) -> list[int]:
    """List the options of one play, for all possible targets."""
    act = prompts.USE if play.verb == nr.V_ABILITY else prompts.PLAY
    form = FORM_BIT if has_form(play) else 0
    if play.needs_second:
        monsters = [other for other in s.seats[seat].hand if s.cards[other].kind == nr.MONSTER] or [-1]
        return [option(act, card, play.aim, 0, second, play.index) for second in monsters]
    found = possible_targets(s, seat, card, play) or [0]
    return [option(act, card, play.aim, target, -1, play.index) | form for target in found]
