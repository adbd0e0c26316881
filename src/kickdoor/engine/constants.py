"""Numbers that the compiled engine computes with, and their rulebook words."""

from typing import Final

# Decks
DOOR: Final = 0
TREASURE: Final = 1
DECKS: Final = ("door", "treasure")

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
KINDS: Final = (
    "monster",
    "curse",
    "enhancer",
    "class",
    "race",
    "super",
    "halfbreed",
    "cheat",
    "wandering",
    "mate",
    "other_door",
    "item",
    "oneshot",
    "goup",
    "other_treasure",
    "follower",
)

# Slots of Items
NO_SLOT: Final = 0
HEADGEAR: Final = 1
ARMOR: Final = 2
FOOTGEAR: Final = 3
HAND: Final = 4
SLOTS: Final = ("none", "headgear", "armor", "footgear", "hand")

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
SIDES: Final = ("munchkins", "monsters")

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
TIMINGS: Final = {
    "any_time": AT_ANY_TIME,
    "own_turn": ON_OWN_TURN,
    "quiet_turn": ON_QUIET_TURN,
    "quiet": WHEN_QUIET,
    "fight": IN_FIGHT,
    "my_fight": IN_MY_FIGHT,
    "main_fighter": AS_MAIN_FIGHTER,
    "lost": WHEN_LOST,
    "i_run": WHEN_I_RUN,
    "any_roll": AFTER_ANY_ROLL,
    "my_roll": AFTER_MY_ROLL,
    "my_escape_roll": AFTER_MY_ESCAPE_ROLL,
    "my_failed_escape": AFTER_MY_FAILED_ESCAPE,
    "escape": AFTER_ESCAPE,
    "curse": WHEN_CURSE_LANDS,
    "won": AFTER_WON_FIGHT,
    "losing": WHEN_LOSING,
    "curse_takes": WHEN_CURSE_TAKES,
    "any_escape_roll": AFTER_ANY_ESCAPE_ROLL,
    "any_failed_escape": AFTER_ANY_FAILED_ESCAPE,
    "oneshot": WHEN_ONESHOT_PLAYED,
    "others_reward": WHEN_OTHERS_DRAW_REWARD,
    "other_caught": AFTER_OTHER_CAUGHT,
    "my_kill": WHEN_I_KILL,
    "my_token": WHEN_I_TAKE_TOKEN,
    "received": JUST_RECEIVED,
    "second_phase": IN_SECOND_PHASE,
}

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

# Queries to the cards in play; modifiers answer them
Q_STRENGTH: Final = 0  # of the owner; on a monster, of the monster
Q_RUN: Final = 1
Q_DIE: Final = 2
Q_HAND_LIMIT: Final = 3
Q_BIG_LIMIT: Final = 4
Q_LEVEL_FLOOR: Final = 5
Q_WINS_TIES: Final = 6
Q_DOUBLE_SALES: Final = 7  # Items per turn that sell for double
Q_HELPER_LEVELS: Final = 8  # levels a helper gains for each monster killed
Q_DOOR_CURSE_SHIELD: Final = 9
Q_NO_PURSUIT: Final = 10
Q_NO_ESCAPE: Final = 11
Q_NO_HELP: Final = 12
Q_ESCAPE_LOSS: Final = 13  # levels lost for not beating it, even on escape
Q_EACH_STRENGTH: Final = 14  # of each fighter against this monster
Q_TREASURES: Final = 15
Q_LEVELS: Final = 16
Q_HANDS: Final = 17
Q_ESCAPE_NUMBER: Final = 18
Q_DRAWS_DISCARDS: Final = 19  # may pay a hand card to draw face-up from the discards
Q_COMPLEX_LIMIT: Final = 20  # complex Items equipped
Q_FOLLOWER_LIMIT: Final = 21
Q_EXTRA_SLOT: Final = 22  # one more headgear, footgear or hand
Q_CHEATS_DEATH: Final = 23  # levels lost instead of dying
Q_LOOT_CHOOSE: Final = 24  # cards looked at when the room is looted; one is kept
Q_DRIVEN_OFF: Final = 25  # leaves the fight at once, its Treasure stays
Q_NO_ONESHOTS: Final = 26  # none may be played for the munchkins
Q_NO_FOLLOWERS: Final = 27  # followers have no power, nor are they given up
Q_BOTH_TOKENS: Final = 28  # takes a token of every term of a monster
Q_EXTRA_TOKENS: Final = 29  # additional tokens of the monster's terms
Q_GIFT_TOKENS: Final = 30  # tokens the right neighbour picks for the main fighter
Q_HELPER_TOKENS: Final = 31  # tokens that a helper takes of a fight's terms
Q_NO_TOKENS: Final = 32  # no token for the next monster killed
Q_TOKEN_SHIELD: Final = 33  # curses take no tokens
Q_NO_LOOT: Final = 34  # the room may not be looted
Q_BARS_HELPER: Final = 35  # this player may not help against it
Q_CANNOT_HELP: Final = 36  # may not help any player
Q_MUST_HELP: Final = 37  # must help if asked, for nothing
Q_SURE_FOOTED: Final = 38  # monsters do not make running away harder
Q_SPARES: Final = 39  # does not fight this main fighter
Q_NO_ONESHOT_BONUSES: Final = 40  # no one-shot with a bonus may be played for the munchkins; doubling ones may
# Queries about the room for cards: a suspended follower still counts for them (AMB-123).
ROOM: Final = (Q_HAND_LIMIT, Q_BIG_LIMIT, Q_HANDS, Q_COMPLEX_LIMIT, Q_FOLLOWER_LIMIT, Q_EXTRA_SLOT)
QUERIES: Final = (
    "strength",
    "run",
    "die",
    "hand_limit",
    "big_limit",
    "level_floor",
    "wins_ties",
    "double_sales",
    "helper_levels",
    "door_curse_shield",
    "no_pursuit",
    "no_escape",
    "no_help",
    "escape_loss",
    "each_strength",
    "treasures",
    "levels",
    "hands",
    "escape_number",
    "draws_discards",
    "complex_limit",
    "follower_limit",
    "extra_slot",
    "cheats_death",
    "loot_choose",
    "driven_off",
    "no_oneshots",
    "no_followers",
    "both_tokens",
    "extra_tokens",
    "gift_tokens",
    "helper_tokens",
    "no_tokens",
    "token_shield",
    "no_loot",
    "bars_helper",
    "cannot_help",
    "must_help",
    "sure_footed",
    "spares",
    "no_oneshot_bonuses",
)

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
SORTS: Final = {
    "level": T_LEVEL,
    "items": T_ITEM,
    "powers": T_POWER,
    "oneshots": T_ONESHOT,
    "followers": T_FOLLOWER,
    "curses": T_CURSE,
}

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
LIMITS: Final = ("none", "turn", "fight", "victim", "roll", "monster", "curse", "munchkin", "fight_cards", "roll_cards")

