// Search in the rulebook: rules that have any of the words, the best first.
import type { RuleRow } from "../protocol/api";
import { hasMessage, t } from "../i18n";

/** The order of the chapters: play first, the contents of the box last. */
const ORDER = [
  "TURN",
  "COMBAT",
  "HELP",
  "INTERFERE",
  "RUN",
  "REWARD",
  "END",
  "ITEM",
  "CHAR",
  "MONSTER",
  "CURSE",
  "TREASURE",
  "DEATH",
  "MULTI",
  "ENHANCER",
  "SIDEKICK",
  "GEARS",
  "TOKEN",
  "SETUP",
  "CARDS",
  "COMBINE",
  "CONFLICT",
  "VARIANT",
  "AMB",
];

export function sortRules(rows: RuleRow[], first = ""): RuleRow[] {
  const rank = (row: RuleRow) => (row.chapter === first ? 0 : ORDER.indexOf(row.chapter) + 1 || ORDER.length + 1);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** Return the name of a chapter, or of the search results. The names are among the messages of the pages. */
export function chapterName(chapter: string): string {
  return chapter ? (hasMessage(`chapter.${chapter}`) ? t(`chapter.${chapter}`) : chapter) : t("rules.found");
}

/** Group rules by chapter in the order of the rulebook; search results are sorted by quality instead. */
export function groupByChapter(rows: RuleRow[], wanted: string): [string, RuleRow[]][] {
  const out = new Map<string, RuleRow[]>();
  for (const row of rows) {
    const chapter = wanted.trim() ? "" : row.chapter;
    out.set(chapter, [...(out.get(chapter) ?? []), row]);
  }
  return [...out];
}

/** Find the rules that have the words, or at least some of them; those with most words come first. */
export function searchRules(
  rows: RuleRow[],
  wanted: string,
  chapterOf: (chapter: string) => string = (chapter) => chapter,
): RuleRow[] {
  const idle = t("rules.idle").split(" ");
  const typed = wanted
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(Boolean);
  const telling = typed.filter((word) => !idle.includes(word));
  const words = telling.length ? telling : typed;
  if (!words.length) return rows;
  const scored = rows.map((row) => {
    const text = `${row.id} ${row.title} ${row.text}`.toLowerCase();
    const head = `${row.id} ${row.title} ${chapterOf(row.chapter)}`.toLowerCase();
    const also = row.also.join(" ").toLowerCase();
    const hit = (word: string) => (begins(text, word) ? 4 : begins(also, word) ? 3 : text.includes(word) ? 2 : 0);
    const score = words.reduce((sum, word) => sum + hit(word) + (begins(head, word) ? 3 : 0), 0);
    return { row, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

/** Return whether a word of the text begins with these letters. */
function begins(text: string, word: string): boolean {
  return ` ${text}`.replace(/[^\p{L}\p{N}-]+/gu, " ").includes(` ${word}`);
}
