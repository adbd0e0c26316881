// The cards of a mix, loaded once.
import { BASE } from "../stores/basePath";
import { isCustom, registerSets } from "./sets";

export interface CardRow {
  key: string;
  id: string;
  set: string;
  name: string;
  kind: string;
  deck: string;
  copies: number;
  level: number;
  bonus: number;
  value: number;
  slot: string;
  hands: number;
  big: boolean;
  /** Items that share a bit can be joined into one. */
  joins: number;
  label: string;
  head: string[];
  body: string[];
  foot: string[];
  /** What each line of the footer is about: levels, treasures, gold, or nothing. */
  signs: string[];
  flavour: string;
}

export interface Catalog {
  tags: string[];
  counters: string[];
  /** Token kinds, by number; a set of one of each is worth a Level. */
  meals: number[][];
  /** Token kinds that are food; those of custom sets usually are not. */
  food: number[];
  byKey: Map<string, CardRow>;
  all: CardRow[];
}

const loaded = new Map<string, Promise<Catalog>>();
/** The prefix of a monster's Bad Stuff, in the language of the cards. */
let label = "";

export function loadCatalog(sets: string[]): Promise<Catalog> {
  const mix = [...sets].sort().join(",");
  let found = loaded.get(mix);
  if (!found) {
    found = fetch(`${BASE}/api/cards?sets=${encodeURIComponent(mix)}`)
      .then(
        (answer) =>
          answer.json() as Promise<{
            tags: string[];
            counters: string[];
            meals: number[][];
            food: number[];
            bad_stuff: string;
            names: Record<string, string>;
            cards: CardRow[];
          }>,
      )
      .then(({ tags, counters, meals, food, bad_stuff, names, cards }) => {
        registerSets(names);
        label = bad_stuff;
        return { tags, counters, meals, food, all: cards, byKey: new Map(cards.map((card) => [card.key, card])) };
      });
    found.catch(() => loaded.delete(mix));
    loaded.set(mix, found);
  }
  return found;
}

/** Split a line of a card into the words Bad Stuff, if it starts with them, and the rest. */
export function splitBadStuff(line: string): { bad: string; rest: string } {
  return label && line.startsWith(label)
    ? { bad: label.replace(/[\s:：]+$/, ""), rest: line.slice(label.length).trim() }
    : { bad: "", rest: line };
}

/** Return what happens to a player the monster catches. */
export function badStuffOf(card: CardRow | null): string {
  return (card?.body ?? []).map(splitBadStuff).find((part) => part.bad)?.rest ?? "";
}

/** Return the path of a card's picture; a card of a custom set shows the emblem of its kind. */
export function artUrl(card: CardRow): string {
  return isCustom(card.set)
    ? `${BASE}/static/art/kinds/${card.kind}.svg`
    : `${BASE}/static/art/${card.set}/${card.id}.svg`;
}
