// Finished games this browser saw from a seat: stored on this device only, limited in number, and deleted on request.
export interface RecentGame {
  record: string;
  code: string;
  /** When the game ended. */
  at: number;
  sets: string[];
  names: string[];
  /** Which of the players are bots. */
  bots: boolean[];
  winners: number[];
  you: number;
}

const KEY = "kickdoor.games";
const MAX_GAMES = 50;

const isText = (one: unknown): one is string => typeof one === "string";
const isNumber = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one);
const isSwitch = (one: unknown): one is boolean => typeof one === "boolean";
const areAll = <T>(all: unknown, is: (one: unknown) => one is T): all is T[] => Array.isArray(all) && all.every(is);

/** Return whether a stored value has all fields a page shows; other code may write to the same storage. */
function isRecentGame(one: unknown): one is RecentGame {
  if (typeof one !== "object" || one === null) return false;
  const game = one as Record<keyof RecentGame, unknown>;
  return (
    isText(game.record) &&
    /^[\w-]+$/.test(game.record) &&
    isText(game.code) &&
    isNumber(game.at) &&
    areAll(game.sets, isText) &&
    areAll(game.names, isText) &&
    areAll(game.bots, isSwitch) &&
    areAll(game.winners, isNumber) &&
    isNumber(game.you)
  );
}

/** List all stored games, the newest first. */
export function recentGames(): RecentGame[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isRecentGame).slice(0, MAX_GAMES) : [];
  } catch {
    return [];
  }
}

function write(all: RecentGame[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_GAMES)));
  } catch {
    // Storage is full or disabled; the game still counts as played
  }
}

/** Store a game; a stored one keeps its place. */
export function rememberGame(game: RecentGame): void {
  const known = recentGames();
  if (!known.some((other) => other.record === game.record)) write([game, ...known]);
}

export function forgetGame(record: string): void {
  write(recentGames().filter((game) => game.record !== record));
}

export function forgetGames(): void {
  localStorage.removeItem(KEY);
}
