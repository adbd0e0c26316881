// Messages, cards and tables for the tests of the stores: plain ones, of which each test changes what it is about.
import { expect, vi } from "vitest";
import type { CardRow, Catalog } from "../src/cards/cards";
import { TableUi } from "../src/stores/tableUi.svelte";
import { TableClient } from "../src/stores/tableClient.svelte";
import type { Observation } from "../src/protocol/observation";
import type { Choice, Line, PreviewResult, Refusal, RoomInfo, View } from "../src/protocol/messages";

export function line(n: number, more: Partial<Line> = {}): Line {
  return {
    n,
    text: `line ${n}`,
    kind: "said",
    seat: 0,
    cards: [],
    turn: 1,
    follows: false,
    private: false,
    why: null,
    ids: [],
    count: 0,
    other: -1,
    amount: 0,
    level: 0,
    totals: [],
    moves: [],
    need: 0,
    monster: 0,
    helper: -1,
    terms: [],
    cause: "",
    beat: "",
    seconds: 0,
    ...more,
  };
}

export function choice(act: string, more: Partial<Choice> = {}): Choice {
  return { key: act, act, text: act, card: -1, target: "", aim: -1, second: -1, mine: true, form: null, ...more };
}

/** A game of two players with the fields the test needs. */
export function game(more: Record<string, unknown> = {}): Observation {
  const seat = { play: [], equipped: [], dead: false, level: 1 };
  return {
    seats: [seat, seat],
    stack: [],
    phase: "door",
    turn: 0,
    turns: 3,
    asked: [null, null],
    attached: [],
    fight: null,
    hand: [],
    card_ids: [],
    card_defs: [],
    options: {},
    ...more,
  } as unknown as Observation;
}

export function view(more: Partial<View> = {}): View {
  return {
    t: "view",
    seq: 1,
    game: game(),
    question: null,
    choices: [],
    lines: [],
    window: null,
    clock: -1,
    undo: "",
    fight: null,
    strengths: [],
    hands: [2, 2],
    watch: "",
    lesson: null,
    ...more,
  } as View;
}

export function room(more: Partial<RoomInfo> = {}): RoomInfo {
  const chair = { sex: "male", ready: true, here: true, driven: false, seal: "", opened: false, bot: "" };
  const seats = ["Ann", "Ben"].map((name, avatar) => ({ ...chair, name, avatar, kind: "human" }));
  return {
    t: "room",
    code: "ABCD",
    status: "playing",
    sets: ["toys"],
    you: 0,
    record: "",
    seats,
    ...more,
  } as RoomInfo;
}

export function card(key: string, more: Partial<CardRow> = {}): CardRow {
  return {
    key,
    id: key,
    set: "toys",
    name: key.toUpperCase(),
    kind: "item",
    deck: "treasure",
    copies: 1,
    level: 0,
    bonus: 0,
    value: 0,
    slot: "none",
    hands: 0,
    big: false,
    joins: 0,
    label: "",
    head: [],
    body: [],
    foot: [],
    signs: [],
    flavour: "",
    ...more,
  };
}

export function catalog(...all: CardRow[]): Catalog {
  return { tags: [], counters: [], meals: [], food: [], all, byKey: new Map(all.map((row) => [row.key, row])) };
}

/** The table UI of Ann, at a table with Ben. `faces` maps card ids to keys. */
export function ui(shown: View, rows: CardRow[] = [], faces: Record<number, string> = {}): TableUi {
  const table = new TableClient("ABCD", "token");
  table.catalog = catalog(...rows);
  table.take(room());
  const known = { ...shown.game, card_ids: Object.keys(faces).map(Number), card_defs: Object.values(faces) };
  table.take({ ...shown, game: known as unknown as Observation });
  return new TableUi(table);
}

export function outcome(key: string, more: Partial<PreviewResult> = {}): PreviewResult {
  return {
    t: "outcome",
    cmd: "",
    key,
    text: "",
    sure: true,
    depends: "",
    harms: false,
    risks: false,
    totals: [],
    lacks: 0,
    fight: "",
    levels: [0, 0],
    strength: [],
    dies: [],
    wins: [],
    lost: [],
    faces: -1,
    up_to: -1,
    silence: false,
    nothing: false,
    ...more,
  };
}

/** Make the player look at their cards, and the server answer with the reasons. */
export async function tell(one: TableUi, refusals: Refusal[]): Promise<void> {
  one.table.why = () => Promise.resolve({ t: "reasons", cmd: "", refusals });
  one.table.unavailable.request();
  await vi.waitFor(() => expect(one.table.unavailable.known).toBe(true));
}
