import { expect, test } from "vitest";
import { changedRules } from "../src/waitingRoom/changedRules";

const USUAL = {
  winning_level: 10,
  run_order: "fighter_first",
  first_player: "roll",
  shared_victory: false,
  help_when_winning: false,
};

test("a table with default rules has no changed ones", () => {
  expect(changedRules(USUAL)).toEqual([]);
  expect(changedRules({})).toEqual([]);
});

test.each([
  ["winning_level", 8],
  ["run_order", "agree"],
  ["first_player", "0"],
  ["shared_victory", true],
])("%s is listed when it is %s", (id, value) => {
  expect(changedRules({ ...USUAL, [id]: value })).toEqual([[id, value]]);
});

test("an option the page does not know is listed if it is a switch that is on", () => {
  expect(changedRules({ new_switch: true, other_switch: false, new_number: 4 })).toEqual([["new_switch", true]]);
});
