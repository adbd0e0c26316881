// The HTTP API of the lobby.
import { BASE } from "../stores/basePath";
import type { Join, MoveCode, NewTable, Problem, SeatCredentials, TableSummary } from "./messages";
import { registerSets } from "../cards/sets";
import { refusalText, t } from "../i18n";

export class ApiError extends Error {
  constructor(
    public code: string,
    text: string,
  ) {
    super(text);
  }
}

export function request<T>(path: string, body?: unknown): Promise<T> {
  return post<T>(path, body === undefined ? undefined : JSON.stringify(body));
}

/** Send a JSON body by POST; without a body, send a GET request. */
export async function post<T>(path: string, body?: BodyInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body,
      credentials: "omit",
    });
  } catch {
    throw new ApiError("offline", t("problem.offline"));
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "server", text: "" }))) as Problem;
    if (problem.request) throw new ApiError(problem.code, t("problem.server_named", { name: problem.request }));
    // Only the server can report at which answer a replay differs
    throw new ApiError(problem.code, refusalText(problem.code, problem.code === "other_rules" ? problem.text : ""));
  }
  return (await answer.json()) as T;
}

export interface LobbyInfo {
  sets: string[];
  default_sets: string[];
  /** The names of custom sets. */
  names: Record<string, string>;
  options: Record<string, boolean | number | string>;
  /** The available bots: the built-in ones, then the server's own. */
  bots: string[];
  /** The bots that may have a personality. */
  levels_with_personality: string[];
  personalities: string[];
  /** The address at which other devices reach this server; a phone cannot use the address of this machine alone. */
  address: string;
  /** The command that makes the server reachable in the local network. */
  to_let_in: string;
}

export interface RuleRow {
  id: string;
  chapter: string;
  /** Empty for a ruling: it applies to all sets. */
  sets: string[];
  /** The subject of a ruling; rules have none. */
  title: string;
  text: string;
  /** Other search terms for the rule. */
  also: string[];
}

export const listTables = () => request<TableSummary[]>("/api/tables");
export const getTable = (code: string) => request<TableSummary>(`/api/tables/${encodeURIComponent(code)}`);
export const createTable = (order: NewTable) => request<SeatCredentials>("/api/tables", order);
export const joinTable = (code: string, join: Join) =>
  request<SeatCredentials>(`/api/tables/${encodeURIComponent(code)}/seats`, join);
export const createMoveCode = (code: string, token: string) =>
  request<MoveCode>(`/api/tables/${encodeURIComponent(code)}/move`, { token });
export const claimSeat = (code: string, move: string) =>
  request<SeatCredentials>(`/api/tables/${encodeURIComponent(code)}/claim`, { move });
export const startTutorial = (name: string) => request<SeatCredentials>("/api/tutorial", { name });
export async function getLobbyInfo(): Promise<LobbyInfo> {
  const facts = await request<LobbyInfo>("/api/lobby");
  registerSets(facts.names);
  return facts;
}

/** Return whether an address leads to this machine only, so that a phone cannot use it. */
export function isLoopback(address: string): boolean {
  return /^https?:\/\/(127\.|localhost|\[::1\])/.test(address);
}

export const rulebook = () => request<RuleRow[]>("/api/rules");
