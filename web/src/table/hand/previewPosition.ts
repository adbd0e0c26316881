// The position of a zoomed card: near the small one, and over nothing that must stay visible.
import { overlapArea, type Box, type Size, type Spot } from "../tutorial/bubblePosition";

const GAP = 12;
/** The cost of a covered pixel of the card itself and of the parts to keep visible, relative to a pixel of distance. */
const WORSE = { self: 100, kept: 10 };

export function placeZoom(size: Size, screen: Size, from: Box, kept: Box[]): Spot {
  const within = (at: number, long: number, most: number) => Math.max(GAP, Math.min(most - long - GAP, at));
  const middle = { left: (from.left + from.right - size.width) / 2, top: (from.top + from.bottom - size.height) / 2 };
  const across = [middle.left, from.right + GAP, from.left - size.width - GAP, 0, screen.width];
  const down = [from.top - size.height - GAP, middle.top, from.bottom + GAP, 0, screen.height];
  const spots = down.flatMap((top) =>
    across.map((left) => ({
      left: within(left, size.width, screen.width),
      top: within(top, size.height, screen.height),
    })),
  );
  // Above it, if there is room; else to its right, or its left
  const near = spots[
    from.top > size.height + GAP ? 0 : from.right + size.width + 2 * GAP < screen.width ? 6 : 7
  ] as Spot;
  const cost = (spot: Spot) =>
    WORSE.self * overlapArea(spot, size, from) +
    WORSE.kept * kept.reduce((sum, box) => sum + overlapArea(spot, size, box), 0) +
    Math.hypot(spot.left - near.left, spot.top - near.top);
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
