import { expect, test } from "vitest";
import { spreadLabels } from "../src/charts/spreadLabels";

const places = (...ys: number[]) =>
  spreadLabels(
    ys.map((y) => ({ y })),
    16,
    260,
  ).map((end) => end.y);

test("overlapping labels move apart, and no other label moves", () => {
  expect(places(16, 256, 258, 258)).toEqual([16, 228, 244, 260]);
  expect(places(20, 24, 200)).toEqual([20, 36, 200]);
});
