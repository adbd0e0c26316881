"""Numbers that the compiled engine computes with, and their rulebook words."""

from typing import Final

# Decks
DOOR: Final = 0
TREASURE: Final = 1
DECK_DOCS: Final = {"door": "The Door deck.", "treasure": "The Treasure deck."}
DECKS: Final = tuple(DECK_DOCS)

# Kinds of card
MONSTER: Final = 0
CURSE: Final = 1
ENHANCER: Final = 2
CLASS: Final = 3
RACE: Final = 4
SUPER: Final = 5
HALFBREED: Final = 6
CHEAT: Final = 7
WANDERING: Final = 8
MATE: Final = 9
OTHER_DOOR: Final = 10
ITEM: Final = 11
ONESHOT: Final = 12
GOUP: Final = 13
OTHER_TREASURE: Final = 14
FOLLOWER: Final = 15
KIND_DOCS: Final = {
    "monster": "A monster to fight, from the Door deck.",
    "curse": "A curse, which hits a player when it is behind a door or played by a player.",
    "enhancer": "A card that changes a monster in a fight.",
    "class": "A Class; its id is the name of the trait.",
    "race": "A Race; its id is the name of the trait.",
    "super": "A card for a second Class, or for one Class without its disadvantages.",
    "halfbreed": "A card for a second Race, or for one Race without its disadvantages.",
    "cheat": "A card that is attached to an Item and lifts limits on its use.",
    "wandering": "A card that adds a monster from the hand to a fight.",
    "mate": "A card that adds a second monster like one in the fight.",
    "other_door": "Any other Door card; its play says what it does.",
    "item": "An Item, carried or equipped.",
    "oneshot": "A one-shot: an Item that is used up in a fight.",
    "goup": "A level card; without a play it gives one level to any player at any time.",
    "other_treasure": "Any other Treasure card; its play says what it does.",
    "follower": "A follower: a Sidekick or Hireling.",
}
KINDS: Final = tuple(KIND_DOCS)

# Slots of Items
NO_SLOT: Final = 0
HEADGEAR: Final = 1
ARMOR: Final = 2
FOOTGEAR: Final = 3
HAND: Final = 4
SLOT_DOCS: Final = {
    "none": "No slot: any number of such Items may be equipped.",
    "headgear": "The headgear slot.",
    "armor": "The armor slot.",
    "footgear": "The footgear slot.",
    "hand": "The hands.",
}
SLOTS: Final = tuple(SLOT_DOCS)

# Sexes
MALE: Final = 0
FEMALE: Final = 1
SEXES: Final = ("male", "female")

MAX_SEATS: Final = 6

# Phases of a turn
SETUP: Final = 0
ARRANGE: Final = 1
DOOR_OPEN: Final = 2
COMBAT: Final = 3
REWARDS: Final = 4
RUN: Final = 5
LOOT: Final = 6
SECOND: Final = 7
CHARITY: Final = 8
OVER: Final = 9
PHASES: Final = ("setup", "arrange", "door", "combat", "rewards", "run", "loot", "second", "charity", "over")

# Sides of a fight
MUNCHKINS: Final = 0
MONSTERS: Final = 1
SIDE_DOCS: Final = {"munchkins": "The side of the munchkins.", "monsters": "The side of the monsters."}
SIDES: Final = tuple(SIDE_DOCS)

