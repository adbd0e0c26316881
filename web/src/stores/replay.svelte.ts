// A finished game with the interface of a table: the same fields, filled from the record step by step, without actions.
import { loadCatalog } from "../cards/cards";
import type { Moment, Refused, ReplayPage, RoomInfo, Stats, View } from "../protocol/messages";
import { getLog, getStats, getViews } from "./recordApi";
import { TableClient } from "./tableClient.svelte";
import { t } from "../i18n";

const PAGE_SIZE = 50;
const WATCHER = "watcher";

/** Return the step and the perspective in an address; null for each part the address does not have. */
export function parseReplayHash(hash: string): { step: number | null; perspective: string | null } {
  const [, step, perspective] = /^(\d+)?(?:@(watcher|open|\d))?$/.exec(hash) ?? [];
  return { step: step ? Number(step) : null, perspective: perspective ?? null };
}

export class ReplayClient extends TableClient {
  /** The displayed step; 0 is the deal. */
  step = $state(0);
  total = $state(0);
  /** Why the replay ends early. */
  note = $state("");
  perspective = $state(WATCHER);
  /** The address of this step and perspective. */
  place = $derived(this.perspective === WATCHER ? String(this.step) : `${this.step}@${this.perspective}`);
  stats = $state.raw<Stats | null>(null);
  moments = $state.raw<Moment[]>([]);
  /** All hands, if the perspective sees them. */
  hands = $derived.by<number[][]>(() => (this.view && "hands" in this.view.game ? this.view.game.hands : []));
  /** Steps that have log lines; the others are passes. */
  stops = $derived([...new Set([0, ...this.moments.map((moment) => moment.seq), this.total])]);
  #pages = new Map<string, Promise<View[]>>();
  #wanted = 0;

  constructor(public id: string) {
    super(t("replay.title"), null);
  }

  override get record(): string {
    return this.id;
  }

  override connect(): void {
    // A record needs no connection
  }

  override send(): Promise<Refused | null> {
    return Promise.resolve({ t: "refused", cmd: "", code: "replay", text: "", rules: [] });
  }

  /** Load the game and show a step of it. */
  async open(step: number, perspective = WATCHER): Promise<void> {
    const page = await getViews(this.id, WATCHER, 0, 0);
    this.total = page.total;
    this.note = page.note;
    this.room = roomOf(page);
    this.link = "open";
    this.catalog = await loadCatalog(page.sets);
    void getStats(this.id).then((found) => (this.stats = found));
    const known = !/^\d$/.test(perspective) || Number(perspective) < page.names.length;
    await this.look(known ? perspective : WATCHER, Math.min(step, page.total));
  }

  /** Change the perspective at the same step. */
  async look(perspective: string, step = this.step): Promise<void> {
    this.perspective = perspective;
    this.moments = await getLog(this.id, perspective);
    await this.go(step);
    // Change the seat only after the view has arrived: otherwise the hand would have another player's name above it
    if (this.room && this.perspective === perspective)
      this.room = { ...this.room, you: /^\d$/.test(perspective) ? Number(perspective) : -1 };
  }

  async go(step: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.total, step));
    // Animate one step forward; do not animate a jump
    const plays = wanted === this.next(1) && wanted !== this.step;
    const known = this.lines.at(-1)?.n ?? 0;
    this.#wanted = wanted;
    this.step = wanted;
    const first = Math.floor(wanted / PAGE_SIZE) * PAGE_SIZE;
    const perspective = this.perspective;
    const views = await this.#page(perspective, first);
    if (this.#wanted !== wanted || this.perspective !== perspective) return;
    this.received = performance.now();
    const lines = this.moments.filter((moment) => moment.seq <= wanted).map((moment) => moment.line);
    this.beats.skip();
    if (plays)
      this.beats.take(
        lines.filter((line) => line.n > known),
        "normal",
        Infinity,
      );
    // Show the previous scene until the animation has reached its moment
    this.scenes = this.view ? [{ first: known, last: known, view: this.view }] : [];
    this.lines = lines;
    this.view = views[wanted - first] ?? this.view;
    if (first + PAGE_SIZE <= this.total && wanted - first > PAGE_SIZE / 2)
      void this.#page(perspective, first + PAGE_SIZE);
  }

  #page(perspective: string, first: number): Promise<View[]> {
    const key = `${perspective}/${first}`;
    let found = this.#pages.get(key);
    if (!found) {
      found = getViews(this.id, perspective, first, first + PAGE_SIZE - 1).then((page) => page.views);
      found.catch(() => this.#pages.delete(key));
      this.#pages.set(key, found);
    }
    return found;
  }

  /** Return the next or previous step that has log lines. */
  next(by: number): number {
    return by > 0
      ? (this.stops.find((stop) => stop > this.step) ?? this.total)
      : (this.stops.filter((stop) => stop < this.step).at(-1) ?? 0);
  }

  /** Return the start of the next or previous turn. */
  turn(by: number): number {
    const marks = (this.stats?.turns ?? []).map((mark) => mark.seq);
    return by > 0
      ? (marks.find((mark) => mark > this.step) ?? this.total)
      : (marks.filter((mark) => mark < this.step).at(-1) ?? 0);
  }
}

function roomOf({ names, kinds, faces, sets }: ReplayPage): RoomInfo {
  return {
    t: "room",
    code: "",
    id: "",
    status: "playing",
    sets,
    options: {},
    speed: "none",
    host: -1,
    you: -1,
    locked: false,
    approve: false,
    knocks: [],
    knocking: false,
    listed: false,
    password: false,
    paused: false,
    watchers: 0,
    missing: [],
    commitment: "",
    opening: false,
    called_off: 0,
    withheld: [],
    record: "",
    next_code: "",
    note: "",
    bots: [],
    levels_with_personality: [],
    personalities: [],
    seats: names.map((name, i) => ({
      name,
      avatar: faces[i] ?? i,
      sex: "male",
      ready: true,
      here: true,
      driven: false,
      seal: "",
      opened: false,
      kind: kinds[i] === "human" ? "human" : "bot",
      bot: kinds[i] === "human" ? "" : (kinds[i] ?? ""),
    })),
  };
}
