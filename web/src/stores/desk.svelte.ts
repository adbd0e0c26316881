// What lies open on this screen: the sheet, the tab, the words just said; and what the view means for the hands of the player.
import { getContext, setContext } from "svelte";
import type { CardRow } from "../cards/cards";
import { Drafts } from "./drafts";
import { mutes } from "./mutes.svelte";
import { swap, SWAP } from "./swaps";
import { settings } from "./settings.svelte";
import { bubblesAt } from "./talk";
import { facesOf } from "../cards/faces";
import type { BodySeen, DeathSeen, FrameSeen, Observation, SeatSeen } from "../wire/game";
import { P_SHIFT, type Choice, type Line, type Refusal, type View } from "../wire/protocol";
import type { CommandMessage, Table } from "./table.svelte";
import { has, refusal, t } from "../words";

export type Sheet =
  | { kind: "card"; id: number; key: string }
  | { kind: "seat"; seat: number }
  | { kind: "form"; choice: Choice }
  | { kind: "ask"; seat: number }
  | { kind: "pile"; deck: number }
  | { kind: "more" | "why" | "menu" | "keys" };
export type Tab = "hand" | "gear" | "log" | "chat" | "rules";

const KEY = Symbol("desk");
/** Questions answered on the stage, with the things to choose from spread out. */
const INLINE = new Set([
  "help",
  "offer",
  "trade",
  "gift",
  "lose",
  "pay",
  "keep",
  "loot",
  "pick",
  "order",
  "flee",
  "die",
  "leave",
  "yes or no",
  "choice",
]);
const SAYING = 6000;
/** From here on there is room for a desk, or for a tablet held upright; a phone held sideways is wide and very low. */
export const WIDE = "(min-width: 900px) and (min-height: 481px), (min-width: 700px) and (min-height: 880px)";

export class Desk {
  sheet = $state.raw<Sheet | null>(null);
  /** A card that is read over a form. */
  peek = $state("");
  tab = $state<Tab>("hand");
  side = $state<"log" | "chat" | "rules">("log");
  /** Log, chat and rules lie open over a table that has no room beside it. */
  aside = $state(false);
  rule = $state("");
  said = $state("");
  toast = $state.raw<{ text: string; rules: string[]; bad: boolean } | null>(null);
  wide = $state(matchMedia(WIDE).matches);
  now = $state(performance.now());
  busy = $state("");
  /** The card that is being dragged, or -1. */
  held = $state(-1);
  /** The last line of the chat that was in sight. */
  heard = $state(0);
  #hush = 0;

  /** What lies picked in forms. */
  drafts = new Drafts(() => this.table.game?.turns ?? -1);

  constructor(public table: Table) {}

  /** The moment that is looked at instead of now: then everything below is as it was, and nothing can be done. */
  past = $derived.by(() => this.table.past);
  view = $derived.by<View | null>(() => this.past?.view ?? this.table.view);
  game = $derived.by<Observation | null>(() => this.view?.game ?? null);
  faces = $derived.by(() => (this.past && this.game ? facesOf(this.game) : this.table.faces));
  /** The log up to what is shown: what is still being played is not told before. */
  lines = $derived.by<Line[]>(() => {
    const last = this.past?.last ?? this.table.beats.told;
    return last < Infinity ? this.table.lines.filter((line) => line.n <= last) : this.table.lines;
  });
  you = $derived.by(() => this.table.you);
  watching = $derived(this.you < 0);
  me = $derived.by<SeatSeen | null>(() => this.game?.seats[this.you] ?? null);
  /** The die has not shown yet what is known beneath. */
  rolling = $derived.by(
    () => !this.past && this.table.beats.told < Infinity && this.game?.stack.at(-1)?.kind === "roll_die",
  );
  question = $derived.by(() => {
    const asked = this.view?.question ?? null;
    return asked && this.rolling ? { ...asked, text: t("stage.rolling") } : asked;
  });
  word = $derived(this.question?.word ?? "");
  window = $derived(this.view?.window ?? null);
  choices = $derived(this.view?.choices ?? []);
  refusals = $derived.by(() => (this.past ? [] : this.table.reasons.now));
  winAt = $derived(this.game?.options.winning_level ?? 10);
  myTurn = $derived(this.game?.turn === this.you);
  /** What is said and shown by those one wants to hear. */
  chat = $derived.by(() => this.table.chat.filter((line) => this.hears(line)));
  talk = $derived.by(() => this.table.talk.filter((one) => this.hears(one)));
  bubbles = $derived(bubblesAt(this.talk, this.now));
  /** What others have said to be read; bots are heard when they speak, and want no answer. */
  unread = $derived(this.chat.filter((line) => line.n > this.heard && line.seat !== this.you && !line.bot).length);

