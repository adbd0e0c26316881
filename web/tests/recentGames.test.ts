import { beforeEach, expect, test } from "vitest";
import "./browser";
import { forgetGame, forgetGames, games, remember, type Played } from "../src/stores/recentGames";

const game = (n: number, more: Partial<Played> = {}): Played => ({
  record: `r${n}`,
  code: "KRTVDN",
  at: n,
  sets: ["deluxe"],
  names: ["Ann", "Gruff"],
  bots: [false, true],
  winners: [0],
  you: 0,
  ...more,
});

beforeEach(() => localStorage.clear());

test("games are kept once, the newest first, and not without end", () => {
  for (let n = 0; n < 60; n++) remember(game(n));
  remember(game(59, { at: 7 }));
  expect(games()).toHaveLength(50);
  expect(games().slice(0, 2)).toEqual([game(59), game(58)]);
});

test("one is forgotten, or all are", () => {
  for (let n = 0; n < 3; n++) remember(game(n));
  forgetGame("r1");
  expect(games().map((one) => one.record)).toEqual(["r2", "r0"]);
  forgetGames();
  expect(games()).toEqual([]);
});

test("whatever lies there instead is left out", () => {
  for (const rubbish of ["", "{", "null", "7", '"x"', '{"a": 1}', "[null, 3, [], {}]"]) {
    localStorage.setItem("kickdoor.games", rubbish);
    expect(games()).toEqual([]);
  }
  const broken = [game(1), { ...game(2), names: "Ann" }, { ...game(3), record: "../x" }, { ...game(4), at: null }];
  localStorage.setItem("kickdoor.games", JSON.stringify(broken));
  expect(games()).toEqual([game(1)]);
  remember(game(5));
  expect(games().map((one) => one.record)).toEqual(["r5", "r1"]);
});
