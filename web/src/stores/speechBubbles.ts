// What is said at the table, as it is heard: words and faces of people, lines of bots. Each is seen for as long as it takes to read.
export interface Utterance {
  seat: number;
  name: string;
  /** Words; empty for a face. */
  text: string;
  face: string;
  /** Whom a face is made at; -1 for nobody in particular. */
  to: number;
  bot: boolean;
  /** When it is heard, on the clock of the page. */
  at: number;
}

/** So much of it is kept: nobody reads more at once. */
export const MAX_UTTERANCES = 20;
/** A bot draws breath before it speaks: an answer comes after what it answers. */
export const BOT_DELAY_MS = 500;
const FACE_MS = 4000;
const MIN_READING_MS = 2600;
const MS_PER_LETTER = 55;
const MAX_READING_MS = 9000;

/** Milliseconds that something stays to be read. */
export function readingTime(one: Utterance): number {
  return one.face ? FACE_MS : Math.min(MAX_READING_MS, MIN_READING_MS + one.text.length * MS_PER_LETTER);
}

const NO_BUBBLES: Map<number, Utterance> = new Map();

/** Who says what at a moment: of each seat its last word, if it is not over. */
export function bubblesAt(talk: Utterance[], now: number): Map<number, Utterance> {
  const begun = talk.filter((one) => one.at <= now);
  const last = new Map(begun.map((one) => [one.seat, one]));
  const heard = [...last].filter(([, one]) => now < one.at + readingTime(one));
  // The same as before, so that nobody looks again at every tick of the clock
  return heard.length ? new Map(heard) : NO_BUBBLES;
}
