"""Reasons why an action is illegal: each has a message id and the ids of the rules behind it."""

from typing import Final

from kickdoor.engine.machine import prompts
from kickdoor.engine.machine.prompts import Reason

# Turn and timing
CLOSED: Final = Reason("closed", ["AMB-13"])
NOT_ASKED: Final = Reason("not_asked", [])
NO_OFFER: Final = Reason("not_asked", ["HELP-01", "HELP-02", "AMB-16", "AMB-17"])
DEAD: Final = Reason("dead", ["DEATH-14", "DEATH-15", "AMB-39", "DEATH-16"])
DEAD_TARGET: Final = Reason("dead_target", ["DEATH-14", "DEATH-15", "AMB-39"])
NOT_YOURS: Final = Reason("not_your_card", ["CARDS-08"])
NO_SUCH_POWER: Final = Reason("not_your_card", ["CARDS-08", "CHAR-26", "CHAR-23", "CHAR-25", "CHAR-30"])
NOT_IN_HAND: Final = Reason("not_in_hand", ["CARDS-08", "CARDS-12"])
GAME_OVER: Final = Reason("game_over", ["END-01"])
WRONG_TARGET: Final = Reason("wrong_target", [])
NOT_BEFORE_OTHERS: Final = Reason("wrong_target", ["CARDS-06", "CHAR-24", "TREASURE-03"])
NO_MONSTER_NAMED: Final = Reason("wrong_target", ["ENHANCER-06", "ENHANCER-01"])
WRONG_MONSTER: Final = Reason("wrong_monster", ["CHAR-26", "TREASURE-12", "GEARS-03", "AMB-94"])
NO_MOMENT: Final = Reason("no_moment", ["TREASURE-12", "CHAR-26"])
NO_FIGHT: Final = Reason("no_fight", ["AMB-75", "COMBAT-18", "COMBAT-16"])
NO_FIGHT_FOR_ONESHOT: Final = Reason("no_fight", [*NO_FIGHT.rules, "TREASURE-06"])
NO_FIGHT_TO_JOIN: Final = Reason("no_fight", [*NO_FIGHT.rules, "MULTI-01", "MONSTER-04", "INTERFERE-04"])
NO_FIGHT_FOR_ENHANCER: Final = Reason("no_fight", [*NO_FIGHT.rules, "ENHANCER-01", "ENHANCER-04"])
NO_FIGHT_FOR_POWER: Final = Reason("no_fight", [*NO_FIGHT.rules, "CHAR-26", "COMBAT-17"])
NO_FIGHT_TO_HELP: Final = Reason("no_fight", [*NO_FIGHT.rules, "HELP-01"])
FIGHT_OVER: Final = Reason("no_fight", ["COMBAT-26", "COMBAT-14", "AMB-30", *NO_FIGHT.rules])
FIGHT_LOST: Final = Reason("fight_lost", ["AMB-12", "AMB-10"])
USED_UP: Final = Reason("used_up", ["CHAR-26", "MULTI-13", "AMB-105"])
NOT_IN_SETUP: Final = Reason("not_in_setup", ["CHAR-10", "CHAR-11"])

MONSTER_ALONE: Final = Reason(
    "monster_alone", ["MONSTER-02", "MONSTER-03", "MONSTER-04", "TURN-12", "MULTI-01", "MULTI-07", "MULTI-09"]
)
ABILITY_IN_COMBAT: Final = Reason("ability_in_combat", ["CHAR-34", "CHAR-35", "CHAR-26"])
ABILITY_NOT_NOW: Final = Reason("ability_not_now", ["CHAR-26"])

# Classes and Races
CLASS_NOT_YOUR_TURN: Final = Reason(
    "class_not_your_turn", ["TURN-30", "CHAR-32", "CHAR-33", "CHAR-43", "TURN-29", "AMB-14"]
)
ONE_CLASS: Final = Reason("one_class", ["CHAR-09", "CHAR-31", "AMB-114"])
ONE_RACE: Final = Reason("one_class", ["CHAR-09", "CHAR-42", "AMB-114"])
NO_CLASS_TO_ATTACH: Final = Reason("no_class_to_attach", ["CHAR-44"])
SECOND_ALREADY: Final = Reason("second_already", ["AMB-55", "CHAR-31", "CHAR-42"])