  hears(one: { seat: number; name: string; bot?: boolean }): boolean {
    return one.seat === this.you || (!mutes.has(one.name) && (!one.bot || settings.voices));
  }

  /** What goes on in the game, the innermost last. */
  stack = $derived<FrameSeen[]>(this.game?.stack ?? []);
  /** A dead munchkin whose body is being looted: whoever takes next comes first. */
  grave = $derived.by<DeathSeen | null>(
    () => (this.game?.phase === "loot" && this.stack.filter((frame) => frame.kind === "death").at(-1)) || null,
  );

  /** The options that answer the question. */
  answers = $derived(this.choices.filter((choice) => choice.mine));
  /** The question is the reaction window's own. */
  reacting = $derived(!!this.window && this.answers.some((c) => c.act === "pass"));
  inline = $derived(
    !this.reacting &&
      (INLINE.has(this.word) || this.answers.some((c) => c.act === "choose_many" || c.act === "charity")),
  );
  /** There is so much to choose from that a small screen is given to it whole. */
  spread = $derived(
    this.inline &&
      this.answers.some(
        (c) => ["choose_many", "charity"].includes(c.act) || (c.act === "choose" && c.target === "card"),
      ),
  );

  byCard = $derived.by(() => {
    const found = new Map<number, Choice[]>();
    for (const choice of this.choices) {
      if (choice.card >= 0) found.set(choice.card, [...(found.get(choice.card) ?? []), choice]);
    }
    return found;
  });
  why = $derived.by(() => {
    const found = new Map<number, Refusal[]>();
    for (const refusal of this.refusals) found.set(refusal.card, [...(found.get(refusal.card) ?? []), refusal]);
    return found;
  });
  /** What does not hang on a card of one's own: steps, selling, asking, trading. */
  steps = $derived(this.choices.filter((choice) => choice.card < 0));

  card(id: number): CardRow | null {
    return this.row(this.faces.get(id) ?? "");
  }

  /** The card that a procedure is about, where there is one to be seen. */
  cardIn(frame: FrameSeen | undefined): CardRow | null {
    return frame && "card" in frame && frame.card >= 0 ? this.card(frame.card) : null;
  }

  row(key: string): CardRow | null {
    return this.table.catalog?.byKey.get(key) ?? null;
  }

  name(seat: number): string {
    return seat === this.you ? t("you") : this.table.name(seat);
  }

  body(uid: number): BodySeen | null {
    return this.game?.fight?.bodies.find((body) => body[0] === uid) ?? null;
  }

  /** Names what a choice is aimed at. */
  target(choice: Choice): string {
    if (choice.second >= 0) {
      const second = this.card(choice.second)?.name ?? choice.text;
      return choice.target ? t("target.with", { target: this.target({ ...choice, second: -1 }), second }) : second;
    }
    const aim = choice.aim;
    if (choice.target === "seat") return aim === this.you ? t("target.yourself") : this.table.name(aim);
    if (choice.target === "monster") {
      const bodies = this.game?.fight?.bodies ?? [];
      const body = this.body(aim);
      const name = body ? (this.row(body[2])?.name ?? "") : "";
      const twins = bodies.filter((other) => other[2] === body?.[2]);
      return twins.length > 1 ? t("target.twin", { name, n: twins.findIndex((b) => b[0] === aim) + 1 }) : name;
    }
    if (choice.target === "card") return this.card(aim)?.name ?? choice.text;
    if (choice.target === "side") return t(aim ? "target.monsters" : "target.munchkins");
    return choice.text;
  }

