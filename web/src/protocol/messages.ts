// Made by tools/ts_types.py from the Python messages. Do not edit.

import type { Observation, OpenObservation } from "./observation";

export const P_GIVE = 0;

export const P_WANT = 1;

export const P_COUNT = 2;

export const P_PLACE = 3;

export const P_CARD = 4;

export const P_TOKENS = 5;

export const P_TOKEN_PLACE = 6;

export const P_ANYWAY = 7;

export const P_TO = 8;

export const P_SHIFT = 12;

export const PHASES = [
  "setup",
  "arrange",
  "door",
  "combat",
  "rewards",
  "run",
  "loot",
  "second",
  "charity",
  "over",
] as const;

export const KINDS = [
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
] as const;

export const SLOTS = ["none", "headgear", "armor", "footgear", "hand"] as const;

export const DECKS = ["door", "treasure"] as const;

/** The first message of a connection: which table, and by which right. */
export interface Hello {
  t: "hello";
  code: string;
  token?: string | null;
  /** The last log line that has arrived; what came after it is sent again. */
  since?: number;
  password?: string;
}

/** Answers the question before the seat, or does something it may do at any time. */
export interface Do {
  t: "do";
  cmd: string;
  key: string;
  picks?: number[];
  prompt?: number;
}

/** Asks what an act would come to; nothing is done. */
export interface Preview {
  t: "preview";
  cmd: string;
  key: string;
  picks?: number[];
  prompt?: number;
}

/** Asks why what cannot be done now cannot. */
export interface GetUnavailable {
  t: "why";
  cmd: string;
}

/** Asks for the lines of the log before one. */
export interface GetLog {
  t: "lines";
  cmd: string;
  before: number;
}

/** Stops the clock of the open reaction window for a while. */
export interface Hold {
  t: "hold";
  cmd: string;
}

/** Asks what a strong bot would do here, where nobody else is a person; the record tells of it. */
export interface AskHint {
  t: "hint";
  cmd: string;
}

/** Takes one's own last act back, where nothing has come of it. */
export interface Undo {
  t: "undo";
  cmd: string;
}

/** Sets when the seat wants to be asked in reaction windows, until the end of this turn or for good. */
export interface SetAutoPass {
  t: "watch";
  cmd: string;
  mode: "ask" | "touches_me" | "could_win" | "my_turn";
  /** From now on in every turn, unless something else is set for one. */
  lasting?: boolean;
}

export interface Say {
  t: "say";
  cmd: string;
  text: string;
}

/** Makes a face, for everybody to see. A bot with a character may answer it. */
export interface Emote {
  t: "emote";
  cmd: string;
  name: "wave" | "laugh" | "think" | "rage" | "beg" | "gg";
  /** Whom it is made at. */
  to?: number | null;
}

/** Names the seat and says how it looks, in the waiting room. */
export interface Character {
  t: "character";
  cmd: string;
  name: string;
  sex: "male" | "female";
  avatar?: number;
}

export interface Ready {
  t: "ready";
  cmd: string;
  on: boolean;
}

/** Fixes one's own part of the seed without telling it: sha256 of the table's id, a colon and the salt, in hex. */
export interface Seal {
  t: "seal";
  cmd: string;
  hash: string;
}

/** Opens one's own part of the seed, once the table shows that all seals are fixed. */
export interface Reveal {
  t: "reveal";
  cmd: string;
  salt: string;
}

/** Takes the seat back from the bot that plays on for its owner. */
export interface ReclaimSeat {
  t: "back";
  cmd: string;
}

/** Gives the seat up: to a bot in a game, to anybody before it. */
export interface Leave {
  t: "leave";
  cmd: string;
}

/** The host puts a bot into a seat, or takes it out. */
export interface SetBot {
  t: "bot";
  cmd: string;
  seat: number;
  level?: string | null;
}

/** The host sends somebody away: a bot plays on for them, before the game the seat is free. Newcomers must knock. */
export interface Kick {
  t: "kick";
  cmd: string;
  seat: number;
}

/** The host lets nobody else in. */
export interface Lock {
  t: "lock";
  cmd: string;
  on: boolean;
}

