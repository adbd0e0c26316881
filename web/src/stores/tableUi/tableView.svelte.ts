// The displayed table, current or past: the game, the prompt, and the names of players and cards.
import type { CardRow } from "../../cards/cards";
import { cardKeysOf } from "../../cards/cardIds";
import type { BodySeen, DeathSeen, FrameSeen, Observation, ObservedSeat } from "../../protocol/observation";
import type { Line, View } from "../../protocol/messages";
import type { TableClient } from "../tableClient.svelte";
import { t } from "../../i18n";

export class TableView {
  constructor(public table: TableClient) {}

  /** The past scene on display, or null. It replaces the current view, and no action is possible. */
  past = $derived.by(() => this.table.past);
  view = $derived.by<View | null>(() => this.past?.view ?? this.table.view);
  game = $derived.by<Observation | null>(() => this.view?.game ?? null);
  faces = $derived.by(() => (this.past && this.game ? cardKeysOf(this.game) : this.table.faces));
  /** The log up to the last displayed line: lines of beats that are still being animated are left out. */
  lines = $derived.by<Line[]>(() => {
    const last = this.past?.last ?? this.table.beats.shownLine;
    return last < Infinity ? this.table.lines.filter((line) => line.n <= last) : this.table.lines;
  });
  you = $derived.by(() => this.table.you);
  watching = $derived(this.you < 0);
  me = $derived.by<ObservedSeat | null>(() => this.game?.seats[this.you] ?? null);
  winAt = $derived(this.game?.options.winning_level ?? 10);
  myTurn = $derived(this.game?.turn === this.you);

  /** The stack of frames, the innermost last. */
  stack = $derived<FrameSeen[]>(this.game?.stack ?? []);
  /** The frame of a dead character whose body is being looted. */
  grave = $derived.by<DeathSeen | null>(
    () => (this.game?.phase === "loot" && this.stack.filter((frame) => frame.kind === "death").at(-1)) || null,
  );
  /** Whether some events are still being animated. */
  unseen = $derived.by(() => !this.past && this.table.beats.shownLine < Infinity);
  /** The view up to the animation: it is used for Levels, strengths and the status of a fight. */
  displayedView = $derived.by<View | null>(() => {
    const { beats, scenes } = this.table;
    return (this.unseen && scenes.findLast((scene) => scene.last <= beats.shownLine)?.view) || this.view;
  });
  /** Whether the die is still rolling in the animation while its result is already known. */
  rolling = $derived.by(() => this.unseen && this.game?.stack.at(-1)?.kind === "roll_die");

  question = $derived.by(() => {
    const asked = this.view?.question ?? null;
    const said = this.rolling ? "stage.rolling" : this.unseen ? "stage.held" : this.lootOnly ? "stage.no_trouble" : "";
    return asked && said ? { ...asked, text: t(said) } : asked;
  });
  /** Whether there is no monster to look for trouble with, so the prompt must not suggest it. */
  lootOnly = $derived.by(() => {
    const acts = this.view?.choices.map((choice) => choice.act) ?? [];
    const met = this.stack.some((frame) => frame.kind === "turn" && frame.met);
    return this.view?.question?.word === "second" && !met && acts.includes("loot") && !acts.includes("trouble");
  });
  word = $derived(this.question?.word ?? "");
  window = $derived(this.view?.window ?? null);

  card(id: number): CardRow | null {
    return this.row(this.faces.get(id) ?? "");
  }

  /** Return the card a frame is about, if it is visible. */
  cardIn(frame: FrameSeen | undefined): CardRow | null {
    const body = frame && "body" in frame && typeof frame.body === "number" ? this.body(frame.body) : null;
    if (body) return this.row(body[2]);
    return frame && "card" in frame && frame.card >= 0 ? this.card(frame.card) : null;
  }

  row(key: string): CardRow | null {
    return this.table.catalog?.byKey.get(key) ?? null;
  }

  level(seat: number): number {
    return this.displayedView?.game.seats[seat]?.level ?? 0;
  }

  strength(seat: number): number {
    return this.displayedView?.strengths[seat] ?? 0;
  }

  name(seat: number): string {
    return seat === this.you ? t("you") : this.table.name(seat);
  }

  body(uid: number): BodySeen | null {
    return this.game?.fight?.bodies.find((body) => body[0] === uid) ?? null;
  }
}
