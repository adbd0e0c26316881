// Previews and hints of cards in few letters.
import { expect, test } from "vitest";
import { briefPreview, charityHint } from "../src/stores/cardActions";
import "../src/i18n/lazy";
import { choice, ui, outcome, view } from "./fixtures";

test("an unknown total is a question mark on a card, and nothing on a button with a text", () => {
  const unsure = outcome("play", { sure: false, depends: "die" });
  expect(briefPreview(unsure)).toBe("?");
  expect(briefPreview(unsure, "")).toBe("");
});

test("a changed total comes first", () => {
  const totals = [
    [5, 8],
    [5, 13],
  ];
  expect(briefPreview(outcome("play", { totals, strength: [3, 4], depends: "die" }))).toBe("8 → 13");
  expect(briefPreview(outcome("play", { strength: [3, 4], depends: "die" }))).toBe("3 → 4");
});

test("selling is mentioned only if something can be sold", () => {
  const play = choice("play", { card: 3 });
  expect(charityHint(ui(view({ choices: [play, choice("sell")] })))).toContain("sell");
  expect(charityHint(ui(view({ choices: [play] })))).toBe("You can still wear or play Items first.");
  expect(charityHint(ui(view()))).toBe("");
});