# Items
NOT_USABLE_AT_SETUP: Final = Reason("not_usable_at_setup", ["CHAR-10", "ITEM-12"])
NO_FOLLOWERS: Final = Reason("no_followers", ["AMB-89", "SIDEKICK-06", "CONFLICT-01"])
NO_ONESHOTS: Final = Reason("no_oneshots", ["TREASURE-12", "MULTI-03", "CONFLICT-01"])
ONESHOTS_CURSED: Final = Reason("oneshots_cursed", ["CURSE-05", "CURSE-07", "TREASURE-12", "CONFLICT-01"])
ONE_FOLLOWER: Final = Reason("one_follower", ["SIDEKICK-03", "AMB-47"])
ITEM_NOT_YOUR_TURN: Final = Reason("item_not_your_turn", ["TURN-32", "TREASURE-03", "TURN-29", "AMB-14"])
ITEM_IN_COMBAT: Final = Reason("item_in_combat", ["COMBAT-22", "TURN-32", "TREASURE-03", "TURN-29", "TURN-34"])
ATTACH_IN_COMBAT: Final = Reason("item_in_combat", [*ITEM_IN_COMBAT.rules, "AMB-24", "COMBAT-20"])
ATTACH_NOT_YOUR_TURN: Final = Reason("item_not_your_turn", [*ITEM_NOT_YOUR_TURN.rules, "AMB-24"])
STATUS_IN_COMBAT: Final = Reason("status_in_combat", ["ITEM-06", "COMBAT-20", "TURN-28", "TURN-34"])
STATUS_JOINED: Final = Reason("status_in_combat", [*STATUS_IN_COMBAT.rules, "AMB-52"])
CARRIER_IN_COMBAT: Final = Reason(
    "status_in_combat", ["SIDEKICK-18", "TREASURE-17", "ITEM-06", "COMBAT-20", "RUN-17", "TURN-34"]
)
STATUS_RUNNING: Final = Reason("status_running", ["ITEM-06", "RUN-17", "AMB-10", "TURN-28", "TURN-34", "COMBAT-20"])
NOT_AN_ITEM: Final = Reason("not_an_item", ["ITEM-29", "ITEM-34", "TREASURE-18", "TREASURE-11", "AMB-104"])
FOLLOWER_NO_ITEM: Final = Reason("not_an_item", [*NOT_AN_ITEM.rules, "SIDEKICK-05", "SIDEKICK-07", "SIDEKICK-16"])
RESTRICTED: Final = Reason("restricted", ["ITEM-12"])
SLOT_FULL: Final = Reason("slot_full", ["ITEM-08", "ITEM-11"])
COMPLEX_FULL: Final = Reason("complex_full", ["ITEM-25", "AMB-26", "COMBINE-04"])
NO_LOOT: Final = Reason("no_loot", ["CONFLICT-01", "TURN-14"])
HANDS_FULL: Final = Reason("hands_full", ["ITEM-09", "ITEM-11"])
JOINED_HANDS: Final = Reason("hands_full", ["ITEM-09", "ITEM-11", "ITEM-43", "ITEM-44"])
ONESHOT_IN_HAND: Final = Reason("wrong_target", ["AMB-118"])
TOO_BIG: Final = Reason("too_big", ["ITEM-18", "ITEM-07", "ITEM-20", "AMB-54", "AMB-128"])
NOT_EQUIPPED: Final = Reason("not_equipped", ["ITEM-04"])
IS_EQUIPPED: Final = Reason("is_equipped", ["ITEM-04"])
NOT_IN_THE_WAY: Final = Reason("not_in_the_way", ["ITEM-06", "ITEM-08"])
IN_PLAY_STAYS: Final = Reason("in_play_stays", ["CARDS-12", "ITEM-32"])
NOT_TAKEN: Final = Reason("not_your_card", ["CARDS-08", "TURN-09", "TURN-06", "TURN-07", "MONSTER-01", "CURSE-01"])
NO_DISCARD: Final = Reason("no_discard", ["ITEM-15", "ITEM-16", "ITEM-20"])
NO_CHEAT_ON_CHEAT: Final = Reason("wrong_target", ["AMB-24"])
NOT_A_CARRIER: Final = Reason("wrong_target", ["AMB-48"])
NO_CARRIER: Final = Reason("wrong_target", ["SIDEKICK-06"])
FOLLOWER_STAYS: Final = Reason("no_discard", ["SIDEKICK-22", "AMB-47", "SIDEKICK-04", "ITEM-15"])
CURSE_STAYS: Final = Reason("curse_stays", ["CURSE-06", "CHAR-28", "CURSE-05", "AMB-56"])
PROMISED: Final = prompts.PROMISED

