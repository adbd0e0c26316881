// Made by tools/ts_types.py from kickdoor.view.observation. Do not edit.

/** What all procedures show. */
export interface ProcedureSeen {
  /** Tells it from all others of the game. */
  uid: number;
  /** Its next step. */
  pc: number;
  /** How often the same question was put anew. */
  round: number;
}

/** A moment to speak up. */
export interface WindowSeen extends ProcedureSeen {
  /** Mask of the seats that have passed. */
  passed: number;
  /** The count of acts when it began afresh. */
  seen: number;
}

/** A seat picks from what there is. */
export interface QuestionSeen extends ProcedureSeen {
  /** Who picks. */
  seat: number;
  /** What for, as a number of the purposes. */
  ask: number;
  /** What there is to pick: seats, cards, numbers … */
  what: number;
  /** What there is; -1 for a card that the observer does not know. */
  atoms: number[];
  /** How many at least. */
  least: number;
  /** How many at most. */
  most: number;
}

/** A monster has caught somebody. */
export interface CaughtWindowSeen extends WindowSeen {
  kind: "caught_window";
  /** Whom. */
  seat: number;
}

/** Somebody chooses. */
export interface ChooseSeen extends QuestionSeen {
  kind: "choose";
}

/** Somebody chooses what to lose, by its worth. */
export interface ChooseWorthSeen extends QuestionSeen {
  kind: "choose_worth";
  /** How much gold it must be worth. */
  worth: number;
}

/** A curse between being announced and taking effect. */
export interface CurseLandsSeen extends WindowSeen {
  kind: "curse_lands";
  /** The curse. */
  card: number;
  /** Whom it is to befall. */
  victim: number;
  /** Who played it; -1 for a curse found behind the door. */
  by: number;
  /** It was stopped. */
  cancelled: boolean;
  /** Abilities used against it that may be tried once, by their numbers. */
  tries: number[];
}

/** Somebody has just got away. */
export interface EscapedWindowSeen extends WindowSeen {
  kind: "escaped_window";
}

/** A fight is about to be decided. */
export interface FightWindowSeen extends WindowSeen {
  kind: "fight_window";
  /** It is about to be won, not given up. */
  claim: boolean;
  /** Who has said so; -1 for nobody yet. */
  main: number;
}

/** Somebody chooses which of the cards just drawn to keep. */
export interface KeepSomeSeen extends QuestionSeen {
  kind: "keep_some";
}

/** Items are about to be lost. */
export interface LosingSeen extends WindowSeen {
  kind: "losing";
  /** Whose they are. */
  seat: number;
  /** Which they are. */
  cards: number[];
  /** It is a curse that takes them. */
  by_curse: boolean;
  /** Who gets them; -1 if they are discarded. */
  taker: number;
}

/** A one-shot between being announced and taking effect. */
export interface OneshotPlayedSeen extends WindowSeen {
  kind: "oneshot_played";
  /** The card. */
  card: number;
  /** Who played it. */
  by: number;
  /** Which of the ways to play it. */
  way: number;
  /** What kind of thing it is aimed at. */
  aim: number;
  /** Which of these. */
  target: number;
  /** A card from hand that goes with it; -1 for none. */
  second: number;
  /** Tokens paid for it. */
  paid: number;
  /** It was stopped. */
  cancelled: boolean;
}

/** Treasures are about to be drawn. */
export interface RewardWindowSeen extends WindowSeen {
  kind: "reward_window";
  /** Whose they are. */
  seat: number;
}

/** A die lies on the table. */
export interface RollDieSeen extends WindowSeen {
  kind: "roll_die";
  /** Who rolled it. */
  seat: number;
  /** 0 for a card, 1 to run away, 2 for an order. */
  reason: number;
  /** What it shows; 0 before it is rolled. */
  face: number;
  /** What was added to it. */
  added: number;
  /** The monster that is run away from; -1 for none. */
  body: number;
  /** A roll for the same went before it. */
  again: boolean;
  /** Abilities used on it that a roll limits, by their numbers, once for each card paid. */
  spent: number[];
}

/** Somebody chooses which Items of a sale count double. */
export interface SaleSeen extends QuestionSeen {
  kind: "sale";
  /** What is sold. */
  cards: number[];
  /** What counts double so far. */
  doubled: number[];
}

/** Somebody has more than they may have, and chooses what stays or goes. */
export interface ShedSeen extends QuestionSeen {
  kind: "shed";
  /** Which limit it is, and so what becomes of the rest. */
  how: number;
  /** What goes. */
  excess: number[];
  /** The Item that is being given away; -1 for none. */
  giving: number;
}

