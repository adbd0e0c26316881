"""The text of card programs: a clause for each op, or one for two that belong together."""

from typing import Final

from kickdoor.engine.cards.definitions import CardDef, Condition, Message, Op
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.conditions import Limit, WorthLess
from kickdoor.engine.effects.ops.card_ops import ChooseOne
from kickdoor.engine.effects.ops.dice_ops import Escape
from kickdoor.engine.effects.ops.fight_ops import Bonus
from kickdoor.engine.effects.ops.hand_ops import GiveCards, TakeShown
from kickdoor.engine.effects.ops.level_ops import Die, LoseLevels
from kickdoor.engine.effects.ops.loss_ops import DiscardHand, LoseItems, TakeUnseen
from kickdoor.engine.effects.ops.optional_ops import May, MayDiscardCards, MayDiscardItem
from kickdoor.engine.effects.ops.token_ops import GainToken
from kickdoor.engine.effects.ops.token_transfer_ops import MayPayTokens, MoveTokens
from kickdoor.engine.effects.quantities import Plain
from kickdoor.text.message_catalog import MessageRenderer, renderer_for, sentence

CHOICES: Final = (May, MayDiscardCards, MayDiscardItem, MayPayTokens)
"""Ops that a player may decline; an `instead` after them is for players who declined."""