/** The host has two chairs change places, before the game. */
export interface Swap {
  t: "swap";
  cmd: string;
  seat: number;
  other: number;
}

/** The host lets somebody in who has knocked, or sends them away. */
export interface Admit {
  t: "admit";
  cmd: string;
  knock: number;
  yes: boolean;
}

/** The host makes somebody else the host. */
export interface HandOver {
  t: "hand_over";
  cmd: string;
  seat: number;
}

/** The host says how long the table lets what happens be seen. */
export interface SetPace {
  t: "pace";
  cmd: string;
  pace: "none" | "brisk" | "normal" | "relaxed";
}

/** The host says whether bots with a character speak. */
export interface SetVoices {
  t: "voices";
  cmd: string;
  on: boolean;
}

export interface Start {
  t: "start";
  cmd: string;
}

export interface Rematch {
  t: "rematch";
  cmd: string;
}

export interface Ping {
  t: "ping";
  n: number;
}

/** The table around the game: who sits there, how it is set up, what is still missing to start. */
export interface RoomInfo {
  t: "room";
  code: string;
  /** What parts of the seed are sealed with; it opens nothing. */
  id: string;
  status: "waiting" | "playing" | "over";
  sets: string[];
  options: Record<string, boolean | number | string>;
  speed: "blitz" | "normal" | "relaxed" | "none";
  seats: SeatInfo[];
  host: number;
  /** The seat of this client; -1 for somebody who watches. */
  you: number;
  locked: boolean;
  /** The host lets in everybody one by one. */
  approve: boolean;
  /** Who waits for this seat's agreement to be let in: the host's, or in a running game everyone's. */
  knocks: KnockShown[];
  /** This client waits to be let in. */
  knocking: boolean;
  listed: boolean;
  password: boolean;
  /** Time stands still, for no player is connected. */
  paused: boolean;
  watchers: number;
  /** What keeps the game from starting, in words. */
  missing: string[];
  /** A hash of the server's part of the seed, given before anybody could know the cards. */
  commitment: string;
  /** The game is about to begin: the seals are fixed, and whoever has one opens it with `reveal`. */
  opening: boolean;
  /** How often it was about to begin and somebody did not open their part. */
  called_off: number;
  /** Who that was the last time; nobody if the server had gone down. */
  withheld: string[];
  /** Where the record of the finished game is; empty until then. */
  record: string;
  /** The table of the rematch; empty if there is none. */
  next_code: string;
  /** What everybody should know of the game: that it was begun under other rules, say; else empty. */
  note: string;
  /** The bots the host may put into seats. */
  bots: string[];
  /** Those of them that may have a personality. */
  levels_with_personality: string[];
  /** The personalities there are: `nasty@gruff` is a bot that has one, `nasty@any` has one drawn at random. */
  personalities: string[];
  /** How long what happens is let be seen; a replay has no such thing. */
  pace?: "none" | "brisk" | "normal" | "relaxed";
  /** Bots with a character speak. */
  voices?: boolean;
}

/** Who sits where, for everybody to see. */
export interface SeatInfo {
  name: string;
  kind: "open" | "human" | "bot";
  avatar: number;
  sex: string;
  ready: boolean;
  /** Somebody is connected, or it is a bot. */
  here: boolean;
  /** A bot plays on for somebody who is away. */
  driven: boolean;
  /** Its level, and its character if it has one: `nasty@gruff`; empty where no bot sits. */
  bot: string;
  /** A hash of what the seat adds to the seed; empty if it adds nothing. */
  seal: string;
  /** It has opened its part, which is told to nobody before the end. */
  opened: boolean;
}

/** Someone who waits to be let in. */
export interface KnockShown {
  id: number;
  name: string;
}

/** All one client may know of the game, each time again. */
export interface View {
  t: "view";
  seq: number;
  game: Observation | OpenObservation;
  question: Question | null;
  choices: Choice[];
  /** What has happened since the last line this client has. */
  lines: Line[];
  window: WindowShown | null;
  /** Seconds this seat has left to decide; -1 where there is no clock. */
  clock: number;
  /** Seconds for which nothing goes on by itself, so that what has just happened can be seen. */
  rest: number;
  /** Empty if the last act may be taken back; else why not. */
  undo: string;
  fight: FightShown | null;
  /** What each munchkin would bring into a fight, or brings into this one. */
  strengths: number[];
  /** How many hands each munchkin has to hold Items with. */
  hands: number[];
  /** When the seat wants to be asked in reaction windows. */
  watch: string;
  /** In the tutorial. */
  lesson: Lesson | null;
}

