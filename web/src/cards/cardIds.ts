// Which card each id of an observation stands for.
import type { Observation } from "../protocol/observation";

/** Maps the ids of all cards the seat knows to their definitions. */
export function cardKeysOf(game: Observation): Map<number, string> {
  return new Map(game.card_ids.map((id, i) => [id, game.card_defs[i] ?? ""]));
}
