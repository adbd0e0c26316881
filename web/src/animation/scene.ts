// The scene of a beat, as data: which card flies where, which text crosses the stage, which mat is highlighted.
// sceneBuilders.ts makes it from lines, BeatPlayer.svelte draws it.
import type { CardRow } from "../cards/cards";
import type { Line } from "../protocol/messages";

/** What a scene builder needs to know of the table besides the lines. */
export interface World {
  you: number;
  winAt: number;
  name(seat: number): string;
  row(key: string): CardRow | null;
  /** Return the card of a monster by its number in the fight. */
  monster(n: number): string;
  /** Return the picture of a token kind. */
  token(kind: number): string;
  /** Both totals of the fight before the beat. */
  score: number[];
  /** Whose turn it was before. */
  before: number;
}

export interface Flight {
  /** The key of the card; empty if this seat may not know it. */
  card: string;
  id: number;
  /** Its back: 0 Doors, 1 Treasures, -1 if unknown. */
  deck: number;
  from: string;
  to: string;
  /** When it starts and how long it flies, as fractions of the beat. */
  at: number;
  long: number;
  /** Whether it stops in the middle so that all players see it. */
  shown?: boolean;
  /** Whether it turns into coins on its way. */
  coins?: boolean;
  /** A picture shown instead of a card. */
  picture?: string;
}

export type Tone = "red" | "gold" | "blue" | "violet" | "stone";

export interface Banner {
  text: string;
  small?: string;
  tone: Tone;
  /** When it appears, as a fraction of the beat. */
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
  /** The change, shown beside the number. */
  by: string;
  note?: string;
}

export interface Scene {
  /** How dark the stage becomes behind the rest. */
  veil: "" | "dark" | "violet";
  flights: Flight[];
  marks: Mark[];
  rolls: Roll[];
  /** Monsters that fall. */
  fallen: string[];
  banner?: Banner;
  /** A large card in the middle. */
  large?: { card: string; how: "door" | "cursed" | "broken" };
  die?: { face: number; need: number; seat: number; monster: string };
  /** The rolls of all players, and the winner. */
  dice?: { seat: number; faces: number[]; first: boolean }[];
  /** The player the beat is about, large on the stage. */
  face?: { seat: number; monster?: string; slow?: boolean };
  band?: { tag: string; text: string; cause: string };
  /** A line of sparks from place to place, with a text on it. */
  line?: { from: string; to: string; tone: Tone; chips: string[] };
  grave?: { seat: number; text: string };
  /** The sentence of the log, below the middle. */
  caption?: string;
  /** Whether the fight status shakes. */
  jolt?: boolean;
}

export type SceneBuilder = (lines: Line[], world: World) => Partial<Scene>;

/** The maximum number of cards in the air; others appear at their destination at once. */
export const MAX_FLYING_CARDS = 12;

export function completeScene(part: Partial<Scene>): Scene {
  const scene: Scene = { veil: "", flights: [], marks: [], rolls: [], fallen: [], ...part };
  return { ...scene, flights: scene.flights.slice(0, MAX_FLYING_CARDS) };
}