/** Tokens are dealt out after a fight. */
export interface SpoilsSeen extends WindowSeen {
  kind: "spoils";
  /** Who was main fighter when the monsters were killed. */
  seat: number;
  /** The monsters killed: tags, tokens more, and those the neighbour picks, in turn. */
  kills: number[];
  /** Which of the kills is looked at. */
  at: number;
  /** Tokens to be taken, each as the mask of tags it may be of. */
  claims: number[];
  /** Whose each token is. */
  order: number[];
  /** Tokens the neighbour has still to pick. */
  gifts: number;
  /** The food terms of all monsters killed. */
  tags: number;
  /** The seat was kept from taking tokens. */
  barred: boolean;
}

/** A token is on its way to somebody. */
export interface TakeTokenSeen extends WindowSeen {
  kind: "take_token";
  /** To whom. */
  seat: number;
  /** Who chooses the kind. */
  chooser: number;
  /** The kinds it may be of. */
  kinds: number[];
  /** A set of tokens may win by it. */
  may_win: boolean;
  /** The kind it is; -1 before it is chosen. */
  token: number;
  /** The kind before somebody changed it. */
  chosen: number;
}

/** A card whose program runs; it is discarded afterwards. */
export interface CardInPlaySeen extends ProcedureSeen {
  kind: "card_in_play";
  /** The card. */
  card: number;
}

/** A fight; the fight itself stands beside the stack. */
export interface CombatSeen extends ProcedureSeen {
  kind: "combat";
  /** Whose fight it was first. */
  seat: number;
  /** The monster it began with. */
  card: number;
  /** The room may be looted after it. */
  may_loot: boolean;
}

/** A body and those who loot it. */
export interface DeathSeen extends ProcedureSeen {
  kind: "death";
  /** Who has died. */
  seat: number;
  /** The cards that are left to loot. */
  body: number[];
  /** Who has still to take one, in order. */
  looters: number[];
  /** The number of the phase it happened in. */
  phase: number;
}

/** A bargain is kept after its fight. */
export interface DeliverySeen extends ProcedureSeen {
  kind: "delivery";
  /** Who was the main fighter. */
  main: number;
  /** Who helped. */
  helper: number;
  /** What is still to change hands, as picks; a promised card shows only to those who know it. */
  deal: number[];
  /** Mask of those who would rather do without than make room. */
  waived: number;
}

/** A card came face-up: keep it, or play it at once. */
export interface FaceUpSeen extends ProcedureSeen {
  kind: "face_up";
  /** Who has it. */
  seat: number;
  /** The card. */
  card: number;
}

/** A card is drawn for all to see. */
export interface FaceUpDrawSeen extends ProcedureSeen {
  kind: "face_up_draw";
  /** Who draws. */
  seat: number;
  /** 0 for a Door, 1 for a Treasure. */
  deck: number;
}

/** Those are paid whose fight it was before. */
export interface FormerRewardsSeen extends ProcedureSeen {
  kind: "former_rewards";
  /** Treasures still to be had. */
  count: number;
  /** Treasures to be drawn besides. */
  gift: number;
}

/** Bargaining; the offers stand in the fight. */
export interface HelpTalkSeen extends ProcedureSeen {
  kind: "help_talk";
}

/** Everybody passes cards to the left. */
export interface PassingLeftSeen extends ProcedureSeen {
  kind: "passing_left";
  /** The seats, the first to choose first. */
  order: number[];
  /** How many cards that one passes. */
  first: number;
  /** How many each of the others passes. */
  rest: number;
  /** The cards chosen so far; -1 for one that the observer does not know. */
  given: number[];
}

/** The instructions of a card are carried out. */
export interface ResolveSeen extends ProcedureSeen {
  kind: "resolve";
  /** Which instructions. */
  program: string;
  /** The present one of them. */
  op: number;
  /** How far that has come. */
  part: number;
  /** The card; -1 for none. */
  card: number;
  /** Who plays the card or uses the ability. */
  player: number;
  /** The munchkin it happens to. */
  victim: number;
  /** The monster it is about. */
  body: number;
  /** The card it is aimed at. */
  target: number;
  /** Cards paid for it, or what a die showed. */
  n: number;
  /** The last instruction found something to do. */
  found: boolean;
  /** Any of them did. */
  acted: boolean;
  /** What the present instruction must remember. */
  memo: number[];
}

