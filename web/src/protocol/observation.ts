// Made by tools/ts_types.py from kickdoor.view.observation. Do not edit.

/** The fields of every frame. */
export interface ObservedProcedure {
  /** A number unique among the frames of the game. */
  uid: number;
  /** The next step. */
  pc: number;
  /** The number of times the same prompt was repeated. */
  round: number;
}

/** A choice of one seat among candidates. */
export interface ObservedChoice extends ObservedProcedure {
  /** The seat that picks. */
  seat: number;
  /** The purpose, as a number of the prompt kinds. */
  ask: number;
  /** The type of the candidates: seats, cards, numbers … */
  what: number;
  /** The candidates; -1 for a card that the observer does not know. */
  atoms: number[];
  /** The minimum number of picks. */
  least: number;
  /** The maximum number of picks. */
  most: number;
}

/** A reaction window. */
export interface ObservedWindow extends ObservedProcedure {
  /** Mask of the seats that have passed. */
  passed: number;
  /** The number of actions when the window was last restarted. */
  seen: number;
}

/** A card whose program runs above this frame; it is discarded when the program is done. */
export interface CardInPlaySeen extends ObservedProcedure {
  kind: "card_in_play";
  /** The card. */
  card: number;
}

/** The window right after a monster has caught a player, in which the others may react. */
export interface CaughtWindowSeen extends ObservedWindow {
  kind: "caught_window";
  /** The seat that was caught. */
  seat: number;
}

/** A prompt for one seat to pick. The picks are returned in the state's `picked`. Never interrupted. */
export interface ChooseSeen extends ObservedChoice {
  kind: "choose";
}

/** The frame that prompts for Items worth a sum. */
export interface ChooseWorthSeen extends ObservedChoice {
  kind: "choose_worth";
  /** The gold that the Items must be worth. */
  worth: number;
}

/** A fight in progress; the state holds the fight itself. */
export interface CombatSeen extends ObservedProcedure {
  kind: "combat";
  /** The seat whose fight it was first. */
  seat: number;
  /** The monster that the fight began with. */
  card: number;
  /** Whether the room may be looted after the fight, which is closed by then. */
  may_loot: boolean;
}

/** A curse that was turned up or played: it lands unless it is cancelled. */
export interface CurseLandsSeen extends ObservedWindow {
  kind: "curse_lands";
  /** The curse. */
  card: number;
  /** The seat that the curse is to hit. */
  victim: number;
  /** The seat that played it; -1 for a curse found behind the door. */
  by: number;
  /** Whether it was stopped. */
  cancelled: boolean;
  /** Abilities used against it that may be tried once, by their numbers. */
  tries: number[];
}

/** A body and its looters. */
export interface DeathSeen extends ObservedProcedure {
  kind: "death";
  /** The seat that has died. */
  seat: number;
  /** The cards that are left to loot. */
  body: number[];
  /** The seats that have still to take a card, in order. */
  looters: number[];
  /** The number of the phase in which the death happened. */
  phase: number;
}

/** The delivery of a bargain after its fight: Items change hands, then cards are played on the helper. */
export interface DeliverySeen extends ObservedProcedure {
  kind: "delivery";
  /** The main fighter. */
  main: number;
  /** The helper. */
  helper: number;
  /** The terms still due, as picks; a promised card shows to the seats that know it. */
  deal: number[];
  /** Mask of the seats that would rather do without than make room. */
  waived: number;
}

/** The window right after an escape, which some cards undo. */
export interface EscapedWindowSeen extends ObservedWindow {
  kind: "escaped_window";
}

/** The draw of one card for all to see; the frame returns the card as the state's result, -1 for none. */
export interface FaceUpDrawSeen extends ObservedProcedure {
  kind: "face_up_draw";
  /** The seat that draws. */
  seat: number;
  /** 0 for a Door, 1 for a Treasure. */
  deck: number;
}

/** The choice to keep or play the card; no other player may act in the meantime. */
export interface FaceUpSeen extends ObservedProcedure {
  kind: "face_up";
  /** The seat that has the card. */
  seat: number;
  /** The card. */
  card: number;
}

/** The window before a fight is decided: after a claim or before running. */
export interface FightWindowSeen extends ObservedWindow {
  kind: "fight_window";
  /** Whether the fight is about to be won, not given up. */
  claim: boolean;
  /** The seat that has claimed this; -1 for none yet. */
  main: number;
}

/** The payment of former main fighters, one after the other and face-down: they have no helper now. */
export interface FormerRewardsSeen extends ObservedProcedure {
  kind: "former_rewards";
  /** Treasures still to be drawn. */
  count: number;
  /** Treasures to be drawn in addition. */
  gift: number;
}

