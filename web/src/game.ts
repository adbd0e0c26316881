// What a view holds of the game: the observation of a seat, as the engine makes it.
import type { View } from "./protocol";

export interface SeatSeen {
  level: number;
  sex: string;
  dead: boolean;
  newborn: boolean;
  hand: number;
  doors: number;
  known: number[];
  open: number[];
  play: number[];
  equipped: number[];
  fresh: number[];
  used: number[];
  counters: number[];
  after: number[];
}

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

export interface FightSeen {
  main: number;
  helper: number;
  compelled: boolean;
  lost: boolean;
  bodies: BodySeen[];
  enhancers: number[];
  played: number[];
  offers: [asker: number, to: number, helper: number, counters: number, terms: number[]][];
  deal: number[];
  totals: [number, number];
  escaped: number[];
  caught: number[];
}

export interface GameSeen {
  seat: number;
  turn: number;
  turns: number;
  phase: string;
  winners: number[];
  asked: (string | null)[];
  seats: SeatSeen[];
  hand: number[];
  shown: number[];
  decks: [number, number];
  deck_known: [deck: number, place: number, card: number, everybody: number][];
  discards: { top: number; count: number }[];
  aside: number[];
  attached: [rider: number, host: number][];
  fight: FightSeen | null;
  card_ids: number[];
  card_defs: string[];
  options: Record<string, boolean | number | string>;
  sets: string[];
}

export function gameOf(view: View): GameSeen {
  return view.game as GameSeen;
}

/** Maps the ids of all cards the seat knows to their definitions. */
export function facesOf(game: GameSeen): Map<number, string> {
  return new Map(game.card_ids.map((id, i) => [id, game.card_defs[i] ?? ""]));
}