# Selling, trading
SELL_NOT_YOUR_TURN: Final = Reason("sell_not_your_turn", ["TURN-31", "ITEM-35"])
SELL_IN_COMBAT: Final = Reason("sell_in_combat", ["COMBAT-19", "TURN-31", "ITEM-35"])
SELL_RUNNING: Final = Reason("sell_running", ["RUN-17", "TURN-31", "ITEM-35"])
SELL_TOO_LITTLE: Final = Reason("sell_too_little", ["ITEM-41", "ITEM-35", "ITEM-38", "ITEM-15"])
EXCESS_UNSOLD: Final = Reason("sell_too_little", ["ITEM-22", "ITEM-23"])
SELL_TO_WIN: Final = Reason("sell_to_win", ["ITEM-40", "END-05", "AMB-53", "CONFLICT-06", "END-02", "END-09"])
TRADE_IN_COMBAT: Final = Reason("trade_in_combat", ["COMBAT-21", "ITEM-31", "TURN-28", "AMB-54", "TURN-34", "AMB-10"])
TRADE_PARTNER_IN_COMBAT: Final = Reason(
    "trade_partner_in_combat", ["ITEM-31", "TURN-28", "AMB-54", "TURN-34", "AMB-10"]
)
TRADE_TOKENS: Final = Reason("trade_tokens", ["TOKEN-10", "ITEM-34"])
TRADE_FROM_HAND: Final = Reason("trade_from_hand", ["ITEM-30"])
TRADE_OPEN: Final = Reason("trade_open", ["AMB-54", "AMB-13"])
TRADE_NOTHING: Final = Reason("trade_nothing", ["ITEM-29"])

# Combat and help
NOT_MAIN_FIGHTER: Final = Reason("not_main_fighter", ["COMBAT-24", "HELP-01", "AMB-06", "AMB-12"])
NOT_COMBATANT: Final = Reason("not_combatant", ["AMB-10", "TREASURE-12", "CONFLICT-01"])
NOT_COMBATANT_POWER: Final = Reason("not_combatant", ["AMB-10", "CHAR-26"])
NOT_WINNING: Final = Reason("not_winning", ["COMBAT-05", "COMBAT-04", "COMBAT-07", "MULTI-02"])
WINNING: Final = Reason("winning", ["AMB-11", "COMBAT-04"])
HELP_WHILE_WINNING: Final = Reason("help_while_winning", ["AMB-16", "HELP-01"])
HELP_TAKEN: Final = Reason("help_taken", ["HELP-03", "AMB-17"])
HELP_BARRED: Final = Reason("help_barred", ["COMBAT-15", "MULTI-03"])
HELPER_BARRED: Final = Reason("helper_barred", ["COMBAT-15", "MULTI-03", "HELP-01"])
CANNOT_HELP: Final = Reason("cannot_help", ["HELP-01", "RUN-07"])
FROZEN: Final = Reason("frozen", ["TREASURE-07", "CONFLICT-01"])
HELP_SELF: Final = Reason("help_self", ["HELP-01"])
HELPER_DEAD: Final = Reason("helper_dead", ["HELP-29", "DEATH-14"])
HELP_FOR_WIN: Final = Reason("help_for_win", ["HELP-25", "AMB-19", "AMB-22", "CONFLICT-07"])
HELP_TOO_LATE: Final = Reason("fight_lost", ["AMB-12", "AMB-10", "HELP-01", "RUN-01"])
HELPER_BOUND: Final = Reason("not_asked", ["AMB-17", "HELP-27", "AMB-87"])
OFFER_LIMIT: Final = Reason("offer_limit", ["HELP-02"])
BAD_TERMS: Final = Reason("bad_terms", ["HELP-07", "HELP-08", "HELP-10", "ITEM-34"])
NO_SACRIFICE: Final = Reason("no_sacrifice", ["SIDEKICK-09", "AMB-50", "AMB-47"])
NO_TAG_IN_FIGHT: Final = Reason("no_tag_in_fight", ["MULTI-09", "MULTI-07"])
NEEDS_MONSTER: Final = Reason("needs_monster", ["MONSTER-04", "TURN-13"])
NOT_A_MONSTER: Final = Reason("not_a_monster", ["TURN-12", "TURN-13"])