/** A bargain in progress: the seats with an open offer answer it; others may still make theirs. */
export interface HelpTalkSeen extends ObservedProcedure {
  kind: "help_talk";
}

/** The choice of which cards just drawn into a hand are kept; the rest is discarded. */
export interface KeepSomeSeen extends ObservedChoice {
  kind: "keep_some";
}

/** The window before Items are lost. Only their owner is prompted. */
export interface LosingSeen extends ObservedWindow {
  kind: "losing";
  /** The seat that owns the Items. */
  seat: number;
  /** The Items. */
  cards: number[];
  /** Whether a curse takes them. */
  by_curse: boolean;
  /** The seat that gets them; -1 if they are discarded. */
  taker: number;
}

/** A one-shot that was played, where some card of the mix could cancel it. */
export interface OneshotPlayedSeen extends ObservedWindow {
  kind: "oneshot_played";
  /** The card. */
  card: number;
  /** The seat that played it. */
  by: number;
  /** The index of the play among the card's plays. */
  way: number;
  /** The type of the target. */
  aim: number;
  /** The number of the target. */
  target: number;
  /** A card from hand that was played with it; -1 for none. */
  second: number;
  /** Tokens paid for it. */
  paid: number;
  /** Whether it was stopped. */
  cancelled: boolean;
}

/** The frame that prompts one player after the other for the cards to pass. Cards move after all have chosen. */
export interface PassingLeftSeen extends ObservedProcedure {
  kind: "passing_left";
  /** The seats in the order in which they choose. */
  order: number[];
  /** The number of cards that the first seat passes. */
  first: number;
  /** The number of cards that each other seat passes. */
  rest: number;
  /** The cards chosen so far; -1 for one that the observer does not know. */
  given: number[];
}

/** A card's program in progress. Its position is data, so a card may prompt and wait anywhere. */
export interface ResolveSeen extends ObservedProcedure {
  kind: "resolve";
  /** The name of the program. */
  program: string;
  /** The index of the current op. */
  op: number;
  /** The progress within the current op, which runs again after each prompt. */
  part: number;
  /** The card; -1 for none. */
  card: number;
  /** The seat that plays the card or uses the ability; 'you' of most cards. */
  player: number;
  /** The seat that the effect applies to. */
  victim: number;
  /** The monster that the effect is about. */
  body: number;
  /** The card that the effect is aimed at. */
  target: number;
  /** The number of cards paid for the effect, or the face of a die. */
  n: number;
  /** Whether the last op had anything to do. */
  found: boolean;
  /** Whether any op had anything to do. */
  acted: boolean;
  /** The data that the current op has to remember. */
  memo: number[];
}

/** The window before the Treasures of a fight are drawn, in which others may claim some of them. */
export interface RewardWindowSeen extends ObservedWindow {
  kind: "reward_window";
  /** The seat that draws them. */
  seat: number;
}

/** The reward step; nothing of it can be undone. */
export interface RewardsSeen extends ObservedProcedure {
  kind: "rewards";
  /** Treasures still to be drawn. */
  count: number;
  /** Treasures to be drawn in addition. */
  gift: number;
  /** Whether the monsters were killed, not driven off. */
  killed: boolean;
  /** Treasures that lie face-up to be picked. */
  spread: number[];
  /** The seats in the order in which they pick. */
  order: number[];
  /** The killed monsters with one more reward, by number of definition. */
  gifts: number[];
}

/** A die roll in progress; the frame returns the total as the state's result. */
export interface RollDieSeen extends ObservedWindow {
  kind: "roll_die";
  /** The seat that rolled. */
  seat: number;
  /** 0 for a card, 1 to run away, 2 for an order. */
  reason: number;
  /** The face; 0 before the roll. */
  face: number;
  /** The amount added to the face. */
  added: number;
  /** The monster that is run away from; -1 for none. */
  body: number;
  /** Whether this repeats a roll: a card for the first one is too late. */
  again: boolean;
  /** Keys of abilities limited per roll, once for each card paid. */
  spent: number[];
}

/** A series of rolls that orders seats, highest first; ties are rolled again among themselves. */
export interface RollOffSeen extends ObservedProcedure {
  kind: "roll_off";
  /** Seats in groups, each ended by -1. */
  queue: number[];
  /** The faces that the seats of the first group have rolled so far. */
  faces: number[];
  /** The seats whose place is settled. */
  order: number[];
}

