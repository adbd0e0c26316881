// What is seen in a beat, as data: which card flies from where to where, what is written across the stage, whose mat
// lights up. Made by players.ts from lines, drawn by Playing.svelte.
import type { CardRow } from "../cards/cards";
import type { Line } from "../protocol/messages";

/** What a player has to know of the table besides the lines. */
export interface World {
  you: number;
  winAt: number;
  name(seat: number): string;
  row(key: string): CardRow | null;
  /** The card of a monster by its number in the fight. */
  monster(n: number): string;
  /** The picture of a kind of token. */
  token(kind: number): string;
  /** Both totals of the fight as it stood last. */
  score: number[];
  /** Whose turn it was before. */
  before: number;
}

export interface Flight {
  /** The key of the card; empty for one that nobody here may know. */
  card: string;
  id: number;
  /** Whose back it has: 0 Doors, 1 Treasures, -1 where that is not told. */
  deck: number;
  from: string;
  to: string;
  /** When it starts and how long it is in the air, as parts of the beat. */
  at: number;
  long: number;
  /** It stops in the middle for everybody to see. */
  shown?: boolean;
  /** It turns into coins on its way. */
  coins?: boolean;
  /** It is no card but this picture. */
  picture?: string;
}

export type Tone = "red" | "gold" | "blue" | "violet" | "stone";

export interface Banner {
  text: string;
  small?: string;
  tone: Tone;
  /** When it comes, as a part of the beat. */
  at: number;
}

export interface Mark {
  seat: number;
  tone: Tone;
  word: string;
  at: number;
}

export interface Roll {
  place: string;
  from: number;
  to: number;
  at: number;
  /** What it has changed by, beside it. */
  by: string;
  note?: string;
}

export interface Scene {
  /** What is behind all else: how dark the stage becomes. */
  veil: "" | "dark" | "violet";
  flights: Flight[];
  marks: Mark[];
  rolls: Roll[];
  /** Monsters that fall. */
  fallen: string[];
  banner?: Banner;
  /** A card large in the middle. */
  large?: { card: string; how: "door" | "cursed" | "broken" };
  die?: { face: number; need: number; seat: number; monster: string };
  /** What each has rolled, and the first by it. */
  dice?: { seat: number; faces: number[]; first: boolean }[];
  /** Who this is about, large on the stage. */
  face?: { seat: number; monster?: string; slow?: boolean };
  band?: { tag: string; text: string; cause: string };
  /** A line of sparks from place to place, with words on it. */
  line?: { from: string; to: string; tone: Tone; chips: string[] };
  grave?: { seat: number; text: string };
  /** The sentence of the log, under the middle. */
  caption?: string;
  /** The verdict of the fight jolts. */
  jolt?: boolean;
}

export type SceneBuilder = (lines: Line[], world: World) => Partial<Scene>;

/** So many cards are in the air at most; the others are where they belong at once. */
export const MAX_FLYING_CARDS = 12;

export function whole(part: Partial<Scene>): Scene {
  const scene: Scene = { veil: "", flights: [], marks: [], rolls: [], fallen: [], ...part };
  return { ...scene, flights: scene.flights.slice(0, MAX_FLYING_CARDS) };
}
