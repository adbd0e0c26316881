// HTTP requests for finished games: stats, log, and every step from any seat.
import { BASE } from "./basePath";
import { request, post } from "../protocol/api";
import type { AnalysisShown, Line, Moment, RecordKept, ReplayPage, Stats } from "../protocol/messages";

export interface Proof {
  table: string;
  commitment: string;
  secret: string;
  salts: string[];
  /** Records of 0.1 have none of these. */
  seals?: string[];
  called_off?: number;
  withheld?: string[][];
}

export interface TableRecord {
  names: string[];
  kinds: string[];
  fairness: Proof | null;
  game: { seed: string; seats: number; sets: string[] };
}

const WATCHER = "watcher";
const at = (id: string) => `/api/records/${encodeURIComponent(id)}`;
export const recordLink = (id: string) => BASE + at(id);
export const getRecord = (id: string) => request<TableRecord>(at(id));
export const getStats = (id: string) => request<Stats>(`${at(id)}/stats`);
export const getLog = (id: string, perspective: string) => request<Moment[]>(`${at(id)}/log?view=${perspective}`);
export const getViews = (id: string, perspective: string, first: number, last: number) =>
  request<ReplayPage>(`${at(id)}/views?view=${perspective}&from=${first}&to=${last}`);

export const getAnalysis = (id: string) => request<AnalysisShown>(`${at(id)}/analysis`);
/** Start the analysis of a finished game, or return its progress. */
export const startAnalysis = (id: string) => request<AnalysisShown>(`${at(id)}/analysis`, {});
export const stopAnalysis = (id: string, ticket: string) =>
  request<AnalysisShown>(`${at(id)}/analysis/stop`, { ticket });

/** Find the step of a log line. Undone actions are not in the record, so lines are matched by their text. */
export async function findStep(id: string, line: Line): Promise<number> {
  const found = (await getLog(id, WATCHER)).filter(
    (moment) => moment.line.kind === line.kind && moment.line.turn === line.turn && moment.line.seat === line.seat,
  );
  const away = (moment: Moment) => Math.abs(moment.line.n - line.n);
  return found.sort((a, b) => away(a) - away(b))[0]?.seq ?? 0;
}

/** Upload a record; the server replays it and stores it if the result matches. */
export async function uploadRecord(file: Blob): Promise<string> {
  const kept = await post<RecordKept>("/api/records", file);
  return kept.id;
}