# Kinds of prompt (the form of the answer is the prompt's)
ASK_SETUP: Final = 0
ASK_ARRANGE: Final = 1
ASK_SECOND: Final = 2
ASK_CHARITY: Final = 3
ASK_FIGHT: Final = 4
ASK_WINDOW: Final = 5
ASK_HELP: Final = 6
ASK_OFFER: Final = 7
ASK_TRADE: Final = 8
ASK_GIFT: Final = 9
ASK_LOSE: Final = 10
ASK_PAY: Final = 11
ASK_KEEP: Final = 12
ASK_LOOT: Final = 13
ASK_PICK: Final = 14
ASK_ORDER: Final = 15
ASK_FLEE: Final = 16
ASK_DIE: Final = 17
ASK_LEAVE: Final = 18
ASK_YES_OR_NO: Final = 19
ASK_CHOICE: Final = 20
PROMPT_KINDS: Final = (
    "setup",
    "arrange",
    "second",
    "charity",
    "fight",
    "window",
    "help",
    "offer",
    "trade",
    "gift",
    "lose",
    "pay",
    "keep",
    "loot",
    "pick",
    "order",
    "flee",
    "die",
    "leave",
    "yes or no",
    "choice",
)

# Timings of cards and abilities, as bits
AT_ANY_TIME: Final = 1  # an open wait, the seat is alive
ON_OWN_TURN: Final = 2  # ... and it is the seat's own turn, in combat or not
ON_QUIET_TURN: Final = 4  # own turn, neither fighting nor running
WHEN_QUIET: Final = 8  # any player's turn, the seat is not in combat
IN_FIGHT: Final = 16  # a fight not yet decided, of any player
IN_MY_FIGHT: Final = 32  # ... in which the seat is main fighter or helper
AS_MAIN_FIGHTER: Final = 64
WHEN_LOST: Final = 128  # a fight is lost, before the roll against a monster
WHEN_I_RUN: Final = 256  # ... and the seat is the one who runs
AFTER_ANY_ROLL: Final = 512
AFTER_MY_ROLL: Final = 1024
AFTER_MY_ESCAPE_ROLL: Final = 2048
AFTER_MY_FAILED_ESCAPE: Final = 4096
AFTER_ESCAPE: Final = 8192  # a player has just got away from a monster
WHEN_CURSE_LANDS: Final = 16384
AFTER_WON_FIGHT: Final = 32768  # any time until the next phase step
JUST_RECEIVED: Final = 131072
AT_SETUP: Final = 262144
WHEN_I_KILL: Final = 1 << 24  # a monster the seat killed as main fighter is being rewarded
WHEN_I_TAKE_TOKEN: Final = 1 << 25  # before it counts
AFTER_ANY_ESCAPE_ROLL: Final = 1 << 20
AFTER_ANY_FAILED_ESCAPE: Final = 1 << 21
WHEN_ONESHOT_PLAYED: Final = 1 << 22  # before it takes effect
WHEN_OTHERS_DRAW_REWARD: Final = 1 << 23  # another player's fight is over, its Treasures are still to be drawn
AFTER_OTHER_CAUGHT: Final = 1 << 28  # a monster has just caught another player
IN_SECOND_PHASE: Final = 524288  # own turn, no monster behind the door, the second phase not yet used
WHEN_LOSING: Final = 1 << 26  # a curse or Bad Stuff is about to take Items of the seat
WHEN_CURSE_TAKES: Final = 1 << 27  # ... and it is a curse
TIMING_WORDS: Final = {
    "any_time": (AT_ANY_TIME, "At any time at which the game waits for a player."),
    "own_turn": (ON_OWN_TURN, "On the player's own turn, in a fight or not."),
    "quiet_turn": (ON_QUIET_TURN, "On the player's own turn, out of combat."),
    "quiet": (WHEN_QUIET, "On any player's turn, while the player is not in a fight."),
    "fight": (IN_FIGHT, "In any fight that is not yet decided."),
    "my_fight": (IN_MY_FIGHT, "In a fight in which the player is main fighter or helper."),
    "main_fighter": (AS_MAIN_FIGHTER, "In a fight in which the player is the main fighter."),
    "lost": (WHEN_LOST, "After a lost fight, before a roll to run away."),
    "i_run": (WHEN_I_RUN, "After a lost fight, before the player's own roll to run away."),
    "any_roll": (AFTER_ANY_ROLL, "Right after any die roll."),
    "my_roll": (AFTER_MY_ROLL, "Right after a die roll of the player."),
    "my_escape_roll": (AFTER_MY_ESCAPE_ROLL, "Right after the player's roll to run away."),
    "my_failed_escape": (AFTER_MY_FAILED_ESCAPE, "Right after the player's roll to run away has failed."),
    "escape": (AFTER_ESCAPE, "Right after any player has escaped a monster."),
    "curse": (WHEN_CURSE_LANDS, "When a curse hits any player, before it takes effect."),
    "won": (AFTER_WON_FIGHT, "After any player has won a fight, until the turn goes on."),
    "losing": (WHEN_LOSING, "When a curse or Bad Stuff is about to take Items of the player."),
    "curse_takes": (WHEN_CURSE_TAKES, "When a curse is about to take Items of the player."),
    "any_escape_roll": (AFTER_ANY_ESCAPE_ROLL, "Right after any player's roll to run away."),
    "any_failed_escape": (AFTER_ANY_FAILED_ESCAPE, "Right after any player's roll to run away has failed."),
    "oneshot": (WHEN_ONESHOT_PLAYED, "When any one-shot is played, before it takes effect."),
    "others_reward": (WHEN_OTHERS_DRAW_REWARD, "When another player has won a fight and is about to draw Treasures."),
    "other_caught": (AFTER_OTHER_CAUGHT, "Right after a monster has caught another player."),
    "my_kill": (WHEN_I_KILL, "When the player has killed a monster as main fighter and takes its reward."),
    "my_token": (WHEN_I_TAKE_TOKEN, "When the player takes a token, before it counts."),
    "received": (JUST_RECEIVED, "When the player has just received the card."),
    "second_phase": (
        IN_SECOND_PHASE,
        "On the player's own turn after a door without a monster, instead of looking for trouble or looting the room.",
    ),
}
TIMINGS: Final = {word: bit for word, (bit, _) in TIMING_WORDS.items()}
TIMING_DOCS: Final = {word: doc for word, (_, doc) in TIMING_WORDS.items()}

