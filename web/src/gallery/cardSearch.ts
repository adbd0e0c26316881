// Finding cards among all of them: by their words, their set and their kind.
import type { CardRow } from "../cards/cards";
import { KINDS } from "../protocol/messages";

/** What somebody looks for; what is empty does not matter. */
export interface Wanted {
  words: string;
  set: string;
  kind: string;
}

/** A card with all that is written on it, in small letters. */
export interface Written {
  card: CardRow;
  text: string;
}

export function written(cards: CardRow[]): Written[] {
  return cards.map((card) => ({
    card,
    text: [card.name, card.label, ...card.head, ...card.body, ...card.foot].join(" ").toLowerCase(),
  }));
}

/** The cards of the set that have all the words on them, of whatever kind. */
export function ofSet(all: Written[], { words, set }: Wanted): CardRow[] {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .filter(({ card, text }) => (!set || card.set === set) && each.every((word) => text.includes(word)))
    .map(({ card }) => card);
}

/** The kinds that there are among cards. */
export function kindsOf(cards: CardRow[]): string[] {
  return KINDS.filter((kind) => cards.some((card) => card.kind === kind));
}

/** Those of a kind, in the order in which they are shown: by kind, then by Level, then by name. */
export function ofKind(cards: CardRow[], kind: string): CardRow[] {
  const order = (card: CardRow) => KINDS.indexOf(card.kind as never);
  return cards
    .filter((card) => !kind || card.kind === kind)
    .sort((a, b) => order(a) - order(b) || a.level - b.level || a.name.localeCompare(b.name));
}
