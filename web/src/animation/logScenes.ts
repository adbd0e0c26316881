// The parts of a scene that follow from any log lines: flying cards, rolling numbers.
import type { EventWord } from "../protocol/events";
import { DECKS, type Line } from "../protocol/messages";
import { formatSigned, t } from "../i18n";
import type { Flight, Roll, World } from "./scene";

export function of(lines: Line[], ...kinds: EventWord[]): Line[] {
  return lines.filter((line) => (kinds as string[]).includes(line.kind));
}

function deckOf(place: string): number {
  const [word, n] = place.split(".");
  return word === "deck" || word === "discards" ? Number(n) : -1;
}

/** Return the flights of the cards in the lines, each starting shortly after the one before. */
export function flightsOf(lines: Line[], world: World, more: Partial<Flight> = {}): Flight[] {
  const moves = lines.flatMap((line) => line.moves).filter((move) => move.source !== move.target);
  const at = more.at ?? 0;
  const long = more.long ?? 0.75;
  const step = Math.min(0.08, (1 - at - long) / Math.max(1, moves.length - 1));
  return moves.map((move, i) => ({
    card: move.card,
    id: move.id,
    deck: move.card
      ? (DECKS as readonly string[]).indexOf(world.row(move.card)?.deck ?? "")
      : Math.max(deckOf(move.source), deckOf(move.target)),
    from: move.source,
    to: move.target,
    ...more,
    at: at + Math.max(0, step) * i,
    long,
  }));
}

export function rollsOf(lines: Line[], world: World, at = 0.1): Roll[] {
  const levels = of(lines, "level_gained", "level_lost").map((line) => {
    const by = line.kind === "level_gained" ? line.amount : -line.amount;
    return {
      place: `level.${line.seat}`,
      from: line.level - by,
      to: line.level,
      at,
      by: formatSigned(by),
      note: line.level === world.winAt - 1 ? t("beat.one_more") : "",
    };
  });
  return [...levels, ...totalsOf(lines, at)];
}

function totalsOf(lines: Line[], at: number): Roll[] {
  const moved = lines.find((line) => line.totals.length === 2)?.totals;
  const [before, after] = [moved?.[0] ?? [], moved?.[1] ?? []];
  return ["munchkins", "monsters"].flatMap((side, i) => {
    const [from, to] = [before[i] ?? 0, after[i] ?? 0];
    return from === to ? [] : [{ place: `total.${side}`, from, to, at, by: formatSigned(to - from) }];
  });
}