/** The flight after a lost fight. */
export interface RunAwaySeen extends ObservedProcedure {
  kind: "run_away";
  /** The seat that runs; -1 before the first one does. */
  runner: number;
  /** The seats that have still to run. */
  waiting: number[];
  /** The monsters that the runner has still to get away from. */
  todo: number[];
  /** The monster that the runner is running from; -1 for none. */
  body: number;
  /** Whether the last escape must be rolled for again. */
  undone: boolean;
  /** Whether the runner has rolled: no follower is sacrificed then. */
  has_rolled: boolean;
  /** The seats that got away by a sacrifice, which nothing undoes. */
  safe: number[];
  /** Whether any seat has rolled. */
  begun: boolean;
  /** The number of monsters whose effect after the run is done. */
  struck: number;
}

/** The choice by main fighter and helper of who runs first; if they disagree, the higher roller decides. */
export interface RunOrderSeen extends ObservedProcedure {
  kind: "run_order";
  /** The main fighter. */
  main: number;
  /** The helper. */
  helper: number;
  /** The seat that the main fighter wants to run first; -1 for none yet. */
  wish: number;
  /** The seat that the helper wants to run first; -1 for none yet. */
  other_wish: number;
}

/** The choice of which Items of a sale count double by a power, which may be kept for a later sale. */
export interface SaleSeen extends ObservedChoice {
  kind: "sale";
  /** The Items sold. */
  cards: number[];
  /** The Items that count double so far. */
  doubled: number[];
}

/** The setup: four cards of each deck for every seat; then all players play at the same time until each is done. */
export interface SetupSeen extends ObservedProcedure {
  kind: "setup";
  /** Mask of the seats that are done. */
  ready: number;
}

/** The choice of what to keep or what to part with, as the rule demands. */
export interface ShedSeen extends ObservedChoice {
  kind: "shed";
  /** The limit that is exceeded, which determines what happens to the rest. */
  how: number;
  /** The cards that go. */
  excess: number[];
  /** The Item that is being given away; -1 for none. */
  giving: number;
}

/** The tokens after a fight: kill by kill, then token by token, then those that cards add. */
export interface SpoilsSeen extends ObservedWindow {
  kind: "spoils";
  /** The seat that was main fighter when the monsters were killed. */
  seat: number;
  /** For each monster killed: tags, additional tokens, the neighbour's picks. */
  kills: number[];
  /** The index of the current kill. */
  at: number;
  /** Tokens to be taken, each as the mask of the tags it may have. */
  claims: number[];
  /** The seat that gets each token. */
  order: number[];
  /** Tokens that the neighbour has still to pick. */
  gifts: number;
  /** The food terms of all monsters killed. */
  tags: number;
  /** Whether the seat was kept from taking tokens. */
  barred: boolean;
}

/** A token that a player is about to take; the frame returns its kind as the state's result, -1 for none. */
export interface TakeTokenSeen extends ObservedWindow {
  kind: "take_token";
  /** The seat that takes it. */
  seat: number;
  /** The seat that chooses the kind. */
  chooser: number;
  /** The kinds that the token may have. */
  kinds: number[];
  /** Whether a set of tokens may win the game by it. */
  may_win: boolean;
  /** The kind of the token; -1 before it is chosen. */
  token: number;
  /** The kind before it was changed. */
  chosen: number;
}

/** A proposal waiting for the other party; other actions may interrupt it. */
export interface TradeSeen extends ObservedProcedure {
  kind: "trade";
  /** The seat that proposes. */
  seat: number;
  /** The seat that the proposal is made to. */
  other: number;
  /** The cards offered. */
  gives: number[];
  /** The cards wanted in return. */
  wants: number[];
  /** Whether nothing is wanted in return. */
  gift: boolean;
  /** 1 for yes, -1 for no, 0 while it waits. */
  agreed: number;
}

/** One player's turn; the same frame becomes the next player's turn when it ends. */
export interface TurnSeen extends ObservedProcedure {
  kind: "turn";
  /** The seat whose turn it is. */
  seat: number;
  /** Whether a monster was met this turn. */
  met: boolean;
  /** Whether Charity was given and the next player has not acted yet. */
  handed: boolean;
}

/** A frame. */
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
  | FaceUpDrawSeen
  | FaceUpSeen
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

/** A monster: uid, card, key, group, added, tags, taken, extra. */
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

