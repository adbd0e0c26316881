// All visible text comes from a message file; each language is a file in i18n/. Messages of the pages around the table
// and of rarely opened parts are in bundles of their own (i18n/pages.ts, i18n/lazy.ts).
import en from "i18n:en/table";

export type Args = Record<string, string | number>;
type Messages = Record<string, string>;

const known: Record<string, Messages> = { en };
let messages: Messages = en;
let spoken = "en";

export function setLocale(language: string): void {
  spoken = language;
  messages = { ...known["en"], ...known[language] };
  document.documentElement.lang = language in known ? language : "en";
}

/** Add messages to a language. */
export function addMessages(language: string, more: Messages): void {
  known[language] = { ...known[language], ...more };
  setLocale(spoken);
}

export function languages(): string[] {
  return Object.keys(known);
}

export function hasMessage(id: string): boolean {
  return id in messages;
}

/** Return the text of a refusal: the text from the server, or else the message of its code. */
export function refusalText(code: string, text = ""): string {
  return text || t([`refused.${code}`, `problem.${code}`, code].find(hasMessage) ?? "refused.other");
}

/** Format a number for the language: "1,200". */
export function formatNumber(n: number): string {
  return n.toLocaleString(spoken);
}

/** Return a message. `{n|card|cards}` selects the form that matches the number. */
export function t(id: string, args: Args = {}): string {
  const text = messages[id] ?? id;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = args[name] ?? "";
    const shown = typeof value === "number" ? formatNumber(value) : value;
    return one === undefined ? shown : `${shown} ${Number(value) === 1 ? one : many}`;
  });
}

/** Join names for the language: "Ann, Ben, and Cal". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(spoken).format(names);
}

/** Format a bonus with its sign. */
export const formatSigned = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n)}`;
