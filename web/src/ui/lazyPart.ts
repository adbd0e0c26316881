// Parts of the page that are loaded on demand. A phone may be offline at that moment: the request is repeated until it
// succeeds, so that the player need not reload the page.

/** Delay before the first retry, and the maximum delay. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

export async function lazy<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
    try {
      return await load();
    } catch (fault) {
      // Retrying does not help a part that throws an error of its own
      if (!isMissing(fault)) throw fault;
      await new Promise((again) => setTimeout(again, wait));
      fetchStylesAgain();
    }
  }
}

const isMissing = (fault: unknown): boolean => /preload|dynamically imported|importing a module/i.test(String(fault));

/** Browsers treat a style sheet that failed to load as loaded. Replace its link, so that it is loaded again. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