# Types of targets; also the type of an option's target
NOTHING: Final = 0
A_SEAT: Final = 1
A_MONSTER: Final = 2  # a monster in the fight; Mate and Clone add a second fight monster for one card
A_CARD: Final = 3
A_SIDE: Final = 4
A_COUNTER: Final = 5  # a kind of token
A_NUMBER: Final = 6
TARGETS: Final = ("nothing", "seat", "monster", "card", "side", "counter", "number")

# Ways in which a monster left the fight; rewards depend on this, never on the card that removed it
KILLED: Final = 0
DRIVEN_OFF: Final = 1  # its Treasure is drawn when the fight ends
REMOVED: Final = 2  # no reward
REMOVAL_KINDS: Final = ("killed", "driven_off", "removed")

# Purposes of a die roll
FOR_CARD: Final = 0
FOR_ESCAPE: Final = 1
FOR_ORDER: Final = 2
ROLLS: Final = ("card", "escape", "order")

# Queries to the cards in play; modifiers answer them. QUERY_DOCS explains each.
Q_STRENGTH: Final = 0
Q_RUN: Final = 1
Q_DIE: Final = 2
Q_HAND_LIMIT: Final = 3
Q_BIG_LIMIT: Final = 4
Q_LEVEL_FLOOR: Final = 5
Q_WINS_TIES: Final = 6
Q_DOUBLE_SALES: Final = 7
Q_HELPER_LEVELS: Final = 8
Q_DOOR_CURSE_SHIELD: Final = 9
Q_NO_PURSUIT: Final = 10
Q_NO_ESCAPE: Final = 11
Q_NO_HELP: Final = 12
Q_ESCAPE_LOSS: Final = 13
Q_EACH_STRENGTH: Final = 14
Q_TREASURES: Final = 15
Q_LEVELS: Final = 16
Q_HANDS: Final = 17
Q_ESCAPE_NUMBER: Final = 18
Q_DRAWS_DISCARDS: Final = 19
Q_COMPLEX_LIMIT: Final = 20
Q_FOLLOWER_LIMIT: Final = 21
Q_EXTRA_SLOT: Final = 22
Q_CHEATS_DEATH: Final = 23
Q_LOOT_CHOOSE: Final = 24
Q_DRIVEN_OFF: Final = 25
Q_NO_ONESHOTS: Final = 26
Q_NO_FOLLOWERS: Final = 27
Q_BOTH_TOKENS: Final = 28
Q_EXTRA_TOKENS: Final = 29
Q_GIFT_TOKENS: Final = 30
Q_HELPER_TOKENS: Final = 31
Q_NO_TOKENS: Final = 32
Q_TOKEN_SHIELD: Final = 33
Q_NO_LOOT: Final = 34
Q_BARS_HELPER: Final = 35
Q_CANNOT_HELP: Final = 36
Q_MUST_HELP: Final = 37
Q_SURE_FOOTED: Final = 38
Q_SPARES: Final = 39
Q_NO_ONESHOT_BONUSES: Final = 40
# Queries about the room for cards: a suspended follower still counts for them (AMB-123).
ROOM: Final = (Q_HAND_LIMIT, Q_BIG_LIMIT, Q_HANDS, Q_COMPLEX_LIMIT, Q_FOLLOWER_LIMIT, Q_EXTRA_SLOT)
QUERY_DOCS: Final = {
    "strength": "The strength of the owner; on a monster or enhancer, of the monster.",
    "run": "The owner's rolls to run away; on a monster, the rolls of all who run from it.",
    "die": "Every die roll of the owner.",
    "hand_limit": "The number of cards that the owner may keep in hand at the end of their turn.",
    "big_limit": "The number of Big Items that the owner may carry.",
    "level_floor": "The lowest Level that the owner can fall to.",
    "wins_ties": "The owner wins ties in combat.",
    "double_sales": "The number of Items per turn that the owner sells for double.",
    "helper_levels": "The levels that the owner gains as a helper for each monster killed; on a monster, its helper.",
    "door_curse_shield": "Curses behind the doors that the owner opens do no harm.",
    "no_pursuit": "The monster does not pursue the player, who needs no roll to escape it.",
    "no_escape": "The player cannot escape the monster, except by sacrificing a follower.",
    "no_help": "No player may help against the monster.",
    "escape_loss": "The levels that a player loses who escapes the monster.",
    "each_strength": "The strength of each fighter against the monster.",
    "treasures": "The number of Treasures for the monster.",
    "levels": "The number of levels for killing the monster.",
    "hands": "The number of hands that the owner has for Items.",
    "escape_number": "The number that a roll to run away from the monster must reach.",
    "draws_discards": "For a card drawn face-up, the owner may discard a hand card and take the top discard instead.",
    "complex_limit": "The number of Complex Items that the owner may equip.",
    "follower_limit": "The number of followers that the owner may have in play.",
    "extra_slot": "The owner has room for one more headgear, footgear or hand.",
    "cheats_death": "The levels that the owner loses instead of dying.",
    "loot_choose": "The number of cards that the owner looks at when looting the room; one is kept.",
    "driven_off": "The monster leaves the fight at once, and its Treasures are drawn after the fight.",
    "no_oneshots": "No one-shot may be played for the munchkins.",
    "no_followers": "Followers have no powers in the fight and cannot be sacrificed.",
    "both_tokens": "The owner takes a token of each term of a monster with two terms.",
    "extra_tokens": "The number of additional tokens for the monster.",
    "gift_tokens": "The number of tokens that the right neighbour picks for the main fighter who kills the monster.",
    "helper_tokens": "The owner takes a token of a killed monster's term as a helper, once a fight.",
    "no_tokens": "The owner takes no tokens for the next monster they kill.",
    "token_shield": "Curses cannot take tokens of the owner.",
    "no_loot": "The owner may not loot the room.",
    "bars_helper": "The player may not help against the monster.",
    "cannot_help": "The owner may not help any player.",
    "must_help": "The owner must help for nothing if asked.",
    "sure_footed": "Monsters do not lower the owner's rolls to run away.",
    "spares": "The monster does not fight this main fighter and leaves at once.",
    "no_oneshot_bonuses": "No one-shot with a bonus may be played for the munchkins; doubling ones may.",
}
QUERIES: Final = tuple(QUERY_DOCS)

