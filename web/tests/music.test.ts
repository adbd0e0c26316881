import { describe, expect, test } from "vitest";
import { notesOf, TUNES, tuneOf } from "../src/sound/tunes";

describe.each(Object.entries(TUNES))("the music of %s", (_, tune) => {
  const bars = Array.from({ length: tune.chords.length * tune.plucks.length }, (_, bar) => notesOf(tune, bar));

  test("is in every bar, audible, and soft", () => {
    for (const notes of bars) {
      expect(notes.length).toBeGreaterThan(3);
      for (const note of notes) {
        expect(note.key).toBeGreaterThanOrEqual(28);
        expect(note.key).toBeLessThanOrEqual(88);
        expect(note.at).toBeLessThan(tune.bar);
        expect(note.loud).toBeLessThanOrEqual(0.4);
      }
    }
  });

  test("loops without a seam, after half a minute at the earliest for chords and plucks together", () => {
    expect(notesOf(tune, bars.length)).toEqual(bars[0]);
    expect(bars.length * tune.bar * tune.beat).toBeGreaterThan(25);
  });
});

test("every backdrop has its own, and custom sets use that of the dungeon", () => {
  expect(new Set(Object.values(TUNES)).size).toBe(4);
  expect(tuneOf("mine")).toBe(TUNES["deluxe"]);
});
