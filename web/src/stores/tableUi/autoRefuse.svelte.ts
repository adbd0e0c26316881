// The players whose offers are declined automatically until the end of this turn.
import type { TableUi } from "../tableUi.svelte";

export class AutoRefuse {
  #chosen = $state.raw<{ turn: number; seats: number[] }>({ turn: -1, seats: [] });
  #refused = -1;

  constructor(private ui: TableUi) {}

  seats = $derived.by(() => (this.#chosen.turn === this.ui.table.game?.turns ? this.#chosen.seats : []));

  /** Start or stop declining the offers of a player for this turn. */
  turn(seat: number): void {
    const seats = this.seats.includes(seat) ? this.seats.filter((other) => other !== seat) : [...this.seats, seat];
    this.#chosen = { turn: this.ui.table.game?.turns ?? -1, seats };
    this.refuse();
  }

  /** Decline an offer from one of these players, once. */
  refuse(): void {
    const { table, busy } = this.ui;
    const prompt = table.view?.question?.prompt ?? -1;
    const choice = table.view?.choices.find((c) => c.mine && c.act === "refuse" && this.seats.includes(c.aim));
    if (!choice || busy || prompt === this.#refused) return;
    this.#refused = prompt;
    void table.do(choice.key);
  }
}
