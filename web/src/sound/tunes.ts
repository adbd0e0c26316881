// The music of the backdrops, as data: a loop of chords, and how each backdrop plays them. Written for kickdoor; no
// samples.
export interface Note {
  /** Beats from the beginning of the bar. */
  at: number;
  /** Length in beats. */
  long: number;
  /** Number of the tone: 60 is middle C, 12 make an octave. */
  key: number;
  loud: number;
  wave: OscillatorType;
}

export interface Tune {
  /** Length of a beat in seconds. */
  beat: number;
  /** Beats per bar. */
  bar: number;
  /** A chord for each bar, the bass first; the list loops. */
  chords: number[][];
  pad: OscillatorType;
  /** Which tone of the chord is plucked, in even steps over the bar; -1 rests. The rows take turns. */
  plucks: number[][];
  pluck: OscillatorType;
  /** Hertz above which all tones are damped. */
  soft: number;
}

const A_DUNGEON: Tune = {
  beat: 0.95,
  bar: 4,
  chords: [
    [38, 57, 62, 65],
    [38, 57, 60, 64],
    [34, 58, 62, 65],
    [33, 57, 61, 64],
    [38, 57, 62, 65],
    [31, 58, 62, 67],
    [36, 55, 60, 64],
    [33, 57, 61, 64],
  ],
  pad: "triangle",
  plucks: [
    [-1, -1, 3, -1, -1, -1, -1, 2],
    [-1, 2, -1, -1, -1, 3, -1, -1],
    [-1, -1, -1, -1, 1, -1, 2, 3],
  ],
  pluck: "sine",
  soft: 700,
};

const A_STATION: Tune = {
  beat: 0.7,
  bar: 4,
  chords: [
    [41, 60, 64, 67],
    [41, 59, 64, 69],
    [43, 62, 67, 71],
    [36, 60, 64, 71],
    [45, 60, 64, 67],
    [43, 59, 62, 66],
  ],
  pad: "sine",
  plucks: [
    [1, -1, 2, -1, 3, -1, 2, -1],
    [3, -1, -1, 2, -1, -1, 1, -1],
  ],
  pluck: "triangle",
  soft: 1400,
};

/** A waltz of a music box that needs winding. */
const A_MANOR: Tune = {
  beat: 0.52,
  bar: 3,
  chords: [
    [45, 60, 64, 69],
    [40, 59, 64, 68],
    [45, 60, 64, 69],
    [38, 57, 62, 65],
    [41, 60, 65, 69],
    [36, 60, 64, 67],
    [40, 59, 62, 68],
    [45, 57, 60, 64],
  ],
  pad: "sine",
  plucks: [
    [-1, -1, 2, 3, 2, -1],
    [3, -1, 2, -1, 1, -1],
    [-1, 1, 2, 3, -1, -1],
  ],
  pluck: "triangle",
  soft: 1100,
};

const A_KITCHEN: Tune = {
  beat: 0.46,
  bar: 4,
  chords: [
    [43, 59, 62, 67],
    [40, 59, 64, 67],
    [36, 60, 64, 67],
    [38, 57, 62, 66],
    [43, 59, 62, 67],
    [47, 59, 62, 66],
    [36, 60, 64, 69],
    [38, 60, 62, 66],
  ],
  pad: "sine",
  plucks: [
    [1, -1, 2, 3, -1, 2, 1, -1],
    [-1, 2, -1, 3, -1, 2, -1, -1],
  ],
  pluck: "triangle",
  soft: 1200,
};

/** The tune of each set's backdrop; custom sets use that of the dungeon. */
export const TUNES: Record<string, Tune> = {
  deluxe: A_DUNGEON,
  star: A_STATION,
  steampunk: A_MANOR,
  cooks: A_KITCHEN,
};

export function tuneOf(set: string): Tune {
  return TUNES[set] ?? A_DUNGEON;
}

/**
 * Return the notes of a bar: the chord swells through it, the bass starts it, and a few tones are plucked an octave
 * above.
 */
export function notesOf(tune: Tune, bar: number): Note[] {
  const [bass = 36, ...chord] = tune.chords[bar % tune.chords.length] ?? [];
  const row = tune.plucks[bar % tune.plucks.length] ?? [];
  const step = tune.bar / Math.max(1, row.length);
  const pads = chord.map((key) => ({ at: 0, long: tune.bar * 1.15, key, loud: 0.22, wave: tune.pad }));
  const plucked = row.flatMap((tone, i) => {
    const key = chord[tone - 1];
    return key === undefined ? [] : [{ at: i * step, long: step * 1.8, key: key + 12, loud: 0.16, wave: tune.pluck }];
  });
  return [{ at: 0, long: tune.bar * 0.9, key: bass, loud: 0.4, wave: "sine" }, ...pads, ...plucked];
}
