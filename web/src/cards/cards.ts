// The cards of a mix, read once.
import { BASE } from "../stores/basePath";
import { isOwn, learnSets } from "./sets";

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
  /** Items with a bit in common can be joined into one. */
  joins: number;
  label: string;
  head: string[];
  body: string[];
  foot: string[];
  /** What each line of the foot is about: levels, treasures, gold, or nothing. */
  signs: string[];
  flavour: string;
}

export interface Catalog {
  tags: string[];
  counters: string[];
  /** Kinds of token, by number, of which one each is turned in for a level. */
  meals: number[][];
  /** Kinds of token that are food; those of sets of one's own are not, as a rule. */
  food: number[];
  byKey: Map<string, CardRow>;
  all: CardRow[];
}

const loaded = new Map<string, Promise<Catalog>>();
/** What a monster's Bad Stuff begins with, in the language of the cards. */
let label = "";

export function catalogOf(sets: string[]): Promise<Catalog> {
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
        learnSets(names);
        label = bad_stuff;
        return { tags, counters, meals, food, all: cards, byKey: new Map(cards.map((card) => [card.key, card])) };
      });
    found.catch(() => loaded.delete(mix));
    loaded.set(mix, found);
  }
  return found;
}

/** Parts a line of a card into the words Bad Stuff, if it is that, and the rest. */
export function partsOf(line: string): { bad: string; rest: string } {
  return label && line.startsWith(label)
    ? { bad: label.replace(/[\s:：]+$/, ""), rest: line.slice(label.length).trim() }
    : { bad: "", rest: line };
}

/** What happens to whoever a monster catches. */
export function badStuffOf(card: CardRow | null): string {
  return (card?.body ?? []).map(partsOf).find((part) => part.bad)?.rest ?? "";
}

/** Where the picture of a card is; a card of somebody's own set bears the emblem of its kind. */
export function artOf(card: CardRow): string {
  return isOwn(card.set)
    ? `${BASE}/static/art/kinds/${card.kind}.svg`
    : `${BASE}/static/art/${card.set}/${card.id}.svg`;
}
