// What can be done now: which of it answers the question, where on the table that is asked, and what is likeliest wanted.
import { P_SHIFT, type Choice, type Refusal } from "../../protocol/messages";
import { TableView } from "./tableView.svelte";

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

export class Choices extends TableView {
  choices = $derived(this.view?.choices ?? []);
  refusals = $derived.by(() => (this.past ? [] : this.table.unavailable.now));

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
      if (found && (this.answers.length === 1 || !this.table.previews.of(found)?.harms)) return found;
    }
    return null;
  });

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

  /** An option that a form was opened with can still be taken. */
  stands(choice: Choice): boolean {
    return this.choices.some((other) => other.key === choice.key);
  }
}