/** What the seat is asked. */
export interface Question {
  prompt: number;
  word: string;
  text: string;
}

/** One thing the seat may do now. */
export interface Choice {
  key: string;
  act: string;
  text: string;
  card: number;
  /** `seat`, `monster`, `card`, `side`, `counter`, `number`, or nothing. */
  target: string;
  aim: number;
  second: number;
  /** It answers the question; else it may be done at any time. */
  mine: boolean;
  form: FormShown | null;
}

/** What an option wants picked. */
export interface FormShown {
  kind: "cards" | "seats" | "terms" | "trade" | "charity" | "tokens";
  least: number;
  most: number;
  atoms: number[];
  texts: string[];
  /** Charity: who may get cards. */
  receivers: number[];
  /** Bargains: how many Treasures there are to share. */
  most_treasures: number;
  /** Sales: what each atom is worth in Gold Pieces; else empty. */
  worths: number[];
  /** Sales: how many of the Items may count double; which is asked after it. */
  doubled: number;
}

/** One line of the log, with the cards it names and all that is needed to show it happen. */
export interface Line {
  n: number;
  text: string;
  kind: string;
  seat: number;
  cards: string[];
  turn: number;
  /** It came of the same act as the line before. */
  follows: boolean;
  /** It names this reader cards that it does not name everybody. */
  private: boolean;
  /** Where a bot has refused something: its reason. Records do not tell it. */
  why: Reason | null;
  /** The ids of the cards, as the view of that moment has them: after a reshuffle they are others. */
  ids: number[];
  /** How many cards it is about, whether or not this reader may know them. */
  count: number;
  other: number;
  /** What `other` and `amount` mean says the table of kinds, docs/events.md. */
  amount: number;
  /** The Level reached, where it is about one. */
  level: number;
  /** Both totals of the fight before the act and after it, munchkins first, where the act has changed one. */
  totals: number[][];
  /** Where its cards go. */
  moves: Move[];
  /** The least face with which a roll to run away succeeds; more than 6 if none does. */
  need: number;
  /** Which monster of the fight that roll is about. */
  monster: number;
  /** Who would help, where help is bargained about. */
  helper: number;
  /** What was offered or agreed. */
  terms: TermShown[];
  /**
   * The card whose effect it is, such as a curse or the monster whose Bad Stuff it is; of a card that is attached to
   * another, that other; of an escape without a roll the card that does not pursue.
   */
  cause: string;
  /** How it is shown; empty where words are enough. */
  beat: string;
  /** How long the table waits for that at normal pace; 0 where it is part of the beat before. */
  seconds: number;
  /** The place at which a played card is aimed: `mat.2` of a seat, `side.munchkins` or `side.monsters` of a fight. */
  aim?: string;
  /** The kind of token that it is about. */
  token?: number;
}

/** Why a bot has refused, as far as it tells: nothing that hangs on cards others may not see. */
export interface Reason {
  /**
   * `cannot`, `you_would_win`, `too_little`, `too_much`, `too_dangerous`, `rather_see_you_lose`, `no_need`,
   * `you_wronged_me`, `not_worth_it`, `looked_ahead` or `whim`; see `kickdoor.policies.refusal_causes`.
   */
  why: string;
  /**
   * How much is meant, by what it counts: the `treasures` for which it would, the `levels` the other would then lack,
   * the `gold` it wants for its trouble, the `percent` that wrongs add to its envy.
   */
  numbers: Record<string, number>;
}

/** A card that goes from one place to another. */
export interface Move {
  /** Empty where this reader may not know it. */
  card: string;
  /** As the view of that moment has it; -1 where this reader may not know it. */
  id: number;
  source: string;
  target: string;
}