# Kinds of strength terms, as bits, so that muting effects can name groups of them
T_LEVEL: Final = 1
T_ITEM: Final = 2
T_POWER: Final = 4
T_ONESHOT: Final = 8
T_FOLLOWER: Final = 16
T_CURSE: Final = 32
T_MONSTER: Final = 64
T_ENHANCER: Final = 128
T_DOUBLING: Final = 256  # in addition to another kind: counts as much as everything else on its side
ALL_SORTS: Final = T_DOUBLING - 1
SORT_WORDS: Final = {
    "level": (T_LEVEL, "The Levels of the munchkins."),
    "items": (T_ITEM, "The bonuses of equipped Items."),
    "powers": (T_POWER, "The powers of Classes and Races."),
    "oneshots": (T_ONESHOT, "The one-shots played for the munchkins."),
    "followers": (T_FOLLOWER, "The bonuses of followers."),
    "curses": (T_CURSE, "The penalties of curses."),
}
SORTS: Final = {word: bit for word, (bit, _) in SORT_WORDS.items()}
SORT_DOCS: Final = {word: doc for word, (_, doc) in SORT_WORDS.items()}

# Verbs of a Play: what happens to the card itself
V_EFFECT: Final = 0  # run the program, then discard the card
V_ITEM: Final = 1  # put on the table, equipped if it can be
V_CLASS: Final = 2
V_RACE: Final = 3
V_SECOND_CLASS: Final = 4  # Super Munchkin
V_SECOND_RACE: Final = 5  # Half-Breed
V_CURSE: Final = 6
V_ENHANCE: Final = 7
V_JOIN: Final = 8  # adds a monster from hand to the fight
V_MATE: Final = 9
V_ATTACH: Final = 10  # to an Item
V_FOLLOWER: Final = 11
V_SIDE_BONUS: Final = 12  # a one-shot that strengthens a side
V_ABILITY: Final = 13  # the card stays; cost, then program
V_STAY: Final = 14  # put on the table for good, though it is not an Item

