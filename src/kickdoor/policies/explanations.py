"""Explanations of refusals, for any built-in policy."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.state.state import State
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.option_codes import aimed_at_seat
from kickdoor.policies.policy import Policy
from kickdoor.policies.random_policy import RandomPolicy
from kickdoor.policies.refusal_causes import LOOKED_AHEAD, WHIM, RefusalCause, why_no_trade, why_refused
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.policies.tactics.bargaining import offer_of


def why_not(policy: Policy, s: State, seat: int, choice: Choice) -> RefusalCause | None:
    """Return why a policy refuses the prompt of its seat; None if it does not refuse, or if it is a custom policy.

    The state must be the one on which it decided.
    """
    if p.act_of(choice[0]) != p.REFUSE:
        return None
    other = aimed_at_seat(choice[0])
    greedy = greedy_policy_of(policy)
    if greedy is None:
        return RefusalCause(WHIM, other) if isinstance(policy, RandomPolicy) else None
    ctx = greedy.make_context(s, seat)
    if ctx.purpose == nr.ASK_HELP or ctx.purpose == nr.ASK_OFFER:
        found = why_refused(ctx, offer_of(s, seat, other))
    else:
        found = why_no_trade(ctx)
    if found is not None:
        return found
    # The greedy policy would accept it, so another cause led to the refusal.
    return RefusalCause(LOOKED_AHEAD if isinstance(policy, SearchPolicy) else WHIM, other)


def greedy_policy_of(policy: Policy) -> GreedyPolicy | None:
    """Return the greedy policy inside a policy; None if there is none."""
    if isinstance(policy, GreedyPolicy):
        return policy
    if isinstance(policy, SearchPolicy):
        return policy.greedy
    return None
