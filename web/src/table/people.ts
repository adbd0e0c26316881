// What lies open before a seat, sorted for showing.
import { artOf, type CardRow } from "../cards";
import { t } from "../words";
import type { Desk } from "./desk.svelte";

export interface Piece {
  id: number;
  row: CardRow | null;
  art: string;
  worn: boolean;
  riders: Piece[];
}

export interface Gear {
  items: Piece[];
  bySlot: { slot: string; piece: Piece | null }[];
  carried: Piece[];
  followers: Piece[];
  character: Piece[];
  curses: Piece[];
  other: Piece[];
  tokens: { name: string; n: number }[];
}

const CHARACTER = new Set(["class", "race", "super", "halfbreed"]);
const SLOTS = ["headgear", "armor", "footgear"];
const HANDS = 2;

/** Says of which class and race somebody is. */
export function characterOf(desk: Desk, seat: number): string {
  const rows = (desk.game?.seats[seat]?.play ?? []).map((id) => desk.card(id));
  const races = rows.filter((row) => row?.kind === "race" || row?.kind === "halfbreed").map((row) => row?.name ?? "");
  const classes = rows.filter((row) => row?.kind === "class" || row?.kind === "super").map((row) => row?.name ?? "");
  return [...(races.length ? races : [t("human")]), ...classes].join(" · ");
}

/** Sorts the cards before a seat: worn by slot, carried, followers, curses. */
export function gearOf(desk: Desk, seat: number): Gear {
  const seen = desk.game?.seats[seat];
  const attached = new Map((desk.game?.attached ?? []).map(([rider, host]) => [rider, host]));
  const piece = (id: number): Piece => {
    const row = desk.card(id);
    const riders = [...attached].filter(([, host]) => host === id).map(([rider]) => piece(rider));
    return { id, row, art: row ? artOf(row) : "", worn: seen?.equipped.includes(id) ?? false, riders };
  };
  const pieces = (seen?.play ?? []).filter((id) => !attached.has(id)).map(piece);
  const items = pieces.filter((p) => p.row?.kind === "item" || p.row?.kind === "oneshot");
  const worn = items.filter((p) => p.worn);
  const bySlot: Gear["bySlot"] = [];
  for (const slot of SLOTS) {
    const here = worn.filter((p) => p.row?.slot === slot);
    if (here.length) bySlot.push(...here.map((p) => ({ slot, piece: p })));
    else bySlot.push({ slot, piece: null });
  }
  const hands = worn.filter((p) => p.row?.slot === "hand");
  bySlot.push(...hands.map((p) => ({ slot: "hand", piece: p })));
  const used = hands.reduce((sum, p) => sum + Math.max(1, p.row?.hands ?? 1), 0);
  for (let i = used; i < HANDS; i++) bySlot.push({ slot: "hand", piece: null });
  bySlot.push(...worn.filter((p) => p.row && !SLOTS.includes(p.row.slot) && p.row.slot !== "hand").map((p) => ({ slot: "none", piece: p })));
  const names = desk.table.catalog?.counters ?? [];
  return {
    items,
    bySlot,
    carried: items.filter((p) => !p.worn),
    followers: pieces.filter((p) => p.row?.kind === "follower"),
    character: pieces.filter((p) => CHARACTER.has(p.row?.kind ?? "")),
    curses: pieces.filter((p) => p.row?.kind === "curse"),
    other: pieces.filter((p) => !items.includes(p) && !CHARACTER.has(p.row?.kind ?? "") && p.row?.kind !== "curse" && p.row?.kind !== "follower"),
    tokens: (seen?.counters ?? []).map((n, i) => ({ name: names[i] ?? "", n })).filter((token) => token.n > 0),
  };
}

/** Says what somebody is doing now. */
export function stateOf(desk: Desk, seat: number): { text: string; thinking: boolean; away: boolean } {
  const chair = desk.table.room?.seats[seat];
  const seen = desk.game?.seats[seat];
  const away = !!chair && chair.kind === "human" && (!chair.here || chair.driven);
  const window = desk.window;
  const asked = desk.game?.asked[seat] ?? null;
  const thinking = window ? window.waiting.includes(seat) : asked !== null;
  const fight = desk.game?.fight;
  if (seen?.dead) return { text: t("state.dead"), thinking, away };
  if (away) return { text: t(chair?.driven ? "state.driven" : "state.away"), thinking, away };
  if (window && !thinking) return { text: window.floor > 0 && desk.game?.asked[seat] ? t("state.window") : t("state.passed"), thinking: false, away };
  if (thinking) return { text: t(asked === "fight" ? "state.fights" : asked === "window" ? "state.thinking" : "state.deciding"), thinking, away };
  if (fight?.main === seat) return { text: t("state.fights"), thinking, away };
  if (fight?.helper === seat) return { text: t("state.helps"), thinking, away };
  if (desk.game?.turn === seat) return { text: t("state.turn"), thinking, away };
  return { text: "", thinking, away };
}
