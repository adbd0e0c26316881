// Parts of a page that come when they are wanted. A phone may be without a connection at just that moment: what could
// not be had is asked for again until it comes, and nobody has to load the page anew.

/** Milliseconds before the first and the last of the further tries. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

export async function lazy<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      return await load();
    } catch (fault) {
      // A part with a fault of its own is no better the next time
      if (!isMissing(fault)) throw fault;
      await new Promise((again) => setTimeout(again, wait));
      fetchStylesAgain();
    }
  }
}

const isMissing = (fault: unknown): boolean => /preload|dynamically imported|importing a module/i.test(String(fault));

/** Styles that failed count as fetched for whoever asks next, so their links are set anew. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
