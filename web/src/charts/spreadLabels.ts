// Labels at the ends of lines: each at its own height, moved only as far as needed to avoid overlap.

/** Spread labels from top to bottom: they keep at least one row of distance, and none is below the last row. */
export function spreadLabels<T extends { y: number }>(ends: T[], row: number, last: number): T[] {
  const out = ends.map((end) => ({ ...end }));
  out.forEach((end, i) => (end.y = Math.max(end.y, (out[i - 1]?.y ?? -Infinity) + row)));
  for (let i = out.length - 1, most = last; i >= 0; i--, most -= row) {
    const end = out[i] as T;
    end.y = most = Math.min(end.y, most);
  }
  return out;
}
