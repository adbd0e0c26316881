// What has just happened, as beats that follow each other: made of the lines of the log, each seen for its time.
// The table goes by the view and never waits; what is behind is played faster, and then left out.
import type { Line, RoomShown } from "../wire/protocol";

export interface Beat {
  /** The line that it begins with. */
  n: number;
  name: string;
  /** That line, and those of the same act that are part of it. */
  lines: Line[];
  ms: number;
}

type Pace = RoomShown["pace"];
const FACTORS = { none: 0, brisk: 0.6, normal: 1, relaxed: 1.5 };
/** So many milliseconds a page may be behind what the table waits for. */
export const MOST_BEHIND = 2000;
/** Of its length a beat keeps at least this part; below it nobody sees anything. */
export const SHORTEST = 0.4;
/** Until the die has stopped nobody is told what it shows. */
const KEPT_BACK = ["flight", "order"];

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
  const part = Math.max(SHORTEST, ms / total);
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
  /** The last line that may be read already. */
  told = $derived(
    !this.now ? Infinity : KEPT_BACK.includes(this.now.name) ? this.now.n - 1 : (this.now.lines.at(-1)?.n ?? Infinity),
  );
  #waiting: Beat[] = [];
  #timer = 0;
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
    const allowed = rest * 1000 + MOST_BEHIND;
    const left = this.now ? Math.max(0, this.#ends - performance.now()) : 0;
    this.#waiting = hurried([...this.#waiting, ...fresh], Math.max(0, allowed - left));
    const still = this.#waiting.reduce((sum, beat) => sum + beat.ms, left);
    if (!this.now || still > allowed) this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.now = this.#waiting.shift() ?? null;
    if (!this.now) return;
    this.#ends = performance.now() + this.now.ms;
    this.#timer = setTimeout(() => this.#next(), this.now.ms) as unknown as number;
  }

  /** Milliseconds until a line may be read. */
  until(n: number): number {
    if (n <= this.told) return 0;
    let ms = Math.max(0, this.#ends - performance.now());
    for (const beat of this.#waiting) {
      if ((beat.lines.at(-1)?.n ?? 0) >= n) return ms + (KEPT_BACK.includes(beat.name) ? beat.ms : 0);
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
