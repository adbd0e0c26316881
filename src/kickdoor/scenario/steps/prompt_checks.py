"""Return whether a player is asked what a step answers, and whether that has been settled without asking."""

from typing import Final

from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import act_of
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.steps import choices
from kickdoor.scenario.steps.automatic_answers import FORCED, LEFT_BEHIND, PLAYED, TAKEN
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.scenario_game import ScenarioGame

ASKED_BY: Final = {
    "counter": prompts.COUNTER,
    "sacrifice": prompts.SACRIFICE,
    "charity": prompts.GIVE_CHARITY,
    "done": prompts.DONE,
}
"""The acts that are listed where a step may be said; the other answers depend on what they name."""
SORTS: Final = {"take": TAKEN, "flee": LEFT_BEHIND, "play": PLAYED}


def is_asked_for(t: ScenarioGame, seat: int, deed: StepAction) -> bool:
    """Return whether a player is asked what a step marked `if asked` answers."""
    if deed.verb in ASKED_BY:
        return any(act_of(code) == ASKED_BY[deed.verb] for code in runtime.legal_options(t.s, seat))
    if deed.verb == "choose":
        return choices.is_asked_about(t, seat, choices.as_list(deed.what)[0])
    return any(t.is_offered(attempt) for attempt in attempts(t, seat, deed))


def is_settled(t: ScenarioGame, seat: int, deed: StepAction) -> bool:
    """Return whether a step other than `choose` names the only thing possible, which happened without asking."""
    if deed.verb == "pass":
        return prompts.PASS not in runtime.legal_options(t.s, seat) and t.settled.take_pass(seat, t.window())
    if deed.verb == "accept":
        return t.settled.take(seat, FORCED, [0])
    if deed.verb not in SORTS or deed.what is None:
        return False
    return t.settled.take(seat, SORTS[deed.verb], [d.index for d in t.names.need_card(deed.what).defs])
