// The cards and properties of a seat, sorted for display.
import { artUrl, type CardRow } from "../cards/cards";
import { hasMessage, t } from "../i18n";
import type { TableUi } from "./tableUi.svelte";

export interface Piece {
  id: number;
  row: CardRow | null;
  art: string;
  worn: boolean;
  /** Cards attached to it or carried by it. */
  riders: Piece[];
}

export interface Gear {
  items: Piece[];
  bySlot: { slot: string; piece: Piece | null; joined: Piece[] }[];
  carried: Piece[];
  followers: Piece[];
  character: Piece[];
  curses: Piece[];
  other: Piece[];
}

/** The gear slots of a mat: one each for head, armor and feet, two for the hands, and a heap for the rest. */
export interface GearPlaces {
  cells: { slot: string; piece: Piece | null; two: boolean }[];
  rest: Piece[];
}

const CHARACTER = new Set(["class", "race", "super", "halfbreed"]);
const SLOTS = ["headgear", "armor", "footgear"];
const HANDS = 2;

/**
 * Return the Class and Race of a seat; with Half-Breed or Super Munchkin there may be two of either, or one without its
 * disadvantages.
 */
export function characterOf(ui: TableUi, seat: number): string {
  const rows = (ui.game?.seats[seat]?.play ?? []).map((id) => ui.card(id));
  const named = (kind: string) => rows.filter((row) => row?.kind === kind).map((row) => row?.name ?? "");
  const one = (names: string[], more: boolean, id: string) =>
    names.length > 1 ? names.join(t("character.and")) : more && names[0] ? t(id, { name: names[0] }) : (names[0] ?? "");
  const race = one(named("race"), named("halfbreed").length > 0, "character.half") || t("human");
  const trade = one(named("class"), named("super").length > 0, "character.super");
  return trade ? `${race} · ${trade}` : race;
}

/** Return the roll needed to run away from a monster, and its probability. */
export function escapeChance(ui: TableUi, monster: number, brief = false): string {
  const escape = ui.view?.fight?.escapes.find((one) => one.monster === monster);
  if (!escape) return "";
  if (escape.free) return t("escape.free");
  if (escape.faces === 0) return t("escape.none");
  if (escape.faces === 6) return t("escape.sure");
  return t(brief ? "escape.brief" : "escape.on", {
    need: escape.need,
    chance: t(`escape.${escape.faces}`),
  });
}

/**
 * Return the seat to ask for help first. What a helper will want is unknown. Of the seats with which the fight is won,
 * it is the one of the lowest Level, because Treasures do least harm there, and of these the strongest, because other
 * players may still interfere. If no single helper is enough, it is the strongest. The tutorial names the seat itself.
 */
export function bestHelper(ui: TableUi): number {
  const asks = ui.choices.filter((c) => c.act === "ask");
  const taught = asks.find((c) => c.key === ui.view?.lesson?.key);
  if (taught) return taught.aim;
  const wins = (seat: number) => ui.view?.fight?.helped.some((one) => one.seat === seat && one.winning) ?? false;
  const level = (seat: number) => (wins(seat) ? (ui.game?.seats[seat]?.level ?? 0) : 0);
  const strength = (seat: number) => ui.view?.strengths[seat] ?? 0;
  const order = asks
    .map((c) => c.aim)
    .sort((a, b) => Number(wins(b)) - Number(wins(a)) || level(a) - level(b) || strength(b) - strength(a));
  return order[0] ?? -1;
}

/** Group Items that are joined into one weapon; each group takes as many hands as one of them. */
function joinedUp(pieces: Piece[]): Piece[][] {
  const out: Piece[][] = [];
  for (const piece of pieces) {
    const joins = piece.row?.joins ?? 0;
    const group = joins ? out.find((others) => (others[0]?.row?.joins ?? 0) & joins) : undefined;
    if (group) group.push(piece);
    else out.push([piece]);
  }
  return out;
}

