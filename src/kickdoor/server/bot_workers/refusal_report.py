"""What a bot tells of why it refuses: the word, and numbers that give nothing away.

A number is told where everybody could work it out, or where a counter-offer would tell it as well. What the bot fears
to lose, what its own plan is worth and what it would take for a trade hang on its hand: these stay with it.
"""

from __future__ import annotations

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.trades import trade_asked
from kickdoor.engine.state.state import State
from kickdoor.policies import refusal_causes as no
from kickdoor.policies.explanations import why_not
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.policy import Policy
from kickdoor.policies.refusal_causes import RefusalCause
from kickdoor.server.protocol import server_messages as wire

NUMBERS = {
    # As a counter-offer would
    no.TOO_LITTLE: "treasures",
    no.TOO_MUCH: "treasures",
    # By Levels and the fight, which lie open
    no.RATHER_SEE_YOU_LOSE: "levels",
    # By what happened before everybody's eyes, and by the character
    no.YOU_WRONGED_ME: "percent",
    no.NOT_WORTH_IT: "gold",
}
"""What the amount of a reason is called, where it is told."""


def reason_told(policy: Policy, world: State, seat: int, choice: Choice | None) -> wire.Reason | None:
    """Return what a policy tells of why it has refused; None if it has not, or nobody knows why."""
    if choice is None or p.act_of(choice[0]) != p.REFUSE:
        return None
    reason = why_not(policy, world, seat, choice)
    return None if reason is None else told(reason, trade_asked(world) is not None)


def told(reason: RefusalCause, is_trade: bool) -> wire.Reason:
    """Leave out of a reason what would tell of the bot's hand."""
    name = NUMBERS.get(reason.word)
    if is_trade and reason.word == no.TOO_LITTLE:
        # What Items are worth to it hangs on those it holds, and it makes no counter-offers
        name = None
    return wire.Reason(reason.name, {} if name is None else {name: reason.amount})
