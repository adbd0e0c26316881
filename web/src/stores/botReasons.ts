// Why a bot has refused, as it would say it.
import type { Line } from "../protocol/messages";
import { has, t } from "../i18n";
import "../i18n/lazy";

/** The reason of a line that tells of a refusal; empty if it has none. */
export function botReason({ why, kind }: Line): string {
  if (!why) return "";
  // What it is about, if there are words for that: no Treasures at all, how many, or a trade
  const ways = [
    ...(why.numbers["treasures"] === 0 ? ["nothing"] : []),
    ...Object.keys(why.numbers),
    kind.split("_")[0],
  ];
  return t(ways.map((way) => `because.${why.why}.${way}`).find(has) ?? `because.${why.why}`, why.numbers);
}

/** The line with its reason, to be told where the log is not in sight. */
export function withReason(line: Line): string {
  return t("because.said", { line: line.text, why: botReason(line) });
}
