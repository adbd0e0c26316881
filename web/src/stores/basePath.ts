/** The path prefix behind a proxy, written into the page by the server; empty at the root. */
export const BASE = document.documentElement.dataset.base ?? "";
