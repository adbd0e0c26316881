// Preloads parts of the page while the browser is idle. The styles of a part make the browser restyle the whole page,
// so they should not arrive during an animation.

import { lazy } from "./lazyPart";

/** Delay for browsers without requestIdleCallback. */
const IDLE_FALLBACK_MS = 400;

export function preloadWhenIdle(loads: (() => Promise<unknown>)[]): void {
  const [first, ...rest] = loads;
  if (!first) return;
  const go = () => void lazy(first).then(() => preloadWhenIdle(rest));
  if ("requestIdleCallback" in window) requestIdleCallback(go);
  else setTimeout(go, IDLE_FALLBACK_MS);
}
