// The current options: which of them answer the prompt, where on the table the prompt is shown, and which is most
// likely.
import { P_SHIFT, type Choice, type Refusal } from "../../protocol/messages";
import { TableView } from "./tableView.svelte";

/** Prompts answered on the stage, with their candidates spread out. */
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

export class Choices extends TableView {
  choices = $derived(this.view?.choices ?? []);
  refusals = $derived.by(() => (this.past ? [] : this.table.unavailable.now));

  /** The options that answer the prompt. */
  answers = $derived(this.choices.filter((choice) => choice.mine));
  /** Whether the prompt is that of the reaction window. */
  reacting = $derived(!!this.window && this.answers.some((c) => c.act === "pass"));
  inline = $derived(
    !this.reacting &&
      (INLINE.has(this.word) || this.answers.some((c) => c.act === "choose_many" || c.act === "charity")),
  );
  /** Whether there are so many candidates that a small screen shows nothing else. */
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
  /** Options without a card of the player: steps, selling, asking, trading. */
  steps = $derived(this.choices.filter((choice) => choice.card < 0));

  /** The option that passes. */
  pass = $derived(this.answers.find((c) => c.act === "pass") ?? null);

  /** The most likely option. */
  primary = $derived.by<Choice | null>(() => {
    const order = ["claim", "charity", "kick", "loot", "accept", "take", "flee", "done", "end_turn", "pass", "give_up"];
    // Declining a gift must not be one careless key press away
    const plain = this.answers.filter(
      (c) => (c.card < 0 && this.word !== "gift") || c.act === "take" || c.act === "accept",
    );
    for (const act of order) {
      const found = plain.find((c) => c.act === act);
      // Never suggest a harmful option, unless it is the only one
      if (found && (this.answers.length === 1 || !this.table.previews.of(found)?.harms)) return found;
    }
    return null;
  });

  /** List the options whose forms have the card as a candidate. */
  formsWith(id: number): Choice[] {
    return this.choices.filter(
      (c) =>
        c.form &&
        c.card !== id &&
        c.form.kind !== "seats" &&
        c.form.atoms.some((atom) => (atom & ((1 << P_SHIFT) - 1)) === id),
    );
  }

  /** Return whether the option of an open form is still legal. */
  stands(choice: Choice): boolean {
    return this.choices.some((other) => other.key === choice.key);
  }
}
