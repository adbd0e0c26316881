import { expect, test } from "vitest";
import { podiumOf, rankSeats } from "../src/results/podium";

const places = (winners: number[], levels: number[]) =>
  rankSeats(winners, levels).map(({ seat, place }) => [seat, place]);

test("the winner is first, and the others follow by Level", () => {
  expect(places([2], [4, 9, 10, 7])).toEqual([
    [2, 1],
    [1, 2],
    [3, 3],
    [0, 4],
  ]);
});

test("joint winners share first place", () => {
  const all = rankSeats([0, 3], [10, 4, 6, 10]);
  expect(all.map((one) => one.place)).toEqual([1, 1, 3, 4]);
  expect(podiumOf(all)).toEqual([
    { seat: 3, place: 1 },
    { seat: 0, place: 1 },
    { seat: 2, place: 3 },
  ]);
});

test("every winner has room on the podium", () => {
  expect(podiumOf(rankSeats([0, 1, 2, 3], [10, 10, 10, 10, 1])).map((one) => one.place)).toEqual([1, 1, 1, 1]);
});