# Limits on the use of an ability
ONCE_A_TURN: Final = 1
# 2 is once a fight, which needs no name because it is the remaining case
ONCE_A_VICTIM: Final = 3  # once a fight against each player
ONCE_A_ROLL: Final = 4
ONCE_A_MONSTER: Final = 5
ONCE_A_CURSE: Final = 6  # once against each curse that lands
ONCE_A_MUNCHKIN: Final = 7  # each player once against each monster
CARDS_A_FIGHT: Final = 8  # without limit, but for at most its maximum cost in cards per fight
CARDS_A_ROLL: Final = 9  # the same per roll
LIMIT_DOCS: Final = {
    "none": "It may be used without limit.",
    "turn": "Once a turn.",
    "fight": "Once a fight.",
    "victim": "Once a fight for each player aimed at.",
    "roll": "Once for each die roll.",
    "monster": "Once for each monster.",
    "curse": "Once for each curse that hits.",
    "munchkin": "Once for each player against each monster.",
    "fight_cards": "As often as its cost allows, for at most the maximum number of cards in a fight.",
    "roll_cards": "As often as its cost allows, for at most the maximum number of cards for a roll.",
}
LIMITS: Final = tuple(LIMIT_DOCS)

# Durations of a kept curse
NOT_KEPT: Final = 0
NEXT_COMBAT: Final = 1  # or the present one
FOR_GOOD: Final = 2  # until cancelled
LAST_DOCS: Final = {
    "no": "The curse is discarded at once.",
    "next_combat": "The curse is kept until the victim's next combat, or the present one, is over.",
    "for_good": "The curse is kept until it is ended.",
}
LASTS: Final = tuple(LAST_DOCS)