/** One of the terms of a bargain about help. */
export interface TermShown {
  /**
   * `treasures` (the helper gets so many), `pick` (the Treasure at this place of the order, 0 is the last), `tokens`,
   * `token_pick`, `plays` (a card to be played on the helper), `gives` (the main fighter gives a card), `wants` (the
   * helper gives one), `anyway` (due even if the fight is lost).
   */
  sort: string;
  /** How many, or which place. */
  n: number;
  /** Empty where this reader may not know it, or none is meant. */
  card: string;
  text: string;
}

/** A reaction window. Times are seconds from the moment the message was sent. */
export interface WindowShown {
  id: number;
  /** Until then it is not said who has passed; -1 where there is no clock. */
  floor: number;
  closes: number;
  held: boolean;
  /** Who holds it open; -1 if nobody does. */
  holder: number;
  /** This seat has passed. */
  done: boolean;
  /** After the floor: who is still thinking. */
  waiting: number[];
  hold_left: number;
}

/** The fight explained: every summand, who is ahead by how much, and what running away would take. */
export interface FightShown {
  totals: number[];
  winning: boolean;
  /** What the munchkins lack to win; 0 if they would. */
  lacks: number;
  chips: StrengthTerm[];
  escapes: Escape[];
  /** How it would stand with each who could still help. */
  helped: HelpPreview[];
  /** What each monster pays if it is killed, with all that was played on it. */
  treasures: number[];
  /** Whom this fight would win the game as it stands, if it is won. */
  for_win: number[];
}

/** One summand of a side's total. */
export interface StrengthTerm {
  side: number;
  /** The munchkin whose strength it is part of; -1 for a side as a whole. */
  seat: number;
  text: string;
  amount: number;
  /** The card it comes from; empty for a Level. */
  card: string;
}

/** What the seat must roll to get away from a monster, and how many of the six faces do it. */
export interface Escape {
  monster: number;
  need: number;
  faces: number;
  /** The seat gets away without a roll. */
  free: boolean;
}

/** How the fight would stand if a munchkin helped, as far as everybody can tell. */
export interface HelpPreview {
  seat: number;
  totals: number[];
  winning: boolean;
}

/** Where the tutorial is, and by which option the pupil goes on; empty while others act. */
export interface Lesson {
  step: number;
  total: number;
  key: string;
}

export interface Chat {
  t: "chat";
  seat: number;
  name: string;
  text: string;
}

/** What a bot with a character says. */
export interface BotLine {
  t: "said";
  seat: number;
  /** Which line it is: character, occasion and number, `penny.refuses_too_little.1`; `any` is what all might say. */
  line: string;
  text: string;
  /** What is put into it: `who`, `card`, `n`. */
  params: Record<string, string>;
  /** The number of the line of the log that it is about. */
  n: number;
}

export interface EmoteShown {
  t: "emoted";
  seat: number;
  name: string;
  /** Whom it is made at; -1 for nobody in particular. */
  to: number;
}

/** The hint that was asked for. */
export interface Hint {
  t: "advice";
  /** The option to take; empty if the best is to let things be. */
  key: string;
  /** What to do and why, in a sentence; empty if it came to nothing, or too late. */
  text: string;
}

/** What an act would come to, by what the seat may know. What is not sure is left at nothing. */
export interface PreviewResult {
  t: "outcome";
  cmd: string;
  key: string;
  text: string;
  /** The text says that nothing comes of it at once. */
  nothing: boolean;
  /** It comes to this whatever the dice and hidden cards are; others may still do something about it. */
  sure: boolean;
  /** What decides the rest: a `die`, `cards` that the seat cannot see, `others` who agree or choose; else empty. */
  depends: string;
  /** The seat itself would stand worse, whatever happens. */
  harms: boolean;
  /** It might. */
  risks: boolean;
  /** Both totals before and after, where one changes in a fight that goes on; where one begins there is no before. */
  totals: number[][];
  /** What the munchkins would lack then; 0 if they would win. */
  lacks: number;
  /** `won` or `lost` if it would be decided; else empty. */
  fight: string;
  /** What everybody's Level would change by. */
  levels: number[];
  /** The seat's own out of a fight, before and after, where it changes; else empty. */
  strength: number[];
  dies: number[];
  /** Who would win the game. */
  wins: number[];
  /** The seat's own cards in play that would be gone. */
  lost: string[];
  /** With how many faces of the die the seat would get away; -1 where it does not run. */
  faces: number;
  /** Who has to agree; -1 for nobody. */
  up_to: number;
  /** Others could do something about it first. */
  silence: boolean;
}

