// The cards of a mix, read once.
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
  label: string;
  head: string[];
  body: string[];
  foot: string[];
  flavour: string;
}

export interface Catalog {
  tags: string[];
  counters: string[];
  byKey: Map<string, CardRow>;
  all: CardRow[];
}

const loaded = new Map<string, Promise<Catalog>>();

export function catalogOf(sets: string[]): Promise<Catalog> {
  const mix = [...sets].sort().join(",");
  let found = loaded.get(mix);
  if (!found) {
    found = fetch(`/api/cards?sets=${encodeURIComponent(mix)}`)
      .then((answer) => answer.json() as Promise<{ tags: string[]; counters: string[]; cards: CardRow[] }>)
      .then(({ tags, counters, cards }) => ({
        tags,
        counters,
        all: cards,
        byKey: new Map(cards.map((card) => [card.key, card])),
      }));
    found.catch(() => loaded.delete(mix));
    loaded.set(mix, found);
  }
  return found;
}

/** Where the picture of a card is. */
export function artOf(card: CardRow): string {
  return `/static/art/${card.set}/${card.id}.svg`;
}
