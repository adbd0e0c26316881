// Why an action is unavailable, in as much text as there is room for.
import { hasMessage, t } from "../i18n";
import type { Choices } from "./tableUi/choices.svelte";

/** Remove the rule ids from a sentence; they are shown beside it as links. */
export function withoutRuleIds(text: string): string {
  return text.replace(/\s*\([A-Z]+-\d[^)]*\)/g, "");
}

/** Return in a few words why one of the player's cards cannot be used now. */
export function shortReason(ui: Choices, id: number): string {
  if (ui.past) return t("review.short");
  const refusal = ui.why.get(id)?.[0];
  if (!refusal) return t("short.none");
  for (const code of refusal.codes) if (hasMessage(`short.${code}`)) return t(`short.${code}`);
  return withoutRuleIds(refusal.text);
}
