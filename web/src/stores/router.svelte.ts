// The address of the page, as reactive state.
import { BASE } from "./basePath";

export type Page = "lobby" | "table" | "tv" | "replay" | "cards" | "rules" | "tutorial" | "credits" | "lost";

const PAGES: Record<string, Page> = {
  "": "lobby",
  t: "table",
  tv: "tv",
  r: "replay",
  cards: "cards",
  rules: "rules",
  tutorial: "tutorial",
  credits: "credits",
};
/** Pages whose address has a table code. Codes are capital letters; players may type small ones. */
const CODED = new Set<Page>(["table", "tv"]);

/** Remove the base path from an address. */
const inside = (path: string) => (path.startsWith(BASE) ? path.slice(BASE.length) : path);

function read(path: string): { page: Page; id: string } {
  const [, first = "", second = ""] = path.split("/");
  const page = PAGES[first] ?? "lost";
  let id = second;
  try {
    id = decodeURIComponent(second);
  } catch {
    return { page: "lost", id: "" };
  }
  return { page, id: CODED.has(page) ? id.toUpperCase() : id };
}

class Route {
  page = $state<Page>("lobby");
  id = $state("");
  /** The fragment of the address: a rule, or a step of a game. */
  hash = $state("");

  constructor() {
    this.follow();
    addEventListener("popstate", () => this.follow());
    addEventListener("hashchange", () => this.follow());
    addEventListener("click", (event) => this.click(event));
  }

  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.("a[href^='/']");
    if (
      !link ||
      link.hasAttribute("download") ||
      link.hasAttribute("target") ||
      link.getAttribute("rel") === "external"
    )
      return;
    const path = inside(link.getAttribute("href") ?? "");
    if (path.startsWith("/api/") || path.startsWith("/static/")) return;
    event.preventDefault();
    this.go(path);
  }

  follow(): void {
    const found = read(inside(location.pathname));
    this.page = found.page;
    this.id = found.id;
    this.hash = decodeURIComponent(location.hash.slice(1));
  }

  go(path: string): void {
    history.pushState(null, "", BASE + path);
    this.follow();
    scrollTo(0, 0);
  }

  /** Change the fragment without a new entry in the history. */
  mark(hash: string): void {
    history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname);
    this.hash = hash;
  }
}

export const route = new Route();