# Costs
COST: Final = Reason("cost", ["CHAR-27", "CHAR-49"])
COST_TOKENS: Final = Reason("cost_tokens", ["TOKEN-16", "CHAR-27"])
COST_OWN_CARD: Final = Reason("cost_own_card", ["AMB-56"])

# Phases
PHASE_ORDER: Final = Reason("phase_order", ["TURN-04"])
FOUGHT_ALREADY: Final = Reason("fought_already", ["TURN-10", "TURN-15", "RUN-03", "TURN-17"])
SECOND_OVER: Final = Reason(
    "phase_order",
    ["TURN-10", "TURN-11", "TURN-12", "TURN-14", "TURN-15", "TURN-16", "RUN-03", "TURN-17", "TURN-04", "AMB-30"],
)
ONE_DOOR: Final = Reason("phase_order", ["TURN-05", "TURN-04"])
NOT_PHASE_TWO: Final = Reason("not_phase_two", ["TURN-11", "TURN-12", "TURN-04", "MONSTER-03", "TURN-10"])
NOT_YOUR_TURN: Final = Reason("not_your_turn", ["TURN-04", "TURN-05", "MONSTER-03", "AMB-109"])
NOT_YOUR_SECOND_PHASE: Final = Reason("not_your_turn", ["TURN-11", "TURN-12", "TURN-14", "TURN-04", "MONSTER-03"])
ROOM_NOT_YET: Final = Reason("phase_order", ["TURN-04", "TURN-11", "TURN-14"])
CHARITY_OWED: Final = Reason("charity_owed", ["TURN-19", "CARDS-10"])
CHARITY_LOWEST: Final = Reason("charity_lowest", ["TURN-21", "TURN-22", "AMB-41", "TURN-23"])
CHARITY_UNEVEN: Final = Reason("charity_uneven", ["TURN-22", "AMB-40"])
CHARITY_SELF_LOWEST: Final = Reason("charity_self_lowest", ["TURN-23"])
CHARITY_COUNT: Final = Reason("charity_count", ["TURN-19", "TURN-18", "AMB-40"])
NO_PASS: Final = Reason("no_pass", ["AMB-74", "TURN-11"])
MUST_FIGHT: Final = Reason("must_fight", ["TURN-06", "TURN-10", "TURN-04", "MONSTER-01"])
NO_ROOM_IN_FIGHT: Final = Reason(
    "must_fight", [*MUST_FIGHT.rules, "TURN-11", "TURN-12", "TURN-14", "RUN-03", "TURN-17"]
)
NOT_YOUR_FLIGHT: Final = Reason("not_asked", ["RUN-10", "RUN-12", "AMB-72"])
DEAD_RUNNER: Final = Reason("dead", ["RUN-16", "DEATH-06"])
CAUGHT_ALREADY: Final = Reason("wrong_target", ["RUN-07", "RUN-11"])
NOT_RUNNING: Final = Reason("not_running", ["RUN-01", "MULTI-05", "AMB-11"])