/** The winners of a fight are paid. */
export interface RewardsSeen extends ProcedureSeen {
  kind: "rewards";
  /** Treasures still to be had. */
  count: number;
  /** Treasures to be drawn besides. */
  gift: number;
  /** The monsters were killed, not driven off. */
  killed: boolean;
  /** Treasures lying face-up to be picked. */
  spread: number[];
  /** Who picks, the first first. */
  order: number[];
  /** Monsters killed that have something more to give, by number of definition. */
  gifts: number[];
}

/** Seats roll for an order. */
export interface RollOffSeen extends ProcedureSeen {
  kind: "roll_off";
  /** Seats in groups, each ended by -1. */
  queue: number[];
  /** What the first group has rolled so far. */
  faces: number[];
  /** The seats that have their place. */
  order: number[];
}

/** The flight after a lost fight. */
export interface RunAwaySeen extends ProcedureSeen {
  kind: "run_away";
  /** Who runs; -1 before anybody does. */
  runner: number;
  /** Who has still to run. */
  waiting: number[];
  /** Monsters the runner has still to get away from. */
  todo: number[];
  /** The monster the runner is at; -1 for none. */
  body: number;
  /** The last escape must be rolled for again. */
  undone: boolean;
  /** The runner has rolled: it is too late to sacrifice a follower. */
  has_rolled: boolean;
  /** Who got away by a sacrifice. */
  safe: number[];
  /** Somebody has rolled already. */
  begun: boolean;
  /** How many monsters have had their last word when all have run. */
  struck: number;
}

/** Main fighter and helper settle who runs first. */
export interface RunOrderSeen extends ProcedureSeen {
  kind: "run_order";
  /** The main fighter. */
  main: number;
  /** Who helps. */
  helper: number;
  /** Whom the one wants to run first; -1 before they have said so. */
  wish: number;
  /** Whom the other wants to. */
  other_wish: number;
}

/** Everybody plays from the starting hand. */
export interface SetupSeen extends ProcedureSeen {
  kind: "setup";
  /** Mask of the seats that are done. */
  ready: number;
}

/** A proposal waits for the other party. */
export interface TradeSeen extends ProcedureSeen {
  kind: "trade";
  /** Who proposes. */
  seat: number;
  /** To whom. */
  other: number;
  /** What is offered. */
  gives: number[];
  /** What is wanted for it. */
  wants: number[];
  /** Nothing is wanted. */
  gift: boolean;
  /** 1 for yes, -1 for no, 0 while it waits. */
  agreed: number;
}

/** Somebody's turn. */
export interface TurnSeen extends ProcedureSeen {
  kind: "turn";
  /** Whose. */
  seat: number;
  /** A monster was met this turn. */
  met: boolean;
  /** Charity has been given, and whose turn it is now has done nothing yet. */
  handed: boolean;
}

/** A procedure in progress. */
export type FrameSeen =
  | CardInPlaySeen
  | CaughtWindowSeen
  | ChooseSeen
  | ChooseWorthSeen
  | CombatSeen
  | CurseLandsSeen
  | DeathSeen
  | DeliverySeen
  | EscapedWindowSeen
  | FaceUpSeen
  | FaceUpDrawSeen
  | FightWindowSeen
  | FormerRewardsSeen
  | HelpTalkSeen
  | KeepSomeSeen
  | LosingSeen
  | OneshotPlayedSeen
  | PassingLeftSeen
  | ResolveSeen
  | RewardWindowSeen
  | RewardsSeen
  | RollDieSeen
  | RollOffSeen
  | RunAwaySeen
  | RunOrderSeen
  | SaleSeen
  | SetupSeen
  | ShedSeen
  | SpoilsSeen
  | TakeTokenSeen
  | TradeSeen
  | TurnSeen;

export type Phase =
  "setup" | "arrange" | "door" | "combat" | "rewards" | "run" | "loot" | "second" | "charity" | "over";

export type Purpose =
  | "setup"
  | "arrange"
  | "second"
  | "charity"
  | "fight"
  | "window"
  | "help"
  | "offer"
  | "trade"
  | "gift"
  | "lose"
  | "pay"
  | "keep"
  | "loot"
  | "pick"
  | "order"
  | "flee"
  | "die"
  | "leave"
  | "yes or no"
  | "choice";

export type Sex = "male" | "female";