  /** Says in a few words why a card of one's own is of no use now. */
  short(id: number): string {
    if (this.past) return t("review.short");
    const refusal = this.why.get(id)?.[0];
    if (!refusal) return t("short.none");
    for (const code of refusal.codes) if (has(`short.${code}`)) return t(`short.${code}`);
    return unruled(refusal.text);
  }

  /** The terms of a bargain that are about the card. */
  formsWith(id: number): Choice[] {
    return this.choices.filter(
      (c) =>
        c.form &&
        c.card !== id &&
        c.form.kind !== "seats" &&
        c.form.atoms.some((atom) => (atom & ((1 << P_SHIFT) - 1)) === id),
    );
  }

  say(text: string): void {
    this.said = this.said === text ? `${text} ` : text;
  }

  show(text: string, rules: string[] = [], bad = false): void {
    this.toast = { text: rules.length ? unruled(text) : text, rules, bad };
    if (!bad) this.say(text);
    clearTimeout(this.#hush);
    this.#hush = window.setTimeout(() => (this.toast = null), SAYING + text.length * 40);
  }

  hush(): void {
    this.toast = null;
  }

  open(sheet: Sheet): void {
    this.sheet = sheet;
  }

  close(): void {
    this.sheet = null;
  }

  openCard(id: number): void {
    this.sheet = { kind: "card", id, key: this.faces.get(id) ?? "" };
  }

  openKey(key: string): void {
    this.sheet = { kind: "card", id: -1, key };
  }

  openRule(id: string): void {
    this.rule = id;
    this.side = "rules";
    this.aside = true;
    this.tab = "rules";
    this.sheet = null;
  }

  /** Shows the table as it was when a line of the log came; without one, as it is. */
  look(line?: number): void {
    this.table.past = line === undefined ? null : this.table.sceneOf(line);
    this.sheet = null;
    if (this.past) this.tab = "hand";
    this.say(this.past ? `${t("review.title")}. ${this.lines.at(-1)?.text ?? ""}` : t("review.over"));
  }

  /** Goes on to the moment after, or before; after the last comes now. */
  step(by: number): void {
    const scenes = this.table.scenes;
    const at = (this.past ? scenes.indexOf(this.past) : scenes.length) + by;
    if (at >= 0) this.look(scenes[at]?.last);
  }

  #news: (() => void)[] = [];

  /** Waits for the next view. */
  news(): Promise<void> {
    return new Promise((go) => this.#news.push(go));
  }

  /** The table shows something new. */
  told(): void {
    for (const go of this.#news.splice(0)) go();
  }

  /** Takes a choice: at once, or by way of its form. */
  async take(choice: Choice, picks?: number[]): Promise<boolean> {
    if (choice.act === SWAP) return swap(this, choice);
    if (choice.form && picks === undefined) {
      this.sheet = choice.act === "ask" ? { kind: "ask", seat: choice.aim } : { kind: "form", choice };
      return false;
    }
    this.busy = choice.key;
    const refused = await this.table.do(choice.key, picks ?? []);
    this.busy = "";
    if (refused) {
      this.complain(refused.code, refused.text, refused.rules);
      return false;
    }
    this.drafts.forget(choice.key);
    this.sheet = null;
    return true;
  }

  /** An option that a form was opened with can still be taken. */
  stands(choice: Choice): boolean {
    return this.choices.some((other) => other.key === choice.key);
  }

  async send(message: CommandMessage): Promise<boolean> {
    const refused = await this.table.send(message);
    if (refused) this.complain(refused.code, refused.text, refused.rules);
    return !refused;
  }

  complain(code: string, text: string, rules: string[]): void {
    this.show(refusal(code, text), rules, true);
  }

  undo(): void {
    const why = this.view?.undo ?? "undo.nothing";
    if (why) this.show(has(why) ? t(why) : t("undo.nothing"));
    else void this.send({ t: "undo" }).then((done) => done && this.show(t("undo.done")));
  }

  hold(): void {
    if (this.window) void this.send({ t: "hold" });
  }

  /** Whom else to ask on the same terms, one after the other, until somebody says yes. */
  queue = $state.raw<{ seats: number[]; terms: number[] } | null>(null);

  /** Asks the next one, once the last has refused. */
  askOn(): void {
    const queue = this.queue;
    const fight = this.table.game?.fight;
    if (!queue || this.busy) return;
    if (!fight || fight.main !== this.you || fight.helper >= 0 || fight.lost) {
      this.queue = null;
      return;
    }
    if (fight.offers.some(([asker]) => asker === this.you)) return;
    const asks = (this.table.view?.choices ?? []).filter((c) => c.act === "ask");
    const next = queue.seats.map((seat) => asks.find((c) => c.aim === seat)).find((c) => c !== undefined);
    if (!next) {
      // While another question is open nobody can be asked; it goes on afterwards
      if (asks.length) this.queue = null;
      return;
    }
    this.queue = { ...queue, seats: queue.seats.filter((seat) => seat !== next.aim) };
    void this.take(next, queue.terms);
  }

  #deaf = $state.raw<{ turn: number; seats: number[] }>({ turn: -1, seats: [] });
  #refused = -1;
  /** Whose offers are refused without asking, until this turn ends. */
  deaf = $derived.by(() => (this.#deaf.turn === this.table.game?.turns ? this.#deaf.seats : []));

  /** Listens no more to somebody's offers this turn, or listens again. */
  turnDeaf(seat: number): void {
    const seats = this.deaf.includes(seat) ? this.deaf.filter((other) => other !== seat) : [...this.deaf, seat];
    this.#deaf = { turn: this.table.game?.turns ?? -1, seats };
    this.refuseDeaf();
  }

  /** Refuses an offer of somebody who is not listened to, once. */
  refuseDeaf(): void {
    const prompt = this.table.view?.question?.prompt ?? -1;
    const choice = this.table.view?.choices.find((c) => c.mine && c.act === "refuse" && this.deaf.includes(c.aim));
    if (!choice || this.busy || prompt === this.#refused) return;
    this.#refused = prompt;
    void this.table.do(choice.key);
  }

  /** The option that says "I am done". */
  pass = $derived(this.answers.find((c) => c.act === "pass") ?? null);

  /** What somebody most likely wants to do now. */
  primary = $derived.by<Choice | null>(() => {
    const order = ["claim", "charity", "kick", "loot", "accept", "take", "flee", "done", "end_turn", "pass", "give_up"];
    // To do without a gift is nothing that anybody should do by pressing a key in haste
    const plain = this.answers.filter(
      (c) => (c.card < 0 && this.word !== "gift") || c.act === "take" || c.act === "accept",
    );
    for (const act of order) {
      const found = plain.find((c) => c.act === act);
      // What harms is never what is suggested, unless there is nothing else
      if (found && (this.answers.length === 1 || !this.table.outcomes.of(found)?.harms)) return found;
    }
    return null;
  });

  done(): void {
    const choice = this.pass ?? this.answers.find((c) => c.act === "done" || c.act === "end_turn");
    if (choice && !(this.window && this.window.done)) void this.take(choice);
  }
}

/** Takes the rule ids out of a sentence; they stand beside it as links. */
export function unruled(text: string): string {
  return text.replace(/\s*\([A-Z]+-\d[^)]*\)/g, "");
}

export function setDesk(desk: Desk): Desk {
  return setContext(KEY, desk);
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY);
}
