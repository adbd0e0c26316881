import { describe, expect, test } from "vitest";
import { listKinds, filterByKind, filterBySet, makeSearchable } from "../src/gallery/cardSearch";
import { card } from "./fixtures";

const rat = card("rat", { name: "Maul Rat", kind: "monster", level: 1, body: ["Bad Stuff: Lose a level."] });
const bee = card("bee", { name: "Bee", kind: "monster", level: 9, set: "star" });
const hat = card("hat", { name: "Hat", label: "Headgear", head: ["+1"], foot: ["200 Gold Pieces"] });
const axe = card("axe", { name: "Axe" });
const all = makeSearchable([hat, bee, axe, rat]);
const found = (words: string, set = "") => filterBySet(all, { words, set, kind: "" }).map((one) => one.key);

describe("a card is found", () => {
  test("by any of its words, in upper or lower case", () => {
    expect(found("MAUL")).toEqual(["rat"]);
    expect(found("bad stuff")).toEqual(["rat"]);
    expect(found("headgear")).toEqual(["hat"]);
    expect(found("+1")).toEqual(["hat"]);
    expect(found("gold")).toEqual(["hat"]);
  });

  test("only if it has all the words", () => {
    expect(found("rat lose")).toEqual(["rat"]);
    expect(found("rat gold")).toEqual([]);
  });

  test("by its set, whatever its kind", () => {
    expect(found("", "star")).toEqual(["bee"]);
    expect(found("rat", "star")).toEqual([]);
    expect(found("  ")).toEqual(["hat", "bee", "axe", "rat"]);
  });
});

test("only existing kinds can be chosen", () => {
  expect(listKinds([axe, rat, hat])).toEqual(["monster", "item"]);
  expect(listKinds([])).toEqual([]);
});

test("cards are sorted by kind, Level and name, and the given list does not change", () => {
  const given = [hat, bee, axe, rat];
  expect(filterByKind(given, "").map((one) => one.key)).toEqual(["rat", "bee", "axe", "hat"]);
  expect(filterByKind(given, "item").map((one) => one.key)).toEqual(["axe", "hat"]);
  expect(given).toEqual([hat, bee, axe, rat]);
});
