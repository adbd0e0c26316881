import { expect, test } from "vitest";
import { sha256 } from "../src/fairness/sha256";
import { sortRules, searchRules } from "../src/rules/rulebook";

const row = (id: string, title: string, text = "", also: string[] = []) =>
  ({ id, title, text, also, chapter: id.split("-")[0] }) as never;
const ROWS = [
  row("ITEM-1", "Hands", "Two hands."),
  row("COMBAT-1", "Combat", "Compare."),
  row("RUN-1", "Running", "From combat."),
];
const ids = (rows: { id: string }[]) => rows.map((one) => one.id);

test("chapters follow the order of play, a chosen one first", () => {
  expect(ids(sortRules(ROWS))).toEqual(["COMBAT-1", "RUN-1", "ITEM-1"]);
  expect(ids(sortRules(ROWS, "ITEM"))[0]).toBe("ITEM-1");
});

test("a word in the title ranks above one in the text", () => {
  expect(ids(searchRules(ROWS, "combat"))).toEqual(["COMBAT-1", "RUN-1"]);
  expect(ids(searchRules(ROWS, "dragon"))).toEqual([]);
  expect(searchRules(ROWS, "  ")).toBe(ROWS);
});

test("other names find a rule too, after rules with the word itself", () => {
  const rows = [
    row("COMBAT-2", "", "The combat ends.", ["fight", "battle"]),
    row("DEATH-1", "", "After a fight you die."),
  ];
  expect(ids(searchRules(rows, "fight"))).toEqual(["DEATH-1", "COMBAT-2"]);
  expect(ids(searchRules(rows, "battles"))).toEqual([]);
  expect(ids(searchRules(rows, "batt"))).toEqual(["COMBAT-2"]);
});

test("hashes match the standard", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("a".repeat(64))).toBe("ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
});
