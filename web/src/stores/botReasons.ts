// Why a bot refused, in the words of the bot.
import type { Line } from "../protocol/messages";
import { hasMessage, t } from "../i18n";
import "../i18n/lazy";

/** Return the reason for the refusal in a log line; empty if the line has none. */
export function botReason({ why, kind }: Line): string {
  if (!why) return "";
  // Prefer a text that names the subject: no Treasures at all, a number of Treasures, or a trade
  const ways = [
    ...(why.numbers["treasures"] === 0 ? ["nothing"] : []),
    ...Object.keys(why.numbers),
    kind.split("_")[0],
  ];
  return t(ways.map((way) => `because.${why.why}.${way}`).find(hasMessage) ?? `because.${why.why}`, why.numbers);
}

/** Return the line with its reason, for use where the log is not visible. */
export function withReason(line: Line): string {
  return t("because.said", { line: line.text, why: botReason(line) });
}