class ProgramPhrases:
    """The phrases for the programs of one card."""

    __slots__ = ("d", "renderer", "rules")

    def __init__(self, rules: RuleSet, d: CardDef, lang: str) -> None:
        self.rules = rules
        self.d = d
        self.renderer: MessageRenderer = renderer_for(rules, lang)

    def program(self, index: int, swaps: dict[str, str], is_open: bool = False, form: str = "") -> str:
        """Write a program: a clause for each op, all except the first capitalized.

        With `is_open`, the condition of the first op is known to hold. The first op is rendered in the given form.
        """
        ops = self.rules.programs[index].ops
        clauses: list[str] = []
        i = 0
        while i < len(ops):
            op = ops[i]
            both = self.merged_clause(ops, i, swaps, is_open and i == 0)
            text = both or self.clause(ops, i, swaps, is_open, "" if i else form)
            if op.instead:
                text = self.instead_clause(ops, i, text, swaps)
            elif i > 0 and isinstance(ops[i - 1], Die) and ops[i - 1].when is not None and op.when is None:
                text = self.renderer.render(Message("line.otherwise", {"do": text}))
            if op.then and clauses[-1].endswith(":"):
                clauses[-1] += " " + text
            else:
                clauses.append(self.with_dependency(ops, i, text, swaps))
            i += 2 if both else 1
        if len(clauses) == 1:
            return clauses[0]
        return " ".join([clauses[0] + ".", *[sentence(text) for text in clauses[1:]]])

    def clause(self, ops: list[Op], i: int, swaps: dict[str, str], is_open: bool, form: str) -> str:
        """Write one op with its condition."""
        op = ops[i]
        is_repeated = repeats(ops, i)
        if is_repeated and isinstance(op, LoseLevels) and same_loser(op, ops[i - 1]):
            is_repeated = False
            text = self.renderer.render(Message("op.lose_more_levels", op.text().args), swaps)
        else:
            text = self.op_clause(ops, i, swaps, form)
        if isinstance(op, Escape) and op.before_rolling and not is_open:
            text = self.renderer.render(Message("op.escape_before_rolling", {"do": text}))
        if op.when is not None and not (is_open and i == 0):
            text = self.with_condition(op.when, text, swaps, is_repeated)
        return text

    def with_dependency(self, ops: list[Op], i: int, text: str, swaps: dict[str, str]) -> str:
        """Write what an op depends on, if it follows only after the one before it did something."""
        if not ops[i].then:
            return text
        was_chosen = isinstance(ops[i - 1], CHOICES) or (i > 1 and ops[i - 1].then and isinstance(ops[i - 2], May))
        args: dict[str, object] = {"do": text, "who": Message("who.victim")}
        return self.renderer.render(Message("line.if_so" if was_chosen else "line.then", args), swaps)

    def merged_clause(self, ops: list[Op], i: int, swaps: dict[str, str], is_open: bool) -> str:
        """Write two ops as one clause with its condition; empty if they do not belong together."""
        if i + 1 >= len(ops) or ops[i + 1].instead or ops[i + 1].when is not None:
            return ""
        op, after = ops[i], ops[i + 1]
        if after.then:
            is_offer = isinstance(op, May) and self.renderer.has(after.text(), "may")
            return self.offer(op, after, swaps, is_open) if is_offer else ""
        if isinstance(op.when, WorthLess) and isinstance(after, LoseItems) and after.worth == op.when.limit:
            args = {**after.text().args, "and": self.renderer.render(op.text(), swaps)}
            return self.renderer.render(Message("op.lose_worth_and", args), swaps)
        if op.when is None and isinstance(op, LoseLevels) and isinstance(op.n, Plain) and same_loser(op, after):
            return self.renderer.render(
                Message("line.and_more", {"do": self.renderer.render(op.text(), swaps), **after.text().args})
            )
        return ""

    def offer(self, op: Op, after: Op, swaps: dict[str, str], is_open: bool) -> str:
        """Write a prompt together with the chosen effect."""
        args: dict[str, object] = {"do": self.renderer.render(after.text(), swaps, "may"), "who": Message("who.victim")}
        if op.when is None or is_open:
            return self.renderer.render(Message("op.may_do", args), swaps)
        if swaps.get("who.victim") == "who.main_fighter" and self.renderer.has(op.when.text(), "whom"):
            args["whom"] = self.renderer.render(op.when.text(), swaps, "whom")
            return self.renderer.render(Message("op.may_do_whom", args))
        return self.with_condition(op.when, self.renderer.render(Message("op.may_do", args), swaps), swaps, False)

    def op_clause(self, ops: list[Op], i: int, swaps: dict[str, str], form: str = "") -> str:
        """Write one op as a clause."""
        op = ops[i]
        if isinstance(op, ChooseOne):
            return self.choice(op, swaps)
        before = [earlier for earlier in ops[:i] if isinstance(earlier, (TakeUnseen, TakeShown, GiveCards))]
        if isinstance(op, DiscardHand) and before:
            return self.renderer.render(Message("op.discard_rest_of_hand", {"who": Message("who.victim")}), swaps)
        if isinstance(op, (GainToken, MoveTokens)) and op.may_win and self.can_win_by(op.kinds):
            swaps = {**swaps, "how.may_win": "how.may_win_game"}
        return self.renderer.render(op.text(), swaps, form)

    def can_win_by(self, kinds: list[int]) -> bool:
        """Return whether a token of these kinds may complete a set that is turned in for a level (AMB-112)."""
        return len([kind for meal in self.rules.meals for kind in meal if kind in kinds]) > 0

    def choice(self, choice: ChooseOne, swaps: dict[str, str]) -> str:
        """Write a choice: between whole clauses or, if only that differs, between those who escape."""
        first_ops = [program.ops[0] for program in choice.options if len(program.ops) == 1]
        escapes = [op for op in first_ops if isinstance(op, Escape)]
        if len(escapes) == len(choice.options) and len({op.from_ for op in escapes}) == 1:
            whom: list[object] = [self.renderer.render(Message("who." + op.who), swaps, "choice") for op in escapes]
            do = self.renderer.render(escapes[0].text(), {**swaps, "who." + escapes[0].who: "who.chosen"})
            args: dict[str, object] = {"whom": whom, "do": do[0].upper() + do[1:], "who": Message("who.victim")}
            name = "op.choose_who_before_rolling" if escapes[0].before_rolling else "op.choose_who"
            return self.renderer.render(Message(name, args), swaps)
        alternatives: list[object] = [self.program(program.index, swaps) for program in choice.options]
        return self.renderer.render(
            Message("op.choose_one", {"ways": alternatives, "who": Message("who.victim")}), swaps
        )

    def instead_clause(self, ops: list[Op], i: int, text: str, swaps: dict[str, str]) -> str:
        """Write when an op replaces the one before it, or the first of a linked group."""
        args: dict[str, object] = {"do": text, "who": Message("who.victim")}
        if ops[i - 1].when is not None or isinstance(ops[i - 1], CHOICES):
            return self.renderer.render(Message("line.otherwise", args))
        first = ops[i - 1]
        for j in range(i - 1, 0, -1):
            if not ops[j].then:
                break
            first = ops[j - 1]
        if first is not ops[i - 1] and isinstance(first, LoseItems):
            args["items"] = first.items.text()
            return self.renderer.render(Message("line.instead_of_items", args), swaps)
        return self.renderer.render(Message("line.instead", args), swaps)

    def with_condition(self, when: Condition, text: str, swaps: dict[str, str], is_repeated: bool) -> str:
        args: dict[str, object] = {"when": self.renderer.render(when.text(), swaps), "do": text}
        return self.renderer.render(Message("line.guarded_also" if is_repeated else "line.guarded", args))


def same_loser(op: LoseLevels, other: Op) -> bool:
    """Return whether two ops take levels from the same players."""
    return isinstance(other, LoseLevels) and other.who == op.who and not other.to and not op.to


def repeats(ops: list[Op], i: int) -> bool:
    """Return whether a conditional op adds to the same one before it."""
    if i == 0 or isinstance(ops[i].when, Limit) or ops[i - 1].when is not None:
        return False
    op = ops[i]
    if isinstance(op, Bonus) and op.side:
        return False
    return type(ops[i]) is type(ops[i - 1])
