// The table as it is looked at, now or as it was: what goes on, what is asked, and what everybody and everything is called.
import type { CardRow } from "../../cards/cards";
import { cardKeysOf } from "../../cards/cardIds";
import type { BodySeen, DeathSeen, FrameSeen, Observation, ObservedSeat } from "../../protocol/observation";
import type { Line, View } from "../../protocol/messages";
import type { TableClient } from "../tableClient.svelte";
import { t } from "../../i18n";

export class TableView {
  constructor(public table: TableClient) {}

  /** The moment that is looked at instead of now: then everything below is as it was, and nothing can be done. */
  past = $derived.by(() => this.table.past);
  view = $derived.by<View | null>(() => this.past?.view ?? this.table.view);
  game = $derived.by<Observation | null>(() => this.view?.game ?? null);
  faces = $derived.by(() => (this.past && this.game ? cardKeysOf(this.game) : this.table.faces));
  /** The log up to what is shown: what is still being played is not told before. */
  lines = $derived.by<Line[]>(() => {
    const last = this.past?.last ?? this.table.beats.shownLine;
    return last < Infinity ? this.table.lines.filter((line) => line.n <= last) : this.table.lines;
  });
  you = $derived.by(() => this.table.you);
  watching = $derived(this.you < 0);
  me = $derived.by<ObservedSeat | null>(() => this.game?.seats[this.you] ?? null);
  winAt = $derived(this.game?.options.winning_level ?? 10);
  myTurn = $derived(this.game?.turn === this.you);

  /** What goes on in the game, the innermost last. */
  stack = $derived<FrameSeen[]>(this.game?.stack ?? []);
  /** A dead munchkin whose body is being looted: whoever takes next comes first. */
  grave = $derived.by<DeathSeen | null>(
    () => (this.game?.phase === "loot" && this.stack.filter((frame) => frame.kind === "death").at(-1)) || null,
  );
  /** Something has happened that is not seen yet. */
  unseen = $derived.by(() => !this.past && this.table.beats.shownLine < Infinity);
  /** The table as far as it has been seen to change: how a fight stands, Levels and strengths are told by it. */
  displayedView = $derived.by<View | null>(() => {
    const { beats, scenes } = this.table;
    return (this.unseen && scenes.findLast((scene) => scene.last <= beats.shownLine)?.view) || this.view;
  });
  /** The die has not shown yet what is known beneath. */
  rolling = $derived.by(() => this.unseen && this.game?.stack.at(-1)?.kind === "roll_die");

  question = $derived.by(() => {
    const asked = this.view?.question ?? null;
    const said = this.rolling ? "stage.rolling" : this.unseen ? "stage.held" : this.lootOnly ? "stage.no_trouble" : "";
    return asked && said ? { ...asked, text: t(said) } : asked;
  });
  /** There is no trouble to look for: nobody is told to. */
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

  /** The card that a procedure is about, where there is one to be seen. */
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