# Durations of effects without a card in play
UNTIL_CARD_LEAVES: Final = 0
UNTIL_NEXT_COMBAT: Final = 1  # in force from the end of this combat to the end of the next
UNTIL_NEXT_TURN: Final = 2  # in force for the victim's whole next turn
UNTIL_WON: Final = 3  # in force until the victim has won a fight as main fighter
UNTIL_LEFT_TURN: Final = 4  # in force for the next turn of the player on the victim's left
UNTIL_DOCS: Final = {
    "card_leaves": "As long as the card is in play.",
    "next_combat": "From the end of this combat to the end of the next one.",
    "next_turn": "For the player's whole next turn.",
    "won": "Until the player has won a fight as main fighter.",
    "left_turn": "For the next turn of the player on the left.",
}
UNTIL: Final = tuple(UNTIL_DOCS)

# Effects of an attached card on its Item's size
MAKES_NOTHING: Final = 0
MAKES_BIG: Final = 1
MAKES_SMALL: Final = 2
SIZE_DOCS: Final = {"as_it_is": "It keeps its size.", "big": "It becomes Big.", "small": "It is no longer Big."}
SIZES: Final = tuple(SIZE_DOCS)

# Limits that an attached card lifts from its Item
LIFTS_SLOT: Final = 1
LIFTS_BIG: Final = 2
LIFTS_TRAITS: Final = 4
LIFTS_COMPLEX: Final = 8
LIFTS_CLASS_AND_RACE: Final = 16  # as `traits`, except for the sex
LIFTS_ROOM: Final = LIFTS_SLOT | LIFTS_BIG | LIFTS_COMPLEX
LIFT_WORDS: Final = {
    "slot": (LIFTS_SLOT, "The Item needs no slot and no hands."),
    "big": (LIFTS_BIG, "The Item does not count as Big for the limit."),
    "complex": (LIFTS_COMPLEX, "The Item does not count as Complex for the limit."),
    "traits": (LIFTS_TRAITS, "The Item may be used regardless of Class, Race and sex."),
    "class_and_race": (LIFTS_CLASS_AND_RACE, "The Item may be used regardless of Class and Race."),
}
LIFTS: Final = {word: bit for word, (bit, _) in LIFT_WORDS.items()}
LIFT_DOCS: Final = {word: doc for word, (_, doc) in LIFT_WORDS.items()}

# Events that trigger effects of cards in play; TRIGGER_DOCS explains each
E_LEVEL_GAINED: Final = 0
E_LEVEL_LOST: Final = 1
E_FIGHT_WON: Final = 2
E_FLED: Final = 3
E_TURN_BEGUN: Final = 4
E_HEADGEAR_HIT: Final = 5
E_KILLED: Final = 6
E_ROLLED: Final = 7
E_TOKEN_GAINED: Final = 8
E_NO_TOKENS_TAKEN: Final = 9
TRIGGER_DOCS: Final = {
    "level_gained": "The owner gains levels; the amount is their number.",
    "level_lost": "The owner loses levels; the amount is their number.",
    "fight_won": "A fight that the owner is in is won.",
    "fled": "A fight is lost; the owner escaped at least one monster and was caught by none.",
    "turn_begun": "The owner's turn begins.",
    "headgear_hit": "A curse or Bad Stuff takes the owner's headgear, or would take it.",
    "monster_killed": "A monster is killed in a fight that the owner is in.",
    "rolled": "The owner rolls a die; the amount is the face.",
    "token_gained": "The owner gains a token; the amount is its kind.",
    "no_tokens_taken": "The owner is kept from taking tokens for a monster.",
}
TRIGGER_EVENTS: Final = tuple(TRIGGER_DOCS)