/** Why whatever the seat cannot do now cannot be done. */
export interface Reasons {
  t: "reasons";
  cmd: string;
  refusals: Refusal[];
}

/** Why a card or a step is of no use now. */
export interface Refusal {
  card: number;
  act: string;
  text: string;
  rules: string[];
  /** The objections by message id, so that a client can put them shortly. */
  codes: string[];
}

/** Older lines of the log, as they were asked for. */
export interface LogPage {
  t: "log";
  cmd: string;
  lines: Line[];
  /** The oldest line that is kept; those before are in the replay. */
  first: number;
}

/** The command was carried out. */
export interface Done {
  t: "done";
  cmd: string;
}

/** The command was not carried out, and nothing has changed. */
export interface Refused {
  t: "refused";
  cmd: string;
  code: string;
  text: string;
  rules: string[];
}

export interface Pong {
  t: "pong";
  n: number;
}

/** How a new table is set up. */
export interface NewTable {
  name: string;
  sets: string[];
  seats?: number;
  /** Fills the other seats with bots; `nasty@any` gives each a character at random. */
  bots?: string | null;
  speed?: "blitz" | "normal" | "relaxed" | "none";
  /** How long the table lets what happens be seen; `none` is for programs. */
  pace?: "none" | "brisk" | "normal" | "relaxed";
  /** Bots with a character speak. */
  voices?: boolean;
  options?: Record<string, boolean | number | string>;
  listed?: boolean;
  password?: string;
  /** The host lets in everybody one by one. */
  approve?: boolean;
  watchers?: boolean;
}

/** Who wants to sit down. */
export interface Join {
  name: string;
  password?: string;
}

/** Who takes the tutorial. */
export interface TutorialRequest {
  name: string;
}

/** The way to a seat. Whoever has the token has the seat. */
export interface SeatCredentials {
  code: string;
  token: string;
  /** The host must let them in first. */
  knocking: boolean;
}

/** A table in the list of open ones. */
export interface TableSummary {
  code: string;
  status: string;
  sets: string[];
  speed: string;
  seats: number;
  taken: number;
  /** Seats a newcomer may take, those of bots among them. */
  free: number;
  names: string[];
  /** Of each of those who are named, whether it is a `human` or a `bot`. */
  kinds: ("open" | "human" | "bot")[];
  password: boolean;
  locked: boolean;
  /** Whoever comes knocks, and the host lets them in. */
  approve: boolean;
  watchers: boolean;
  winning_level: number;
  /** A hash of the server's part of the seed, to be known before one opens one's own. */
  commitment: string;
}

/** Works once, and for a minute. The link holds it in its fragment, which no server sees. */
export interface MoveCode {
  move: string;
  link: string;
  /** The link as a picture for a camera. */
  svg: string;
  seconds: number;
}

/** Where a record that was brought along can be looked at. */
export interface RecordKept {
  id: string;
}

/** Why something was refused. */
export interface Problem {
  code: string;
  text: string;
  /** After a fault of the server: the name under which whoever runs it finds it in the log. */
  request: string;
}

/** The end of a game in numbers. */
export interface Stats {
  names: string[];
  kinds: string[];
  winners: number[];
  turns: TurnMark[];
  /** Everybody's Level at the end. */
  final: number[];
  seats: SeatStats[];
  /** How often each seat, the row, cursed each other one, the column. */
  curses: number[][];
  /** How often each face was rolled. */
  dice: number[];
  awards: Award[];
  answers: number;
  seed: string;
  /** The seed was promised before the game, and kept. */
  fair: boolean;
}

/** Where a turn began, with everybody's Level then. */
export interface TurnMark {
  seq: number;
  turn: number;
  seat: number;
  levels: number[];
}