/** The fields of a seat that all seats see. */
export interface SeatFields {
  /** The player's Level. */
  level: number;
  /** Whether the character is dead and returns on a later turn. */
  dead: boolean;
  /** Whether the player draws a whole hand at the start of their next turn. */
  newborn: boolean;
  /** Every card in play before the seat, in the order they came. */
  play: number[];
  /** Those of the cards in play that are worn or wielded. */
  equipped: number[];
  /** Abilities used this turn, by their numbers. */
  used: number[];
  /** Tokens of each kind; shorter where the last kinds are missing. */
  counters: number[];
  /** Delayed effects: a modifier, then 1 once it is in force. */
  after: number[];
}

/** The rewards owed to a former main fighter. */
export interface ClaimSeen {
  /** The former main fighter. */
  seat: number;
  /** Monsters killed before the fight was over. */
  kills: number;
  /** The Levels due for these kills. */
  kill_levels: number;
  /** Treasures of monsters driven off. */
  owed: number;
  /** Treasures drawn face-down when the fight is over. */
  gift: number;
  /** Doors drawn face-down when the fight is over. */
  gift_doors: number;
  /** For each monster killed: tags, additional tokens, the neighbour's picks. */
  spoils: number[];
  /** For each kill: the definition, the helper, the helper's Levels. */
  slain: number[];
}

/** The fields of a fight that are shown as they are. */
export interface FightFields {
  /** The main fighter. */
  main: number;
  /** The helper; -1 for none. */
  helper: number;
  /** Whether the helper was compelled. */
  compelled: boolean;
  /** Whether the compelled helper was asked and stays. */
  stay: boolean;
  /** Whether the fight is lost and the fighters run. */
  lost: boolean;
  /** The number that the next monster gets. */
  next_uid: number;
  /** A group of monsters and a card played on it, alternating. */
  enhancers: number[];
  /** Cards committed to the fight, which are discarded when it is over. */
  played: number[];
  /** Treasures of monsters driven off. */
  owed: number;
  /** Treasures drawn face-down after the fight, with or without a helper. */
  gift: number;
  /** Doors drawn face-down after the fight, with or without a helper. */
  gift_doors: number;
  /** Monsters killed before the fight was over. */
  kills: number;
  /** The Levels due for these kills. */
  kill_levels: number;
  /** The helper's reward, as picks. */
  deal: number[];
  /** Whether the room may be looted after the fight. */
  may_loot: boolean;
  /** Abilities used in the fight, each with the victim or -1, alternating. */
  used: number[];
  /** Seat and monster of every escape, in order, alternating. */
  escaped: number[];
  /** Seat and monster of every catch, in order, alternating. */
  caught: number[];
  /** The difference by which the fight was lost. */
  margin: number;
  /** Whether only a sacrifice still allows an escape. */
  pinned: boolean;
  /** Whether cards and abilities can no longer be used in the fight. */
  frozen: boolean;
  /** Changes of rolls to run away: the seat or -1 for all, and the amount. */
  runs: number[];
  /** Mask of the seats that have faced a monster as main fighter. */
  fought: number;
  /** Mask of the seats that have rolled to run away. */
  rolled: number;
  /** Tags of the monsters that have left the fight or were beaten in it. */
  met: number;
  /** For each monster killed: tags, additional tokens, the neighbour's picks. */
  spoils: number[];
  /** For each kill: the definition, the helper, the helper's Levels. */
  slain: number[];
  /** Whether a monster that gives tokens was in the fight at any time. */
  tokens_met: boolean;
  /** Cards that may be paid for again, each with its player's seat. */
  refillable: number[];
  /** The number of cards played into the fight since it began. */
  cards_in: number;
}

/** The fields of a state that all seats see. */
export interface StateFields {
  /** Cards being resolved right now. */
  aside: number[];
  /** The seat whose turn it is. */
  turn: number;
  /** The number of turns that have begun. */
  turns: number;
  /** Whether a fight has been won and no phase step has followed yet. */
  won_fight: boolean;
  /** Tags of the monsters of the last fight won. */
  won_tags: number;
  /** The winners; empty while the game continues. */
  winners: number[];
  /** The result that the last finished frame returns to the one below it. */
  result: number;
  /** A number that changes with every answer; odd while the game steps. */
  serial: number;
  /** The number of actions, passes excluded: windows restart when it changes. */
  acts: number;
  /** The seat that acted last, or -1. */
  actor: number;
  /** The number that the next frame gets. */
  next_uid: number;
}

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

/** A term: side, seat, monster, kind, card, the definition that names it (none for a Level), amount. */
export type TermSeen = [
  side: number,
  seat: number,
  body: number,
  sort: number,
  card: number,
  key: string,
  amount: number,
];

/** A term that a card has left in the fight, with the modifier that gives its amount, and the player of a one-shot. */
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

