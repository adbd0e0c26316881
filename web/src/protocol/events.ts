// Made by tools/event_tables.py from kickdoor.engine.machine.event_kinds. Do not edit.

/** The kind of an event. */
export type EventWord =
  | "game_begun"
  | "turn_begun"
  | "door_kicked"
  | "door_taken"
  | "looked_for_trouble"
  | "looted_room"
  | "card_drawn"
  | "treasures_drawn"
  | "card_played"
  | "ability_used"
  | "item_carried"
  | "item_equipped"
  | "item_unequipped"
  | "card_attached"
  | "items_sold"
  | "level_gained"
  | "level_lost"
  | "card_discarded"
  | "fight_begun"
  | "monster_joined"
  | "monster_left"
  | "monster_killed"
  | "claimed"
  | "gave_up"
  | "help_asked"
  | "help_offered"
  | "help_agreed"
  | "help_refused"
  | "helper_left"
  | "helper_forced"
  | "fight_won"
  | "fight_lost"
  | "fight_ended"
  | "die_rolled"
  | "die_set"
  | "escaped"
  | "caught"
  | "curse_landed"
  | "curse_cancelled"
  | "curse_no_effect"
  | "curse_kept"
  | "curse_ended"
  | "died"
  | "looted"
  | "revived"
  | "charity_given"
  | "charity_discarded"
  | "trade_offered"
  | "traded"
  | "trade_refused"
  | "given"
  | "hand_shown"
  | "card_taken_from"
  | "item_taken"
  | "reshuffled"
  | "deck_empty"
  | "sex_changed"
  | "game_won"
  | "treasure_picked"
  | "promise_lapsed"
  | "big_item_passed"
  | "combat_moved"
  | "death_cheated"
  | "token_gained"
  | "tokens_lost"
  | "set_turned_in"
  | "tokens_swapped"
  | "aftermath"
  | "oneshot_cancelled"
  | "deck_seen"
  | "card_passed"
  | "token_given"
  | "taken_from_discards"
  | "cards_cleared"
  | "card_spent"
  | "card_laid_down";

/** The kinds of events that each beat shows. */
export const BEATS = {
  door: ["door_kicked"],
  joins: ["looked_for_trouble", "fight_begun", "monster_joined"],
  play: ["card_played", "ability_used", "die_set", "curse_cancelled", "death_cheated", "oneshot_cancelled"],
  turning: [],
  foiled: ["monster_left"],
  stolen: ["combat_moved"],
  help: [
    "help_asked",
    "help_offered",
    "help_agreed",
    "help_refused",
    "helper_left",
    "helper_forced",
    "trade_offered",
    "trade_refused",
  ],
  victory: ["fight_won"],
  flight: ["die_rolled", "escaped"],
  order: [],
  bad_stuff: ["caught"],
  curse: ["curse_landed"],
  level: ["level_gained", "level_lost"],
  death: ["died"],
  cards: [
    "door_taken",
    "card_drawn",
    "treasures_drawn",
    "looted",
    "charity_given",
    "charity_discarded",
    "given",
    "hand_shown",
    "treasure_picked",
    "big_item_passed",
    "deck_seen",
    "card_passed",
    "taken_from_discards",
  ],
  theft: ["card_taken_from", "item_taken"],
  gear: ["item_carried", "item_equipped", "item_unequipped", "card_attached"],
  lost: ["card_discarded", "curse_ended", "sex_changed"],
  sale: ["items_sold"],
  tokens: ["token_gained", "tokens_lost", "set_turned_in", "tokens_swapped", "token_given"],
  turn: ["turn_begun"],
  win: ["game_won"],
} as const satisfies Record<string, EventWord[]>;

/** The way in which an event is shown. */
export type BeatName = keyof typeof BEATS;
