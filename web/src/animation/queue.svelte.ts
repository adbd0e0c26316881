// The queue of beats, made of log lines and animated one after another. The table shows the current view and never
// waits for it. Beats that are late are played faster, and then dropped.
import { settings } from "../stores/settings.svelte";
import type { BeatName } from "../protocol/events";
import type { Line, RoomInfo } from "../protocol/messages";

export interface Beat {
  /** The line with which the beat begins. */
  n: number;
  name: BeatName;
  /** That line, and the other lines of the same action that belong to it. */
  lines: Line[];
  ms: number;
}

type Pace = RoomInfo["pace"];
const FACTORS = { none: 0, brisk: 0.6, normal: 1, relaxed: 1.5 };
/** How far a page may be behind the table's own pause. */
export const MAX_BEHIND_MS = 2000;
/** The minimum part of its length that a beat keeps; a shorter one would be invisible. */
export const MIN_FACTOR = 0.4;
/**
 * The part of a beat after which its result is visible: the door is open, the die has stopped, the card has landed.
 * Until then the result is not shown elsewhere. Beats that are not listed show it at once.
 */
const MOMENTS: Partial<Record<BeatName, number>> = {
  ...{ door: 0.4, flight: 1, order: 1, curse: 0.45, play: 0.55, joins: 0.55, turning: 0.5, foiled: 0.5, stolen: 0.4 },
  ...{ victory: 0.25, death: 0.45, sale: 0.6, tokens: 0.5, theft: 0.5, lost: 0.5, gear: 0.5 },
};
const before = (beat: Beat) => (settings.still ? 0 : beat.ms * (MOMENTS[beat.name] ?? 0));
const lastOf = (beat: Beat) => beat.lines.at(-1)?.n ?? beat.n;

/** Make beats of lines: lines without a length of their own belong to the line that caused them. */
export function beatsOf(lines: Line[], factor: number): Beat[] {
  const out: Beat[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (line.beat && line.seconds > 0)
      out.push({ n: line.n, name: line.beat as BeatName, lines: [line], ms: line.seconds * 1000 * factor });
    else if (last && line.follows) last.lines.push(line);
  }
  return out;
}

/**
 * Fit beats into the available time: first all become shorter, then the oldest are dropped. The last one is always
 * shown.
 */
export function fitToTime(beats: Beat[], ms: number): Beat[] {
  const sum = (some: Beat[]) => some.reduce((total, beat) => total + beat.ms, 0);
  const total = sum(beats);
  if (total <= ms) return beats;
  const part = Math.max(MIN_FACTOR, ms / total);
  const out = beats.map((beat) => ({ ...beat, ms: beat.ms * part }));
  // Rounding may make the sum of their lengths a little longer than the available time
  while (out.length > 1 && sum(out) > ms + 1) out.shift();
  return out;
}

export class Beats {
  /** The current beat. */
  now = $state.raw<Beat | null>(null);
  /** The playback speed; a replay may be faster. */
  rate = 1;
  /** Called before the table changes, so that the old positions can be measured. */
  remember: () => void = () => {};
  /** Whether the current beat has shown its result. */
  #come = $state(true);
  #waiting = $state.raw<Beat[]>([]);
  /** The last line whose text may be shown. */
  shownLine = $derived(
    this.now && !this.#come ? this.now.n - 1 : this.now && this.#waiting.length ? lastOf(this.now) : Infinity,
  );
  #timer = 0;
  #moment = 0;
  #ends = 0;

  get busy(): boolean {
    return this.now !== null;
  }

  /** Add the beats of new lines; the table pauses for `rest` seconds. */
  take(lines: Line[], pace: Pace, rest: number): void {
    const factor = FACTORS[pace ?? "normal"] / this.rate;
    const fresh = factor && !document.hidden ? beatsOf(lines, factor) : [];
    if (!fresh.length) return;
    this.remember();
    const allowed = rest * 1000 + MAX_BEHIND_MS;
    const left = this.now ? Math.max(0, this.#ends - performance.now()) : 0;
    this.#waiting = fitToTime([...this.#waiting, ...fresh], Math.max(0, allowed - left));
    const still = this.#waiting.reduce((sum, beat) => sum + beat.ms, left);
    if (!this.now || still > allowed) this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#moment);
    const [next = null, ...rest] = this.#waiting;
    [this.now, this.#waiting] = [next, rest];
    if (!next) return;
    const hidden = before(next);
    this.#come = !hidden;
    if (hidden) this.#moment = setTimeout(() => (this.#come = true), hidden) as unknown as number;
    this.#ends = performance.now() + next.ms;
    this.#timer = setTimeout(() => this.#next(), next.ms) as unknown as number;
  }

  /** Return in how many milliseconds a line may be shown. */
  until(n: number): number {
    if (n <= this.shownLine) return 0;
    const { now } = this;
    let ms = Math.max(0, this.#ends - performance.now());
    if (now && lastOf(now) >= n) return Math.max(0, ms - now.ms + before(now));
    for (const beat of this.#waiting) {
      if (lastOf(beat) >= n) return ms + before(beat);
      ms += beat.ms;
    }
    return ms;
  }

  /** End all beats at once. */
  skip(): void {
    this.#waiting = [];
    this.#next();
  }
}