/** A help offer: maker, receiver, helper, number of the counter-offer (0 for the first offer), helper's reward. */
export type OfferSeen = [asker: number, to: number, helper: number, counters: number, terms: number[]];

/** A card of a deck that the seat has seen: its place from the top, and 1 if all seats have seen it. */
export type KnownInDeck = [deck: number, place: number, card: number, everybody: number];

/** A card and the card it is attached to. */
export type Attached = [rider: number, host: number];

/** An Item in play and the tags that it has gained for good. */
export type Marked = [card: number, tags: number];

/** A card and its number of copies in the game. */
export type Copies = [key: string, count: number];

export type Pair = [number, number];

/** The rule options of the game. */
export interface OptionsSeen {
  /** The number of the seat that begins, or `roll`. */
  first_player: string;
  /** Whether help may be asked for in a fight that is being won. */
  help_when_winning: boolean;
  /** Whether a player keeps their tokens when they die. */
  tokens_survive_death: boolean;
  /** `fighter_first`, or `agree` where the two fighters settle who runs first. */
  run_order: string;
  /** Whether a roll may give a token after a kill without tokens. */
  token_roll: boolean;
  /** Whether a turn begins with a face-down Door, and looting draws a Treasure. */
  listen_at_the_door: boolean;
  /** Whether a helper may win together with the main fighter. */
  shared_victory: boolean;
  /** The Level that wins. */
  winning_level: number;
}

/** The cards before a seat, and the backs of its hand. */
export interface ObservedSeat extends SeatFields {
  /** The sex that counts right now. */
  sex: Sex;
  /** The number of cards in hand. */
  hand: number;
  /** The number of cards in hand with the back of a Door. */
  doors: number;
  /** Cards of the hand that the observer has seen; none are listed for the observer's own seat. */
  known: number[];
  /** Those of the known cards that all seats have seen. */
  open: number[];
  /** Cards just received; -1 for one whose face the observer does not know. */
  fresh: number[];
}

/** A discard pile. */
export interface PileSeen {
  /** The card on top; -1 if there is none. */
  top: number;
  /** The number of cards in it. */
  count: number;
  /** All cards in it by id, for a program that remembers the discards. Their order is unknown to all seats. */
  seen?: number[];
}

/** The current fight. */
export interface ObservedFight extends FightFields {
  /** The monsters. */
  bodies: BodySeen[];
  /** Terms that cards have left in the fight. */
  terms: LastingTermSeen[];
  /** The rewards owed to former main fighters. */
  former: ClaimSeen[];
  /** Open help offers; a promised card shows only to the seats that know it. */
  offers: OfferSeen[];
  /** The strength of the munchkins' side and of the monsters. */
  totals: Pair;
  /** Every term of both totals. */
  explained: TermSeen[];
}

/** The cards in the middle of the table, and the attachments of cards. */
export interface CardsSeen {
  /** The number of cards left in the Door and Treasure decks. */
  decks: Pair;
  /** Attachments: what improves an Item, a Cheat! on an Item, what a follower carries. */
  attached: Attached[];
  /** Tags that Items in play have gained for good. */
  marks: Marked[];
}

/** The full knowledge of one seat about a game, as plain data that can be sent as JSON. */
export interface Observation extends StateFields, CardsSeen {
  /** The version of this format. */
  version: number;
  /** The sets of the mix. */
  sets: string[];
  /** The digest of the card files. */
  catalog: string;
  /** The rule options. */
  options: OptionsSeen;
  /** The seat that observes; -1 for a spectator. */
  seat: number;
  /** The phase of the turn. */
  phase: Phase;
  /** The prompt kind of each seat, or null. */
  asked: (Purpose | null)[];
  /** The cards before each seat. */
  seats: ObservedSeat[];
  /** The seat's own hand. */
  hand: number[];
  /** For each card of the hand, the mask of the other seats that know it. */
  shown: number[];
  /** The discard piles of Doors and Treasures. */
  discards: PileSeen[];
  /** Cards whose number of copies in the game differs from the card files. */
  mix: Copies[];
  /** Cards of the decks that the seat has seen. */
  deck_known: KnownInDeck[];
  /** The current fight. */
  fight: ObservedFight | null;
  /** The frames in progress, the innermost last. */
  stack: FrameSeen[];
  /** Every card whose face the seat knows. */
  card_ids: number[];
  /** The definition of each of these cards. */
  card_defs: string[];
}

/** The observation of a record's viewer, with all hands open. */
export interface OpenObservation extends Observation {
  /** The hand of each seat. */
  hands: number[][];
}
