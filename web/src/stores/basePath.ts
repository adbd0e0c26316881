/** The path below which a proxy shows the table, as the server has written it into the page; empty at the root. */
export const BASE = document.documentElement.dataset.base ?? "";
