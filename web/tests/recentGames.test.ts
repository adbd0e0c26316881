import { beforeEach, expect, test } from "vitest";
import "./browser";
import { forgetGame, forgetGames, recentGames, rememberGame, type RecentGame } from "../src/stores/recentGames";

const game = (n: number, more: Partial<RecentGame> = {}): RecentGame => ({
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

test("games are stored once, the newest first, up to a limit", () => {
  for (let n = 0; n < 60; n++) rememberGame(game(n));
  rememberGame(game(59, { at: 7 }));
  expect(recentGames()).toHaveLength(50);
  expect(recentGames().slice(0, 2)).toEqual([game(59), game(58)]);
});

test("one game can be deleted, or all", () => {
  for (let n = 0; n < 3; n++) rememberGame(game(n));
  forgetGame("r1");
  expect(recentGames().map((one) => one.record)).toEqual(["r2", "r0"]);
  forgetGames();
  expect(recentGames()).toEqual([]);
});

test("invalid stored values are ignored", () => {
  for (const rubbish of ["", "{", "null", "7", '"x"', '{"a": 1}', "[null, 3, [], {}]"]) {
    localStorage.setItem("kickdoor.games", rubbish);
    expect(recentGames()).toEqual([]);
  }
  const broken = [game(1), { ...game(2), names: "Ann" }, { ...game(3), record: "../x" }, { ...game(4), at: null }];
  localStorage.setItem("kickdoor.games", JSON.stringify(broken));
  expect(recentGames()).toEqual([game(1)]);
  rememberGame(game(5));
  expect(recentGames().map((one) => one.record)).toEqual(["r5", "r1"]);
});