/** A monster: number, card, definition, what shares its enhancers, joined later, tags got and lost, strength more. */
export type BodySeen = [
  uid: number,
  card: number,
  key: string,
  group: number,
  added: boolean,
  tags: number,
  taken: number,
  extra: number,
];

/** A summand: side, munchkin, monster, sort, card, the definition that names it (none for a Level), amount. */
export type TermSeen = [
  side: number,
  seat: number,
  body: number,
  sort: number,
  card: number,
  key: string,
  amount: number,
];

/** A summand that a card has left in the fight, with the modifier that tells its amount, and who played a one-shot. */
export type LastingTermSeen = [
  side: number,
  seat: number,
  body: number,
  sort: number,
  card: number,
  key: string,
  amount: number,
  modifier: number,
  user: number,
];

/** A help offer: by whom, to whom, who would help, the how manieth counter-offer it is, what the helper gets. */
export type OfferSeen = [asker: number, to: number, helper: number, counters: number, terms: number[]];

/** A card of a deck that the seat has seen: its place from the top, and 1 if everybody has. */
export type KnownInDeck = [deck: number, place: number, card: number, everybody: number];

/** A card and the one it lies with. */
export type Attached = [rider: number, host: number];

/** An Item in play and the tags it has got for good. */
export type Marked = [card: number, tags: number];

/** A card and how many copies of it the game has. */
export type Copies = [key: string, count: number];

export type Pair = [number, number];

/** The table options the game is played by. */
export interface OptionsSeen {
  /** The number of the seat that begins, or `roll`. */
  first_player: string;
  /** Help may be asked for in a fight that is being won. */
  help_when_winning: boolean;
  /** Whoever dies keeps their tokens. */
  tokens_survive_death: boolean;
  /** `fighter_first`, or `agree` where the two settle who runs first. */
  run_order: string;
  /** After a kill without tokens a roll may give one. */
  token_roll: boolean;
  /** A turn begins with a face-down Door, and looting draws a Treasure. */
  listen_at_the_door: boolean;
  /** A helper may win together with the main fighter. */
  shared_victory: boolean;
  /** The Level that wins. */
  winning_level: number;
}

/** What lies before a seat, and the backs of its hand. */
export interface ObservedSeat {
  /** The munchkin's Level. */
  level: number;
  /** What it counts as right now. */
  sex: Sex;
  /** Waits for the next turn to come back. */
  dead: boolean;
  /** Draws a whole hand at the start of the next turn. */
  newborn: boolean;
  /** How many cards it holds. */
  hand: number;
  /** How many of them have the back of a Door. */
  doors: number;
  /** Cards of its hand that the observer has seen; for one's own seat none are listed. */
  known: number[];
  /** Those of them that everybody has seen. */
  open: number[];
  /** Every card that lies there, in the order they came: Class, Race, Items, followers, kept curses. */
  play: number[];
  /** Those of them that are worn or wielded. */
  equipped: number[];
  /** Cards just received; -1 for one whose face the observer does not know. */
  fresh: number[];
  /** Abilities used this turn, by their numbers. */
  used: number[];
  /** Tokens of each kind, by the number of the kind; shorter where the last kinds are missing. */
  counters: number[];
  /** What will befall the player: a modifier, then 1 once it is in force, in turn. */
  after: number[];
}

/** A discard pile. */
export interface PileSeen {
  /** The card on top; -1 if there is none. */
  top: number;
  /** How many cards lie there. */
  count: number;
  /** All of them by id, for a program that remembers what was discarded; in which order they lie nobody can tell. */
  seen?: number[];
}

/** What a main fighter has got so far. */
export interface Earned {
  /** Monsters killed before the fight was over. */
  kills: number;
  /** The Levels due for them. */
  kill_levels: number;
  /** The definition of each of them, who helped to kill it or -1, and the levels due for that, in turn. */
  slain: number[];
  /** Treasures of monsters driven off. */
  owed: number;
  /** Treasures drawn face-down when the fight is over, whoever helped. */
  gift: number;
  /** Doors likewise. */
  gift_doors: number;
  /** For every monster killed its tags, the tokens more it is worth, and those the neighbour picks. */
  spoils: number[];
}

/** What is owed to whose fight it was before. */
export interface ClaimSeen extends Earned {
  /** The former main fighter. */
  seat: number;
}

