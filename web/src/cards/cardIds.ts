// The definition of each card id in an observation.
import type { Observation } from "../protocol/observation";

/** Map the ids of all cards the seat knows to their definitions. */
export function cardKeysOf(game: Observation): Map<number, string> {
  return new Map(game.card_ids.map((id, i) => [id, game.card_defs[i] ?? ""]));
}
