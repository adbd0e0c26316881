// The sound of each beat; some kinds of events have one of their own.
import type { Beat } from "../animation/queue.svelte";
import type { BeatName } from "../protocol/events";

/** The sounds of beats; another one sounds like a card. */
export const OF_BEAT: Partial<Record<BeatName, string>> = {
  door: "door",
  joins: "growl",
  play: "card",
  turning: "turning",
  foiled: "breaks",
  stolen: "turning",
  help: "murmur",
  victory: "victory",
  flight: "dice",
  order: "dice",
  bad_stuff: "hurt",
  curse: "curse",
  level: "level",
  death: "death",
  cards: "card",
  theft: "drop",
  gear: "gear",
  lost: "drop",
  sale: "coin",
  tokens: "token",
  turn: "pass_on",
  win: "win",
};

/** Kinds of events whose sound replaces that of their beat. */
const OF_KIND: Partial<Record<string, string>> = {
  help_agreed: "agreed",
  help_refused: "refused",
  trade_refused: "refused",
  level_lost: "lost",
  escaped: "escaped",
  curse_cancelled: "breaks",
  oneshot_cancelled: "breaks",
};

/** Return the sound of a beat. */
export function cueOf(beat: Beat): string {
  return OF_KIND[beat.lines[0]?.kind ?? ""] ?? OF_BEAT[beat.name] ?? "card";
}