/** What has come of a fight so far. */
export interface ObservedProgress {
  /** Seat and monster of every escape, in turn. */
  escaped: number[];
  /** Seat and monster of every catch, in turn. */
  caught: number[];
  /** A monster that gives tokens was in it, whatever became of it. */
  tokens_met: boolean;
  /** Cards played into it that more may be paid for, each with the seat that played it, in turn. */
  refillable: number[];
  /** Cards played into it since it began. */
  cards_in: number;
  /** By how much it was lost. */
  margin: number;
  /** Nobody escapes any more, but for a sacrifice. */
  pinned: boolean;
  /** Nobody plays cards into it or uses abilities in it any more. */
  frozen: boolean;
  /** What changes rolls to run away: the seat, or -1 for all munchkins, and how much, in turn. */
  runs: number[];
  /** Mask of the seats that have stood before a monster in it as main fighter. */
  fought: number;
  /** Mask of the seats that have rolled to run away. */
  rolled: number;
  /** Tags of the monsters that have left it or were beaten in it. */
  met: number;
}

/** The fight under way. */
export interface ObservedFight extends Earned, ObservedProgress {
  /** The main fighter. */
  main: number;
  /** Who helps; -1 for nobody. */
  helper: number;
  /** The helper was made to. */
  compelled: boolean;
  /** The compelled helper was asked and stays. */
  stay: boolean;
  /** It is lost, and they run. */
  lost: boolean;
  /** The monsters. */
  bodies: BodySeen[];
  /** The number the next monster gets. */
  next_uid: number;
  /** A group of monsters and a card played on it, in turn. */
  enhancers: number[];
  /** Summands that cards have left in it. */
  terms: LastingTermSeen[];
  /** Cards committed to it, discarded when it is over. */
  played: number[];
  /** What those are owed whose fight it was before. */
  former: ClaimSeen[];
  /** Help offers nobody has answered yet; a promised card shows only to those who know it. */
  offers: OfferSeen[];
  /** What the helper gets, as picks; likewise. */
  deal: number[];
  /** The room may be looted after it. */
  may_loot: boolean;
  /** Abilities used in it: the number of the ability, then the victim or -1, in turn. */
  used: number[];
  /** The strength of the munchkins and of the monsters. */
  totals: Pair;
  /** Every summand of both. */
  explained: TermSeen[];
}

/** The cards in the middle of the table, and which lie together. */
export interface CardsSeen {
  /** How many cards are left of Doors and Treasures. */
  decks: Pair;
  /** Cards being resolved right now. */
  aside: number[];
  /** What improves an Item, what makes it a Cheat!, what a follower carries. */
  attached: Attached[];
  /** Tags that Items in play have got for good. */
  marks: Marked[];
}

/** All that a seat may know of a game, as plain data: it travels as JSON. */
export interface Observation extends CardsSeen {
  /** Of this form. */
  version: number;
  /** The sets that are mixed. */
  sets: string[];
  /** Stands for what the card files say. */
  catalog: string;
  /** The table options. */
  options: OptionsSeen;
  /** Whose observation it is; -1 for a spectator's. */
  seat: number;
  /** Whose turn it is. */
  turn: number;
  /** How many turns have begun. */
  turns: number;
  /** The phase of the turn. */
  phase: Phase;
  /** A fight has been won and no phase step has followed yet. */
  won_fight: boolean;
  /** Tags of the monsters of the fight won last. */
  won_tags: number;
  /** Who has won; nobody while the game goes on. */
  winners: number[];
  /** What each seat is asked for, or nothing. */
  asked: (Purpose | null)[];
  /** What lies before each seat. */
  seats: ObservedSeat[];
  /** The seat's own hand. */
  hand: number[];
  /** Mask of the others who know each card of it. */
  shown: number[];
  /** The discard piles of Doors and Treasures. */
  discards: PileSeen[];
  /** Cards of which the game has another number of copies than the card files say. */
  mix: Copies[];
  /** Cards of the decks that the seat has seen. */
  deck_known: KnownInDeck[];
  /** The fight under way. */
  fight: ObservedFight | null;
  /** The procedures in progress, the innermost last. */
  stack: FrameSeen[];
  /** What the procedure that ended last hands to the one below it. */
  result: number;
  /** Moves with every answer. */
  serial: number;
  /** Counts everything done but passing. */
  acts: number;
  /** The seat that acted last, or -1. */
  actor: number;
  /** The number the next procedure gets. */
  next_uid: number;
  /** Every card whose face the seat knows. */
  card_ids: number[];
  /** Which card each of them is. */
  card_defs: string[];
}

/** What somebody sees who looks at a record with all hands open. */
export interface OpenObservation extends Observation {
  /** The hand of each seat. */
  hands: number[][];
}