/** Sort the cards in front of a seat: worn by slot, carried, followers, curses. */
export function gearOf(ui: TableUi, seat: number): Gear {
  const seen = ui.game?.seats[seat];
  const attached = new Map((ui.game?.attached ?? []).map(([rider, host]) => [rider, host]));
  const piece = (id: number): Piece => {
    const row = ui.card(id);
    const riders = [...attached].filter(([, host]) => host === id).map(([rider]) => piece(rider));
    return { id, row, art: row ? artUrl(row) : "", worn: seen?.equipped.includes(id) ?? false, riders };
  };
  const pieces = (seen?.play ?? []).filter((id) => !attached.has(id)).map(piece);
  const items = pieces.filter((p) => p.row?.kind === "item" || p.row?.kind === "oneshot");
  const worn = items.filter((p) => p.worn);
  const bySlot: Gear["bySlot"] = [];
  for (const slot of SLOTS) {
    const here = worn.filter((p) => p.row?.slot === slot);
    if (here.length) bySlot.push(...here.map((piece) => ({ slot, piece, joined: [] })));
    else bySlot.push({ slot, piece: null, joined: [] });
  }
  const hands = joinedUp(worn.filter((p) => p.row?.slot === "hand"));
  bySlot.push(...hands.map(([piece, ...joined]) => ({ slot: "hand", piece: piece ?? null, joined })));
  const used = hands.reduce((sum, [first]) => sum + Math.max(1, first?.row?.hands ?? 1), 0);
  for (let i = used; i < (ui.view?.hands[seat] ?? HANDS); i++) bySlot.push({ slot: "hand", piece: null, joined: [] });
  bySlot.push(
    ...worn
      .filter((p) => p.row && !SLOTS.includes(p.row.slot) && p.row.slot !== "hand")
      .map((piece) => ({ slot: "none", piece, joined: [] })),
  );
  return {
    items,
    bySlot,
    carried: items.filter((p) => !p.worn),
    followers: pieces.filter((p) => p.row?.kind === "follower"),
    character: pieces.filter((p) => CHARACTER.has(p.row?.kind ?? "")),
    curses: pieces.filter((p) => p.row?.kind === "curse"),
    other: pieces.filter(
      (p) =>
        !items.includes(p) &&
        !CHARACTER.has(p.row?.kind ?? "") &&
        p.row?.kind !== "curse" &&
        p.row?.kind !== "follower",
    ),
  };
}

/** Return whether a card in play has a power that can be used now, or can be used up. */
export function isUsable(ui: TableUi, id: number): boolean {
  return !!ui.byCard.get(id)?.some(({ act }) => act === "use" || act === "play");
}

/** List the cards of a seat that are not worn, by kind. */
export function listOtherCards(gear: Gear): [title: string, pieces: Piece[]][] {
  return [
    ["gear.carried", gear.carried],
    ["gear.followers", gear.followers],
    ["gear.character", gear.character],
    ["gear.curses", gear.curses],
    ["gear.other", gear.other],
  ];
}

/** How many card widths fit on the own mat, and the widths of its parts: see OwnGear.svelte. */
const MAT = 3.58;
const WIDTHS = { place: 0.475, dense: 0.405, portrait: 0.4, pair: 0.29 };

/** Return how densely cards must lie on the own mat to stay visible: normally, `dense`, or `dense crammed`. */
export function densityOf(gear: Gear): "" | "dense" | "dense crammed" {
  const { place, dense, portrait, pair } = WIDTHS;
  const [kept, lent] = [gear.carried.length + gear.followers.length, gear.curses.length + gear.other.length];
  const large = gear.bySlot.reduce((sum, { joined }) => sum + 1 + joined.length, 0);
  const pairs = (n: number) => pair * Math.ceil(n / 2);
  const portraits = gear.character.filter(({ row }) => row?.kind === "class" || row?.kind === "race").length;
  const others = gear.character.length - portraits;
  if (large * place + pairs(kept) + portraits * portrait + pairs(others + lent) + (others ? pair : 0) <= MAT) return "";
  const small = pairs(kept + gear.character.length + lent);
  return large * dense + small <= MAT ? "dense" : "dense crammed";
}

