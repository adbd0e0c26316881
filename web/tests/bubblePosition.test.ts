import { describe, expect, test } from "vitest";
import { placeBubble, type Box } from "../src/table/tutorial/bubblePosition";

const BUBBLE = { width: 360, height: 180 };
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
function meets(told: Box, screen = DESK, ...more: Box[]): boolean {
  const { left, top } = placeBubble(BUBBLE, screen, told, ...more);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + BUBBLE.width).toBeLessThanOrEqual(screen.width);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top + BUBBLE.height).toBeLessThanOrEqual(screen.height);
  return left < told.right && left + BUBBLE.width > told.left && top < told.bottom && top + BUBBLE.height > told.top;
}

describe("a bubble", () => {
  test.each([
    ["the hand", box(300, 640, 700, 150), DESK],
    ["the fight", box(60, 230, 900, 330), DESK],
    ["the mats of the others", box(0, 50, 1060, 180), DESK],
    ["the whole stage of a tall screen", box(0, 130, 390, 440), PHONE],
    ["a card at the edge of a phone", box(300, 640, 90, 130), PHONE],
    ["the column of a fight", box(700, 60, 560, 700), DESK],
  ])("never stands on %s", (_, told, screen) => expect(meets(told, screen)).toBe(false));

  test("is beside a dialog, and not over the button that closes it", () => {
    const dialog = box(480, 100, 420, 600);
    const button = box(500, 500, 380, 50);
    const { left } = placeBubble(BUBBLE, DESK, button, dialog, box(850, 110, 40, 40));
    expect(left + BUBBLE.width <= 480 || left >= 900).toBe(true);
    const low = box(0, 200, 390, 644);
    const out = box(340, 210, 44, 44);
    expect(placeBubble(BUBBLE, PHONE, box(20, 760, 350, 50), low, out).top + BUBBLE.height).toBeLessThanOrEqual(760);
  });

  test("is in the middle if it has no subject", () =>
    expect(placeBubble(BUBBLE, DESK, null).left).toBe((DESK.width - BUBBLE.width) / 2));
});
