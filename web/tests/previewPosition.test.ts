// The position of a zoomed card.
import { describe, expect, test } from "vitest";
import { placeZoom } from "../src/table/hand/previewPosition";
import { overlapArea, type Box } from "../src/table/tutorial/bubblePosition";

const LARGE = { width: 270, height: 420 };
const DESK = { width: 1280, height: 800 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const TOTALS = box(440, 330, 180, 220);

describe("a zoomed card", () => {
  test.each([
    ["a card in hand", box(480, 640, 100, 140), [TOTALS]],
    ["a monster beside the totals", box(640, 260, 150, 210), [TOTALS]],
    ["a card on one's own mat", box(20, 730, 40, 50), [TOTALS]],
    ["one of an open form, above its button", box(450, 330, 180, 46), [box(340, 505, 330, 42)]],
  ])("of %s covers neither it nor what must stay visible", (_, from, kept) => {
    const spot = placeZoom(LARGE, DESK, from, kept);
    expect([...kept, from].map((one) => overlapArea(spot, LARGE, one))).toEqual([...kept, from].map(() => 0));
    expect(spot.left).toBeGreaterThanOrEqual(0);
    expect(spot.left + LARGE.width).toBeLessThanOrEqual(DESK.width);
    expect(spot.top + LARGE.height).toBeLessThanOrEqual(DESK.height);
  });

  test("is right above the small one if nothing is in the way", () =>
    expect(placeZoom(LARGE, DESK, box(480, 640, 100, 140), [])).toEqual({ left: 395, top: 640 - 420 - 12 }));
});
