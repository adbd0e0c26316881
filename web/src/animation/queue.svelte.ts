// What has just happened, as beats that follow each other: made of the lines of the log, each seen for its time.
// The table goes by the view and never waits; what is behind is played faster, and then left out.
import { settings } from "../stores/settings.svelte";
import type { Line, RoomInfo } from "../protocol/messages";

export interface Beat {
  /** The line that it begins with. */
  n: number;
  name: string;
  /** That line, and those of the same act that are part of it. */
  lines: Line[];
  ms: number;
}

type Pace = RoomInfo["pace"];
const FACTORS = { none: 0, brisk: 0.6, normal: 1, relaxed: 1.5 };
/** So many milliseconds a page may be behind what the table waits for. */
export const MAX_BEHIND_MS = 2000;
/** Of its length a beat keeps at least this part; below it nobody sees anything. */
export const MIN_FACTOR = 0.4;
/**
 * The part of a beat after which everybody sees what it is about: the door is open, the die has stopped, the card has
 * landed. Until then nobody is told. What is not named here is seen at once.
 */
const MOMENTS: Record<string, number> = {
  ...{ door: 0.4, flight: 1, order: 1, curse: 0.45, play: 0.55, joins: 0.55, turning: 0.5, foiled: 0.5, stolen: 0.4 },
  ...{ victory: 0.25, death: 0.45, sale: 0.6, tokens: 0.5, theft: 0.5, lost: 0.5, gear: 0.5 },
};
const before = (beat: Beat) => (settings.still ? 0 : beat.ms * (MOMENTS[beat.name] ?? 0));
const lastOf = (beat: Beat) => beat.lines.at(-1)?.n ?? beat.n;

/** Makes beats of lines: those without a length of their own belong to what they come of. */
export function beatsOf(lines: Line[], factor: number): Beat[] {
  const out: Beat[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (line.beat && line.seconds > 0)
      out.push({ n: line.n, name: line.beat, lines: [line], ms: line.seconds * 1000 * factor });
    else if (last && line.follows) last.lines.push(line);
  }
  return out;
}

/** Fits beats into the time there is: first all are shorter, then the oldest are left out. The last is always seen. */
export function hurried(beats: Beat[], ms: number): Beat[] {
  const sum = (some: Beat[]) => some.reduce((total, beat) => total + beat.ms, 0);
  const total = sum(beats);
  if (total <= ms) return beats;
  const part = Math.max(MIN_FACTOR, ms / total);
  const out = beats.map((beat) => ({ ...beat, ms: beat.ms * part }));
  // All together they may be longer than there is time by no more than the rounding of their lengths
  while (out.length > 1 && sum(out) > ms + 1) out.shift();
  return out;
}

export class Beats {
  /** What is seen now. */
  now = $state.raw<Beat | null>(null);
  /** How many times as fast it goes; a replay may be hurried. */
  rate = 1;
  /** Called before the picture changes, so that it is known where everything was. */
  remember: () => void = () => {};
  /** The moment of what is seen now has come. */
  #come = $state(true);
  #waiting = $state.raw<Beat[]>([]);
  /** The last line that may be read already. */
  shownLine = $derived(
    this.now && !this.#come ? this.now.n - 1 : this.now && this.#waiting.length ? lastOf(this.now) : Infinity,
  );
  #timer = 0;
  #moment = 0;
  #ends = 0;

  get busy(): boolean {
    return this.now !== null;
  }

  /** Takes lines that have just come; for `rest` seconds the table goes on with nothing. */
  take(lines: Line[], pace: Pace, rest: number): void {
    const factor = FACTORS[pace ?? "normal"] / this.rate;
    const fresh = factor && !document.hidden ? beatsOf(lines, factor) : [];
    if (!fresh.length) return;
    this.remember();
    const allowed = rest * 1000 + MAX_BEHIND_MS;
    const left = this.now ? Math.max(0, this.#ends - performance.now()) : 0;
    this.#waiting = hurried([...this.#waiting, ...fresh], Math.max(0, allowed - left));
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

  /** Milliseconds until a line may be read. */
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

  /** Goes to the end of everything at once. */
  skip(): void {
    this.#waiting = [];
    this.#next();
  }
}
