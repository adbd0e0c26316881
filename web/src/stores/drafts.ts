// Unsent picks: a form that another prompt replaces for a moment is restored unchanged.

export class Drafts {
  #kept = new Map<string, { turn: number; draft: unknown }>();

  /** `turn` returns the current turn; picks from another turn are dropped. */
  constructor(private turn: () => number) {}

  of<T>(form: string, otherwise: T): T {
    const found = this.#kept.get(form);
    return found && found.turn === this.turn() ? (found.draft as T) : otherwise;
  }

  keep(form: string, draft: unknown): void {
    this.#kept.set(form, { turn: this.turn(), draft });
  }

  forget(form: string): void {
    this.#kept.delete(form);
  }
}