/** Put the gear of a seat into the six places of a mat, which never move. */
export function gearSlotsOf(gear: Gear): GearPlaces {
  const cells: GearPlaces["cells"] = [];
  const first = (slot: string) => gear.bySlot.find((place) => place.slot === slot && place.piece)?.piece ?? null;
  for (const slot of SLOTS) cells.push({ slot, piece: first(slot), two: false });
  const held = gear.bySlot.flatMap(({ slot, piece, joined }) =>
    slot === "hand" && piece ? [{ slot, piece, two: !joined.length && (piece.row?.hands ?? 1) > 1 }] : [],
  );
  const hands = held[0]?.two ? held.slice(0, 1) : held.filter((one) => !one.two).slice(0, HANDS);
  cells.push(...hands);
  for (let i = hands[0]?.two ? HANDS : hands.length; i < HANDS; i++)
    cells.push({ slot: "hand", piece: null, two: false });
  const shown = new Set(cells.map((cell) => cell.piece?.id));
  const rest = [...gear.curses, ...gear.followers, ...gear.items].filter((piece) => !shown.has(piece.id));
  return { cells, rest };
}

/** Return whether an Item in hand can be worn now, and if it can only be carried, why. */
export function wearabilityOf(ui: TableUi, id: number): { wear: boolean; why: string } | null {
  const row = ui.card(id);
  if (row?.kind !== "item") return null;
  const choices = ui.byCard.get(id) ?? [];
  if (choices.some((c) => c.act === "carry" || c.act === "equip")) return { wear: true, why: "" };
  const places = gearOf(ui, ui.you).bySlot.filter((place) => place.slot === row.slot);
  const free = places.filter((place) => !place.piece).length;
  // The first reason is the condition the Item itself states
  const first = (row.body[0] ?? "").replace(/\.$/, "");
  const wants = first.length < 45 ? first.charAt(0).toLowerCase() + first.slice(1) : "";
  const full =
    row.slot !== "none" && free < Math.max(1, row.hands) ? t(row.slot === "hand" ? "item.hands" : "item.slot") : "";
  // The Item may have no condition: a player with full hands gets both reasons
  return {
    wear: false,
    why: [full, full && !/^(only|not) /.test(wants) ? "" : wants].filter(Boolean).join("; ") || t("item.not_you"),
  };
}

/** Return what a player is doing now; short on a small screen. */
export function seatStatus(ui: TableUi, seat: number): { text: string; thinking: boolean; away: boolean } {
  const chair = ui.table.room?.seats[seat];
  const away = !!chair && chair.kind === "human" && (!chair.here || chair.driven);
  const window = ui.window;
  const asked = ui.game?.asked[seat] ?? null;
  const thinking = window ? window.waiting.includes(seat) : asked !== null;
  const id = deed(ui, seat, away, thinking, asked);
  const brief = `state.${id}.short`;
  const main = ui.game?.fight?.main ?? seat;
  const who = main === ui.you ? t("you.object") : ui.name(main);
  return { text: id ? t(!ui.wide && hasMessage(brief) ? brief : `state.${id}`, { who }) : "", thinking, away };
}

function deed(ui: TableUi, seat: number, away: boolean, thinking: boolean, asked: string | null): string {
  const fight = ui.game?.fight;
  const window = ui.window;
  if (ui.game?.phase === "over") return "";
  if (ui.game?.seats[seat]?.dead) return "dead";
  if (away) return ui.table.room?.seats[seat]?.driven ? "driven" : "away";
  if (window && !thinking) return window.floor > 0 && asked ? "window" : "passed";
  if (thinking) return asked === "fight" ? "fights" : asked === "window" ? "thinking" : "deciding";
  if (fight?.main === seat) return "fights";
  if (fight?.helper === seat) return "helps";
  if (ui.game?.turn === seat) return "turn";
  return ui.level(seat) === ui.winAt - 1 ? "close" : "";
}
