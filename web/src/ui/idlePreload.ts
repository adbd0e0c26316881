// Loads what will be wanted soon while nothing else is to be done. Styles that come with a part are worked out for the
// whole page, so they had better not come in the midst of something that is being played.

import { lazy } from "./lazyPart";

/** Milliseconds after which a browser that cannot tell when it is idle goes on. */
const IDLE_FALLBACK_MS = 400;

export function preloadWhenIdle(loads: (() => Promise<unknown>)[]): void {
  const [first, ...rest] = loads;
  if (!first) return;
  const go = () => void lazy(first).then(() => preloadWhenIdle(rest));
  if ("requestIdleCallback" in window) requestIdleCallback(go);
  else setTimeout(go, IDLE_FALLBACK_MS);
}
