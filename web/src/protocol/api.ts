// The lobby's HTTP interface.
import { BASE } from "../stores/basePath";
import type { Join, MoveCode, NewTable, Problem, SeatCredentials, TableSummary } from "./messages";
import { learnSets } from "../cards/sets";
import { refusal, t } from "../i18n";

export class ApiError extends Error {
  constructor(
    public code: string,
    text: string,
  ) {
    super(text);
  }
}

export function ask<T>(path: string, body?: unknown): Promise<T> {
  return post<T>(path, body === undefined ? undefined : JSON.stringify(body));
}

/** Sends what is already JSON; without it, asks only. */
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
    // At which answer a game differs only the server can say
    throw new ApiError(problem.code, refusal(problem.code, problem.code === "other_rules" ? problem.text : ""));
  }
  return (await answer.json()) as T;
}

export interface LobbyFacts {
  sets: string[];
  default_sets: string[];
  /** What the sets of one's own are called. */
  names: Record<string, string>;
  options: Record<string, boolean | number | string>;
  /** The bots that may play: those of every server, then its own. */
  bots: string[];
  /** Those of them that may have a character. */
  with_character: string[];
  characters: string[];
  /** Where others reach this server; a phone cannot use the address of this machine alone. */
  address: string;
  /** What to type so that others in this network can reach it. */
  to_let_in: string;
}

export interface RuleRow {
  id: string;
  chapter: string;
  /** Nothing for a ruling: it holds for all. */
  sets: string[];
  /** What a ruling is about; rules have none. */
  title: string;
  text: string;
  /** Other words for what it is about, which people look for. */
  also: string[];
}

export const openTables = () => ask<TableSummary[]>("/api/tables");
export const tableOf = (code: string) => ask<TableSummary>(`/api/tables/${encodeURIComponent(code)}`);
export const makeTable = (order: NewTable) => ask<SeatCredentials>("/api/tables", order);
export const sitDown = (code: string, join: Join) =>
  ask<SeatCredentials>(`/api/tables/${encodeURIComponent(code)}/seats`, join);
export const moveCode = (code: string, token: string) =>
  ask<MoveCode>(`/api/tables/${encodeURIComponent(code)}/move`, { token });
export const claimSeat = (code: string, move: string) =>
  ask<SeatCredentials>(`/api/tables/${encodeURIComponent(code)}/claim`, { move });
export const startTutorial = (name: string) => ask<SeatCredentials>("/api/tutorial", { name });
export async function lobbyFacts(): Promise<LobbyFacts> {
  const facts = await ask<LobbyFacts>("/api/lobby");
  learnSets(facts.names);
  return facts;
}

/** Tells whether an address leads to this machine alone, so that no phone can follow it. */
export function isAlone(address: string): boolean {
  return /^https?:\/\/(127\.|localhost|\[::1\])/.test(address);
}

export const rulebook = () => ask<RuleRow[]>("/api/rules");
