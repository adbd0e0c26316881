import { expect, test } from "vitest";
import { changedRules } from "../src/waitingRoom/changedRules";

const USUAL = {
  winning_level: 10,
  run_order: "fighter_first",
  first_player: "roll",
  shared_victory: false,
  help_when_winning: false,
};

test("a table by the book has no unusual rules", () => {
  expect(changedRules(USUAL)).toEqual([]);
  expect(changedRules({})).toEqual([]);
});

test.each([
  ["winning_level", 8],
  ["run_order", "agree"],
  ["first_player", "0"],
  ["shared_victory", true],
])("%s is told when it is %s", (id, value) => {
  expect(changedRules({ ...USUAL, [id]: value })).toEqual([[id, value]]);
});

test("what the pages have never heard of is told if it is a switch that is on", () => {
  expect(changedRules({ new_switch: true, other_switch: false, new_number: 4 })).toEqual([["new_switch", true]]);
});
