// Every word the pages show comes from a message file; a language is a file in i18n/. What only the pages around the
// table say, and what is seldom opened at it, are parts of their own, which these bring along (i18n/pages.ts, lazy.ts).
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

/** Learns more words of a language. */
export function addMessages(language: string, more: Messages): void {
  known[language] = { ...known[language], ...more };
  setLocale(spoken);
}

export function languages(): string[] {
  return Object.keys(known);
}

export function has(id: string): boolean {
  return id in messages;
}

/** Says why the server refuses something: what it says of it, or else its code in words. */
export function refusal(code: string, text = ""): string {
  return text || t([`refused.${code}`, `problem.${code}`, code].find(has) ?? "refused.other");
}

/** Writes a number as people do: "1,200". */
export function counted(n: number): string {
  return n.toLocaleString(spoken);
}

/** Says a message. `{n|card|cards}` picks the form that goes with the number. */
export function t(id: string, args: Args = {}): string {
  const text = messages[id] ?? id;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = args[name] ?? "";
    const shown = typeof value === "number" ? counted(value) : value;
    return one === undefined ? shown : `${shown} ${Number(value) === 1 ? one : many}`;
  });
}

/** A bonus with its sign. */
export const signed = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n)}`;