/** What one munchkin did. */
export interface SeatStats {
  level: number;
  fights_won: number;
  fights_lost: number;
  /** Fights of others won by this munchkin's help. */
  helped: number;
  escapes: number;
  caught: number;
  deaths: number;
  kills: number;
  gold: number;
  levels_gained: number;
  levels_lost: number;
  cards_played: number;
  treasures: number;
  curses_played: number;
  curses_suffered: number;
  curses_cancelled: number;
  /** The most by which one deed of theirs turned a fight of others against them. */
  backstab: number;
  /** Cards given away in Charity. */
  given: number;
  /** The most that one helping hand has brought in: Treasures, Items, and tokens where they were agreed on. */
  bargain: number;
  /** The longest they have held a reaction window open, in seconds. */
  held: number;
  dice: number[];
}

/** Something worth a mention: a message id, who earned it, and by how much. */
export interface Award {
  id: string;
  seat: number;
  amount: number;
}

/** One line of the log with the step it belongs to. */
export interface Moment {
  seq: number;
  line: Line;
}

/** Some steps of a record as one perspective sees them. Step 0 is the deal. */
export interface ReplayPage {
  names: string[];
  kinds: string[];
  /** The pictures of the seats: those of the bots' characters, others by their chairs. */
  faces: number[];
  sets: string[];
  perspective: string;
  /** The number of the last step. */
  total: number;
  first: number;
  views: View[];
  /** Why there is no more of it to be seen, or how else it comes out otherwise than it did; else empty. */
  note: string;
}

/** How an analysis stands. */
export interface AnalysisShown {
  status: "waiting" | "working" | "done" | "stopped" | "failed";
  percent: number;
  /** Analyses that are made before it. */
  ahead: number;
  /** For whoever has asked for it: with this it can be stopped. */
  ticket: string;
  /** Why it has failed. */
  text: string;
  analysis: Analysis | null;
}

/** The complete analysis. */
export interface Analysis {
  version: number;
  names: string[];
  winners: number[];
  turns: number;
  budget: number;
  chart: ChartPoint[];
  turning: Turning[];
  decisions: Decision[];
  summaries: Summary[];
}

/** The win chances of all players at one position, in ten-thousandths. */
export interface ChartPoint {
  /** The number of answers of the record before the position. */
  answers: number;
  turn: number;
  /** Whether a turn begins here; otherwise the position is next to a turning point. */
  begins: boolean;
  chances: number[];
  /** Halves of the 95 % confidence intervals. */
  errors: number[];
}

/** A turning point of the game. */
export interface Turning {
  /** The number of answers of the record up to and including the ply. */
  answers: number;
  turn: number;
  seat: number;
  text: string;
  before: number[];
  after: number[];
}

/** The choice of a player, compared with that of `master` or, if that is the same, with the next best. */
export interface Decision {
  /** The number of answers of the record before the decision. */
  answers: number;
  turn: number;
  seat: number;
  did: string;
  other: string;
  as_master: boolean;
  /** The win chance after the choice, by what the player knew, in ten-thousandths. */
  chance: number;
  /** The win chance after the compared choice. */
  beside: number;
  /** Half of the 95 % confidence interval of the difference. */
  error: number;
  is_clear: boolean;
  text: string;
}

/** A summary of the decisions of one player. */
export interface Summary {
  seat: number;
  decisions: number;
  as_master: number;
  /** The total cost of all decisions that clearly cost something, in ten-thousandths. */
  lost: number;
  /** The indices of the costliest decisions, the costliest first. */
  worst: number[];
  best: number[];
}

export type ClientMessage =
  | Hello
  | Do
  | Preview
  | GetUnavailable
  | GetLog
  | Hold
  | AskHint
  | Undo
  | SetAutoPass
  | Say
  | Emote
  | Character
  | Ready
  | Seal
  | Reveal
  | ReclaimSeat
  | Leave
  | SetBot
  | Kick
  | Lock
  | Swap
  | Admit
  | HandOver
  | SetPace
  | SetVoices
  | Start
  | Rematch
  | Ping;

export type ServerMessage =
  RoomInfo | View | Chat | BotLine | EmoteShown | Hint | PreviewResult | Reasons | LogPage | Done | Refused | Pong;
