// A better Item for hands that are full: one is taken off and the other put on, as one thing to do.
import type { Choice } from "../wire/protocol";
import { signed, t } from "../words";
import type { Desk } from "./desk.svelte";
import { bearingOf, gearOf, type Piece } from "./people";

/** The act of such an option; it is made here, of two that the game has. */
export const SWAP = "swap";

function hands(piece: Piece): number {
  return Math.max(1, piece.row?.hands ?? 1);
}

/** What would have to be taken off for it, each way to make room; none if it is not for want of room. */
function inTheWay(desk: Desk, id: number): Piece[][] {
  const row = desk.card(id);
  const mine = desk.game?.seats[desk.you];
  if (!row || row.slot === "none" || mine?.equipped.includes(id) || bearingOf(desk, id)?.wear !== false) return [];
  const places = gearOf(desk, desk.you).bySlot.filter((place) => place.slot === row.slot);
  const lacks = Math.max(1, row.hands) - places.filter((place) => !place.piece).length;
  const off = new Set(desk.choices.filter((c) => c.act === "unequip").map((c) => c.card));
  const worn = places.flatMap(({ piece }) => (piece && off.has(piece.id) ? [piece] : []));
  if (lacks <= 0) return [];
  if (row.slot !== "hand") return worn.map((piece) => [piece]);
  const alone = worn.filter((piece) => hands(piece) >= lacks).map((piece) => [piece]);
  return alone.length || worn.reduce((sum, piece) => sum + hands(piece), 0) < lacks ? alone : [worn];
}

/** The Items that an option takes off. */
export function takenOff(choice: Choice): number[] {
  return (choice.key.split(">")[1] ?? "").split("+").map(Number);
}

/** An Item that finds no room may take the place of another. */
export function swapsOf(desk: Desk, id: number): Choice[] {
  const lies =
    (desk.byCard.get(id) ?? []).some((c) => c.act === "play") || desk.game?.seats[desk.you]?.play.includes(id);
  if (id < 0 || !lies) return [];
  return inTheWay(desk, id).map((off) => {
    const by = (desk.card(id)?.bonus ?? 0) - off.reduce((sum, piece) => sum + (piece.row?.bonus ?? 0), 0);
    const name = off.map((piece) => piece.row?.name ?? "").join(t("character.and"));
    return {
      key: `${SWAP}:${id}>${off.map((piece) => piece.id).join("+")}`,
      act: SWAP,
      text: t("item.swap", { name, by: signed(by) }),
      card: id,
      target: "card",
      aim: off[0]?.id ?? -1,
      second: -1,
      mine: false,
      form: null,
    };
  });
}

/** Takes off, then puts on; what turns out not to be for one's character leaves all as it was. */
export async function swap(desk: Desk, choice: Choice): Promise<boolean> {
  const off = takenOff(choice);
  for (const id of off) if (!(await act(desk, "unequip", id))) return false;
  const wearable = (desk.byCard.get(choice.card) ?? []).some((c) => c.act === "carry" || c.act === "equip");
  if (wearable && (await act(desk, desk.game?.hand.includes(choice.card) ? "play" : "equip", choice.card))) return true;
  for (const id of off) await act(desk, "equip", id);
  return false;
}

/** Does one of the two, and waits until the table shows it. */
async function act(desk: Desk, word: string, id: number): Promise<boolean> {
  const choice = desk.byCard.get(id)?.find((c) => c.act === word);
  const shown = desk.news();
  if (!choice || !(await desk.take(choice))) return false;
  await shown;
  return true;
}
