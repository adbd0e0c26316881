// Asks players for help one after another, on the same terms, until one accepts.
import type { TableUi } from "../tableUi.svelte";

export class HelpQueue {
  /** The players still to ask. */
  queue = $state.raw<{ seats: number[]; terms: number[] } | null>(null);

  constructor(private ui: TableUi) {}

  begin(seats: number[], terms: number[]): void {
    this.queue = { seats, terms };
    this.goOn();
  }

  /** Ask the next player after a refusal. */
  goOn(): void {
    const { queue } = this;
    const { table, you, busy } = this.ui;
    const fight = table.game?.fight;
    if (!queue || busy) return;
    if (!fight || fight.main !== you || fight.helper >= 0 || fight.lost) {
      this.queue = null;
      return;
    }
    if (fight.offers.some(([asker]) => asker === you)) return;
    const asks = (table.view?.choices ?? []).filter((c) => c.act === "ask");
    const next = queue.seats.map((seat) => asks.find((c) => c.aim === seat)).find((c) => c !== undefined);
    if (!next) {
      // While another prompt is open no player can be asked; continue afterwards
      if (asks.length) this.queue = null;
      return;
    }
    this.queue = { ...queue, seats: queue.seats.filter((seat) => seat !== next.aim) };
    void this.ui.take(next, queue.terms);
  }
}
