// The places at the end of a game: joint winners share first place.
export interface Ranking {
  seat: number;
  place: number;
}

const PODIUM_PLACES = 3;

/** Rank seats, the best first. With two winners there is no second place: the next player is third. */
export function rankSeats(winners: readonly number[], levels: readonly number[]): Ranking[] {
  const won = (seat: number): number => Number(winners.includes(seat));
  return levels
    .map((_, seat) => seat)
    .sort((a, b) => won(b) - won(a) || (levels[b] ?? 0) - (levels[a] ?? 0))
    .map((seat, i) => ({ seat, place: won(seat) ? 1 : i + 1 }));
}

/** Return the podium from left to right: second, first, third. It includes all winners. */
export function podiumOf(all: readonly Ranking[]): Ranking[] {
  const top = all.filter(({ place }, i) => place === 1 || i < PODIUM_PLACES);
  return [...top.slice(1, 2), ...top.slice(0, 1), ...top.slice(2)];
}
