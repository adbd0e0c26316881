"""Positions to put before policies, and what they do there in words."""

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.personalities import BY_NAME
from kickdoor.policies.policy import Policy
from kickdoor.scenario import set_up
from kickdoor.view.determinization import fixed_determinization

ARIC, SUZAN, GUY = 0, 1, 2
NASTY_ALONE = ""
"""Names the bot without a character."""
ASKED = """
players:
  Aric: {{level: 5}}
  Suzan: {{level: 8}}
  Guy: {{}}
combat: {{fighter: Aric, monsters: [Bigfoot]}}
steps:
  - Aric: {{ask: Suzan, offer: {{treasures: {}}}}}
"""


def position(text: str) -> State:
    """Set up a position."""
    steps = "" if "steps:" in text else "steps: []\n"
    return set_up(f"scenario: Position\nsets: [deluxe]\nopen: true\n{text}\n{steps}").state


def chosen_action(s: State, policy: Policy, seat: int) -> str:
    """Return what a policy does: the act, the card by name, and the seat it is aimed at."""
    world = fixed_determinization(s, seat)
    choice = policy.decide(world, seat) if runtime.prompted_seats(s) >> seat & 1 else policy.interject(world, seat)
    if choice is None:
        return "nothing"
    code, picks = choice
    runtime.check(s, Answer(seat, code, picks))
    card = p.card_of(code)
    said = p.ACTS[p.act_of(code)] + (f" {s.cards[card].name}" if card >= 0 else "")
    aim = f" on {['Aric', 'Suzan', 'Guy'][p.target_of(code)]}" if p.act_of(code) == p.PLAY and p.kind_of(code) else ""
    return said + aim


def greedy(name: str) -> GreedyPolicy:
    """Make a policy of a character over the nasty one; that one itself without a name."""
    return GreedyPolicy(BY_NAME[name].apply_to(NASTY) if name else NASTY)


def card_named(s: State, seat: int, name: str) -> int:
    return next(card for card in s.seats[seat].hand if s.cards[card].name == name)
