// Positions on the screen. Components name their place by data-place, cards by data-card. A place that is not on this
// screen (a phone shows little at a time) gets a position at the edge.
import { DECKS } from "../protocol/messages";

export interface Spot {
  /** The centre, in pixels of the window. */
  x: number;
  y: number;
  w: number;
  h: number;
}

/** List the places on the page that a place name of the server may mean, the most exact first. */
export function listPlaces(word: string): string[] {
  const [kind, of] = word.split(".");
  switch (kind) {
    case "deck":
    case "discards":
      return [`${kind === "deck" ? "deck" : "discard"}:${DECKS[Number(of)] ?? ""}`];
    case "hand":
    case "level":
      return [`${kind}:${of}`, `seat:${of}`];
    case "mat":
      // A phone has no room for the own mat beside a prompt
      return [`seat:${of}`, `hand:${of}`];
    case "gear":
      return [`gear:${of}`, `seat:${of}`];
    case "side":
    case "total":
      return [`${kind}:${of}`, "stage"];
    default:
      return ["stage"];
  }
}

export function spotOf(box: DOMRect): Spot {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, w: box.width, h: box.height };
}

/** Keep a spot on the screen: a player may be scrolled out of it. */
function inside(spot: Spot): Spot {
  const within = (n: number, most: number) => Math.min(most - 12, Math.max(12, n));
  return { ...spot, x: within(spot.x, innerWidth), y: within(spot.y, innerHeight) };
}

/** Return the element of a place, if it is on this screen. */
export function elementOf(word: string): Element | null {
  for (const place of listPlaces(word)) {
    const found = [...document.querySelectorAll(`[data-place="${place}"]`)].find((one) => one.getClientRects().length);
    if (found) return found;
  }
  return null;
}

/** Return the position of a place; there always is one. */
export function findSpot(word: string, you: number): Spot {
  const found = elementOf(word);
  if (found) return inside(spotOf(found.getBoundingClientRect()));
  const [kind, of] = word.split(".");
  const at = (x: number, y: number): Spot => ({ x: innerWidth * x, y: innerHeight * y, w: 60, h: 80 });
  if (kind === "deck") return at(0.04, 0.45);
  if (kind === "discards") return at(0.96, 0.45);
  if (kind === "stage" || kind === "side" || kind === "total")
    return { ...at(0.5, 0.45), w: innerWidth * 0.8, h: innerHeight * 0.5 };
  return Number(of) === you ? at(0.5, 0.92) : at(0.5, 0.08);
}

function cards(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>("[data-card]");
}

/** Return the current positions of all cards, by id. */
export function cardSpots(): Map<number, Spot> {
  const out = new Map<number, Spot>();
  for (const one of cards()) {
    const box = one.getBoundingClientRect();
    if (box.width) out.set(Number(one.dataset["card"]), inside(spotOf(box)));
  }
  return out;
}

/** Return the element of a card on the table. */
export function cardElement(id: number): HTMLElement | null {
  if (id < 0) return null;
  return [...cards()].find((one) => Number(one.dataset["card"]) === id && one.getClientRects().length) ?? null;
}
