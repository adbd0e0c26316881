// Search among all cards by text, set and kind.
import type { CardRow } from "../cards/cards";
import { KINDS } from "../protocol/messages";

/** The filters; an empty one does not apply. */
export interface CardFilter {
  words: string;
  set: string;
  kind: string;
}

/** A card with all its text in lower case. */
export interface SearchableCard {
  card: CardRow;
  text: string;
}

export function makeSearchable(cards: CardRow[]): SearchableCard[] {
  return cards.map((card) => ({
    card,
    text: [card.name, card.label, ...card.head, ...card.body, ...card.foot].join(" ").toLowerCase(),
  }));
}

/** List the cards of the set that contain all search words, of any kind. */
export function filterBySet(all: SearchableCard[], { words, set }: CardFilter): CardRow[] {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .filter(({ card, text }) => (!set || card.set === set) && each.every((word) => text.includes(word)))
    .map(({ card }) => card);
}

/** List the kinds that occur among the cards. */
export function listKinds(cards: CardRow[]): string[] {
  return KINDS.filter((kind) => cards.some((card) => card.kind === kind));
}

/** List the cards of a kind in display order: by kind, then by Level, then by name. */
export function filterByKind(cards: CardRow[], kind: string): CardRow[] {
  const order = (card: CardRow) => KINDS.indexOf(card.kind as never);
  return cards
    .filter((card) => !kind || card.kind === kind)
    .sort((a, b) => order(a) - order(b) || a.level - b.level || a.name.localeCompare(b.name));
}
