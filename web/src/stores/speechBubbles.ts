// Speech bubbles: chat and emotes of people, lines of bots. Each is visible for as long as it takes to read.
export interface Utterance {
  seat: number;
  name: string;
  /** The text; empty for an emote. */
  text: string;
  face: string;
  /** The seat an emote is aimed at; -1 for none. */
  to: number;
  bot: boolean;
  /** When it becomes visible, on the clock of the page. */
  at: number;
}

/** How many utterances are kept. */
export const MAX_UTTERANCES = 20;
/** Delay before a bot speaks, so that an answer follows the line it answers. */
export const BOT_DELAY_MS = 500;
const FACE_MS = 4000;
const MIN_READING_MS = 2600;
const MS_PER_LETTER = 55;
const MAX_READING_MS = 9000;

/** Return for how many milliseconds an utterance is visible. */
export function readingTime(one: Utterance): number {
  return one.face ? FACE_MS : Math.min(MAX_READING_MS, MIN_READING_MS + one.text.length * MS_PER_LETTER);
}

const NO_BUBBLES: Map<number, Utterance> = new Map();

/** Return what each seat is saying at a time: its latest utterance, unless it has expired. */
export function bubblesAt(talk: Utterance[], now: number): Map<number, Utterance> {
  const begun = talk.filter((one) => one.at <= now);
  const last = new Map(begun.map((one) => [one.seat, one]));
  const heard = [...last].filter(([, one]) => now < one.at + readingTime(one));
  // Return the same object, so that components do not update on every tick of the clock
  return heard.length ? new Map(heard) : NO_BUBBLES;
}
