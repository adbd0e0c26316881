// HTTP requests for finished games: stats, log, and every step from any seat.
import { BASE } from "./basePath";
import { ask, post } from "../protocol/api";
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
export const recordOf = (id: string) => ask<TableRecord>(at(id));
export const statsOf = (id: string) => ask<Stats>(`${at(id)}/stats`);
export const logOf = (id: string, perspective: string) => ask<Moment[]>(`${at(id)}/log?view=${perspective}`);
export const viewsOf = (id: string, perspective: string, first: number, last: number) =>
  ask<ReplayPage>(`${at(id)}/views?view=${perspective}&from=${first}&to=${last}`);

export const analysisOf = (id: string) => ask<AnalysisShown>(`${at(id)}/analysis`);
/** Start the analysis of a finished game, or return its progress. */
export const analyse = (id: string) => ask<AnalysisShown>(`${at(id)}/analysis`, {});
export const stopAnalysis = (id: string, ticket: string) => ask<AnalysisShown>(`${at(id)}/analysis/stop`, { ticket });

/** Find the step of a log line. Undone actions are not in the record, so lines are matched by their text. */
export async function momentOf(id: string, line: Line): Promise<number> {
  const found = (await logOf(id, WATCHER)).filter(
    (moment) => moment.line.kind === line.kind && moment.line.turn === line.turn && moment.line.seat === line.seat,
  );
  const away = (moment: Moment) => Math.abs(moment.line.n - line.n);
  return found.sort((a, b) => away(a) - away(b))[0]?.seq ?? 0;
}

/** Upload a record; the server replays it and stores it if the result matches. */
export async function bring(file: Blob): Promise<string> {
  const kept = await post<RecordKept>("/api/records", file);
  return kept.id;
}
