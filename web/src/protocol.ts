// Made by tools/ts_types.py from the Python messages. Do not edit.

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

export const PHASES = ["setup", "arrange", "door", "combat", "rewards", "run", "loot", "second", "charity", "over"] as const;

export const KINDS = ["monster", "curse", "enhancer", "class", "race", "super", "halfbreed", "cheat", "wandering", "mate", "other_door", "item", "oneshot", "goup", "other_treasure", "follower"] as const;

export const SLOTS = ["none", "headgear", "armor", "footgear", "hand"] as const;

export const DECKS = ["door", "treasure"] as const;

/** The first message of a connection: which table, and by which right. */
export interface Hello {
  t: "hello";
  code: string;
  token?: string | null;
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

/** Stops the clock of the open reaction window for a while. */
export interface Hold {
  t: "hold";
  cmd: string;
}

/** Takes one's own last act back, where nothing has come of it. */
export interface Undo {
  t: "undo";
  cmd: string;
}

/** Sets when the seat wants to be asked in reaction windows, until the end of this turn. */
export interface Watch {
  t: "watch";
  cmd: string;
  mode: "ask" | "could_win" | "my_turn" | "touches_me";
}

export interface Say {
  t: "say";
  cmd: string;
  text: string;
}

export interface Emote {
  t: "emote";
  cmd: string;
  name: "beg" | "gg" | "laugh" | "rage" | "think" | "wave";
}

/** Names the seat and says how it looks, in the waiting room. */
export interface Character {
  t: "character";
  cmd: string;
  name: string;
  sex: "female" | "male";
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
export interface Back {
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
export interface RoomShown {
  t: "room";
  code: string;
  id: string;
  status: "over" | "playing" | "waiting";
  sets: string[];
  options: Record<string, any>;
  speed: "blitz" | "none" | "normal" | "relaxed";
  seats: SeatShown[];
  host: number;
  you: number;
  locked: boolean;
  approve: boolean;
  knocks: KnockShown[];
  knocking: boolean;
  listed: boolean;
  password: boolean;
  paused: boolean;
  watchers: number;
  missing: string[];
  commitment: string;
  opening: boolean;
  called_off: number;
  withheld: string[];
  record: string;
  next_code: string;
  note: string;
  bots: string[];
}

/** Who sits where, for everybody to see. */
export interface SeatShown {
  name: string;
  kind: "bot" | "human" | "open";
  avatar: number;
  sex: string;
  ready: boolean;
  here: boolean;
  driven: boolean;
  bot: string;
  seal: string;
  opened: boolean;
}

/** Somebody who waits for the host to let them in. */
export interface KnockShown {
  id: number;
  name: string;
}

/** All one client may know of the game, each time anew. */
export interface View {
  t: "view";
  seq: number;
  game: Record<string, any>;
  question: Question | null;
  choices: Choice[];
  refusals: Refusal[];
  lines: Line[];
  window: WindowShown | null;
  clock: number;
  undo: string;
  fight: FightShown | null;
  strengths: number[];
  hands: number[];
  watch: string;
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
  target: string;
  aim: number;
  second: number;
  mine: boolean;
  form: FormShown | null;
}

/** What an option wants picked. */
export interface FormShown {
  kind: "cards" | "charity" | "seats" | "terms" | "tokens" | "trade";
  least: number;
  most: number;
  atoms: number[];
  texts: string[];
  receivers: number[];
  most_treasures: number;
  worths: number[];
  doubled: number;
}

/** Why a card or a step is of no use now. */
export interface Refusal {
  card: number;
  act: string;
  text: string;
  rules: string[];
  codes: string[];
}

/** One line of the log, with the cards it names. */
export interface Line {
  n: number;
  text: string;
  kind: string;
  seat: number;
  cards: string[];
  turn: number;
  follows: boolean;
  private: boolean;
}

/** A reaction window. Times are seconds from the moment the message was sent. */
export interface WindowShown {
  id: number;
  floor: number;
  closes: number;
  held: boolean;
  holder: number;
  done: boolean;
  waiting: number[];
  hold_left: number;
}

/** The fight explained: every summand, who is ahead by how much, and what running away would take. */
export interface FightShown {
  totals: number[];
  winning: boolean;
  lacks: number;
  chips: Chip[];
  escapes: Escape[];
  helped: Helped[];
}

/** One summand of a side's total. */
export interface Chip {
  side: number;
  seat: number;
  text: string;
  amount: number;
  card: string;
}

/** What the seat must roll to get away from a monster, and how many of the six faces do it. */
export interface Escape {
  monster: number;
  need: number;
  faces: number;
  free: boolean;
}

/** How the fight would stand if a munchkin helped, as far as everybody can tell. */
export interface Helped {
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

export interface EmoteShown {
  t: "emoted";
  seat: number;
  name: string;
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
  bots?: string | null;
  speed?: "blitz" | "none" | "normal" | "relaxed";
  options?: Record<string, boolean | number | string>;
  listed?: boolean;
  password?: string;
  approve?: boolean;
  watchers?: boolean;
}

/** Who wants to sit down. */
export interface Join {
  name: string;
  password?: string;
}

/** Who takes the tutorial. */
export interface Pupil {
  name: string;
}

/** The way to a seat. Whoever has the token has the seat. */
export interface Seated {
  code: string;
  token: string;
  knocking: boolean;
}

/** A table in the list of open ones. */
export interface TableShown {
  code: string;
  status: string;
  sets: string[];
  speed: string;
  seats: number;
  taken: number;
  free: number;
  names: string[];
  password: boolean;
  locked: boolean;
  approve: boolean;
  watchers: boolean;
  winning_level: number;
  commitment: string;
}

/** Works once, and for a minute. The link holds it in its fragment, which no server sees. */
export interface MoveCode {
  move: string;
  link: string;
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
  request: string;
}

/** The end of a game in numbers. */
export interface Stats {
  names: string[];
  kinds: string[];
  winners: number[];
  turns: TurnMark[];
  final: number[];
  seats: SeatStats[];
  curses: number[][];
  dice: number[];
  awards: Award[];
  answers: number;
  seed: string;
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
  backstab: number;
  given: number;
  bargain: number;
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
  sets: string[];
  perspective: string;
  total: number;
  first: number;
  views: View[];
  note: string;
}

export type ClientMessage = Hello | Do | Hold | Undo | Watch | Say | Emote | Character | Ready | Seal | Reveal | Back | Leave | SetBot | Kick | Lock | Swap | Admit | HandOver | Start | Rematch | Ping;

export type ServerMessage = RoomShown | View | Chat | EmoteShown | Done | Refused | Pong;
