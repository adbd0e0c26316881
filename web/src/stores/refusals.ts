// Why something cannot be done, in as many words as there is room for.
import { has, t } from "../i18n";
import type { Choices } from "./tableUi/choices.svelte";

/** Takes the rule ids out of a sentence; they stand beside it as links. */
export function unruled(text: string): string {
  return text.replace(/\s*\([A-Z]+-\d[^)]*\)/g, "");
}

/** Says in a few words why a card of one's own is of no use now. */
export function inShort(ui: Choices, id: number): string {
  if (ui.past) return t("review.short");
  const refusal = ui.why.get(id)?.[0];
  if (!refusal) return t("short.none");
  for (const code of refusal.codes) if (has(`short.${code}`)) return t(`short.${code}`);
  return unruled(refusal.text);
}