# Durations of a kept curse
NOT_KEPT: Final = 0
NEXT_COMBAT: Final = 1  # or the present one
FOR_GOOD: Final = 2  # until cancelled
LASTS: Final = ("no", "next_combat", "for_good")

# Durations of effects without a card in play
UNTIL_CARD_LEAVES: Final = 0
UNTIL_NEXT_COMBAT: Final = 1  # in force from the end of this combat to the end of the next
UNTIL_NEXT_TURN: Final = 2  # in force for the victim's whole next turn
UNTIL_WON: Final = 3  # in force until the victim has won a fight as main fighter
UNTIL_LEFT_TURN: Final = 4  # in force for the next turn of the player on the victim's left
UNTIL: Final = ("card_leaves", "next_combat", "next_turn", "won", "left_turn")

# Effects of an attached card on its Item's size
MAKES_NOTHING: Final = 0
MAKES_BIG: Final = 1
MAKES_SMALL: Final = 2
SIZES: Final = ("as_it_is", "big", "small")

# Limits that an attached card lifts from its Item
LIFTS_SLOT: Final = 1
LIFTS_BIG: Final = 2
LIFTS_TRAITS: Final = 4
LIFTS_COMPLEX: Final = 8
LIFTS_CLASS_AND_RACE: Final = 16  # as `traits`, except for the sex
LIFTS_ROOM: Final = LIFTS_SLOT | LIFTS_BIG | LIFTS_COMPLEX
LIFTS: Final = {
    "slot": LIFTS_SLOT,
    "big": LIFTS_BIG,
    "complex": LIFTS_COMPLEX,
    "traits": LIFTS_TRAITS,
    "class_and_race": LIFTS_CLASS_AND_RACE,
}

# Events that trigger effects of cards in play
E_LEVEL_GAINED: Final = 0
E_LEVEL_LOST: Final = 1
E_FIGHT_WON: Final = 2
E_FLED: Final = 3  # after a lost fight: the owner escaped at least one monster and was caught by none
E_TURN_BEGUN: Final = 4
E_HEADGEAR_HIT: Final = 5  # a curse or Bad Stuff took the headgear, or found none
E_KILLED: Final = 6  # a monster was killed in a fight the owner is in
E_ROLLED: Final = 7  # the owner has rolled a die; the amount is the face
E_TOKEN_GAINED: Final = 8  # the amount is its kind
E_NO_TOKENS_TAKEN: Final = 9  # the owner was kept from taking tokens for a monster
TRIGGER_EVENTS: Final = (
    "level_gained", "level_lost", "fight_won", "fled", "turn_begun", "headgear_hit", "monster_killed", "rolled",
    "token_gained", "no_tokens_taken",
)  # fmt: skip
