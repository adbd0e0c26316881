// What was picked and not sent: a form that gives way to another question for a moment is as it was when it comes back.

export class Drafts {
  #kept = new Map<string, { turn: number; draft: unknown }>();

  /** `turn` tells which turn it is: what was picked in another is forgotten. */
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
