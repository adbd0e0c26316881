"""Checks whether a player has the prompt that a step answers, and whether the engine has answered it already."""

from typing import Final

from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import act_of
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.steps import choices
from kickdoor.scenario.steps.automatic_answers import FORCED, LEFT_BEHIND, PLAYED, TAKEN
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PROMPT_ACTIONS: Final = {
    "counter": prompts.COUNTER,
    "sacrifice": prompts.SACRIFICE,
    "charity": prompts.GIVE_CHARITY,
    "done": prompts.DONE,
}
"""Actions whose options show that a verb is possible. For other verbs that depends on what the step names."""
AUTOMATIC_KINDS: Final = {"take": TAKEN, "flee": LEFT_BEHIND, "play": PLAYED}


def is_prompted_for(game: ScenarioGame, seat: int, action: StepAction) -> bool:
    """Return whether a player has the prompt that a step marked `if asked` answers."""
    if action.verb in PROMPT_ACTIONS:
        return any(act_of(code) == PROMPT_ACTIONS[action.verb] for code in runtime.legal_options(game.s, seat))
    if action.verb == "choose":
        return choices.is_prompted_about(game, seat, choices.as_list(action.argument)[0])
    return any(game.is_offered(attempt) for attempt in attempts(game, seat, action))


def is_settled(game: ScenarioGame, seat: int, action: StepAction) -> bool:
    """Return whether a step other than `choose` names an answer that the engine gave because no other was possible."""
    if action.verb == "pass":
        return prompts.PASS not in runtime.legal_options(game.s, seat) and game.automatic.take_pass(
            seat, game.window_uid()
        )
    if action.verb == "accept":
        return game.automatic.take(seat, FORCED, [0])
    if action.verb not in AUTOMATIC_KINDS or action.argument is None:
        return False
    return game.automatic.take(
        seat, AUTOMATIC_KINDS[action.verb], [d.index for d in game.names.need_card(action.argument).defs]
    )
