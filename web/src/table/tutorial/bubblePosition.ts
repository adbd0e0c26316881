// The position of a tutorial bubble: near its subject, and never over it while there is room elsewhere.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Spot {
  left: number;
  top: number;
}

/** Distance from the edge of the screen, and from the subject with the ring around it. */
const EDGE = 8;
const GAP = 24;
/**
 * The cost of a covered pixel of the subject, of its dialog, or of the button that closes it, relative to a pixel of
 * distance.
 */
const WORSE = { told: 10, dialog: 3, out: 100 };

export function overlapArea(spot: Spot, { width, height }: Size, box: Box): number {
  const across = Math.min(spot.left + width, box.right) - Math.max(spot.left, box.left);
  const down = Math.min(spot.top + height, box.bottom) - Math.max(spot.top, box.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Place a bubble of a given size. `dialog` is the open dialog, `out` the button that closes it. */
export function placeBubble(
  bubble: Size,
  screen: Size,
  told: Box | null,
  dialog: Box | null = null,
  out: Box | null = null,
): Spot {
  const within = ({ left, top }: Spot): Spot => ({
    left: Math.max(EDGE, Math.min(screen.width - bubble.width - EDGE, left)),
    top: Math.max(EDGE, Math.min(screen.height - bubble.height - EDGE, top)),
  });
  const middle = within({ left: (screen.width - bubble.width) / 2, top: screen.height * 0.3 });
  if (!told) return middle;
  const left = (told.left + told.right - bubble.width) / 2;
  const top = (told.top + told.bottom - bubble.height) / 2;
  const [far, low] = [screen.width, screen.height];
  const around = (box: Box) => [
    { left, top: box.top - bubble.height - GAP },
    { left, top: box.bottom + GAP },
    { left: box.left - bubble.width - GAP, top },
    { left: box.right + GAP, top },
  ];
  const corners = [0, far].flatMap((left) => [0, low].map((top) => ({ left, top })));
  const spots = [...around(told), ...(dialog ? around(dialog) : []), ...corners].map(within);
  const cost = (spot: Spot) =>
    WORSE.told * overlapArea(spot, bubble, told) +
    (dialog ? WORSE.dialog * overlapArea(spot, bubble, dialog) : 0) +
    (out ? WORSE.out * overlapArea(spot, bubble, out) : 0) +
    Math.hypot(spot.left - left, spot.top - top);
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
