// Scenes of actions against a fight or another player: a card is played, a fight is turned, foiled or taken over, a
// card is stolen.
import type { Line } from "../protocol/messages";
import { t } from "../i18n";
import { flightsOf, of, rollsOf } from "./logScenes";
import type { SceneBuilder } from "./scene";

/** Return the target of a played card: the side or the character it is for. */
function actionTarget(line: Line): string {
  return line.kind === "ability_used" ? "stage" : (line.aim ?? "side.monsters");
}

export const play: SceneBuilder = (lines, world) => {
  const [first] = lines;
  if (!first) return {};
  const broken = of(lines, "curse_cancelled", "oneshot_cancelled")[0];
  if (broken) return { veil: "dark", large: { card: broken.cards[0] ?? "", how: "broken" }, caption: broken.text };
  const die = of(lines, "die_set")[0];
  const flights = flightsOf(lines, world, { at: 0, long: 0.8, shown: true }).map((flight) =>
    flight.to === "stage" ? { ...flight, to: actionTarget(first) } : flight,
  );
  // A card that stays in front of the player is only shown
  if (!flights.length && first.cards[0] && first.seat >= 0)
    flights.push({
      card: first.cards[0],
      id: -1,
      deck: -1,
      from: `mat.${first.seat}`,
      to: actionTarget(first),
      at: 0,
      long: 0.8,
      shown: true,
    });
  return {
    flights,
    rolls: rollsOf(lines, world, 0.55),
    caption: first.text,
    marks: first.seat >= 0 ? [{ seat: first.seat, tone: "gold", word: "", at: 0 }] : [],
    ...(die ? { die: { face: die.amount, need: 0, seat: die.seat, monster: "" } } : {}),
  };
};

/** A play that changes who wins the fight shows the name of its player. */
export const turning: SceneBuilder = (lines, world) => {
  const [first] = lines;
  const by = first ? world.name(first.seat) : "";
  const mine = first?.seat === world.you;
  return {
    ...play(lines, world),
    jolt: true,
    banner: { text: t(mine ? "beat.you_turn" : "beat.turns", { name: by }), tone: "gold", at: 0.5 },
  };
};

/** Return the line of the player who did it, or a line without one: the card may have been played an action earlier. */
function doer(lines: Line[]): number {
  return of(lines, "card_played", "ability_used")[0]?.seat ?? -1;
}

/** A monster leaves, and the last one ends the fight: for the fighter this is as important as a victory or a defeat. */
export const foiled: SceneBuilder = (lines, world) => {
  const left = of(lines, "monster_left");
  const [by, main] = [doer(lines), left[0]?.seat ?? -1];
  const over = of(lines, "fight_ended").length > 0;
  const spoils = over && by >= 0 && by !== main;
  const played = by >= 0 ? play(lines.slice(0, 1), world) : {};
  const at = by >= 0 ? 0.5 : 0.2;
  const gone = flightsOf(left, world, { at, long: 0.45 }).map((one) => ({ ...one, from: "foes" }));
  const name = spoils ? world.name(by) : left.map((line) => world.row(line.cards[0] ?? "")?.name ?? "").join(", ");
  const word = spoils ? (by === world.you ? "beat.you_foil" : "beat.foils") : "beat.gone";
  return {
    ...played,
    veil: "dark",
    flights: [...(played.flights ?? []).map((one) => ({ ...one, to: "foes", long: 0.6 })), ...gone],
    rolls: rollsOf(lines, world, 0.6),
    marks: [
      ...(played.marks ?? []),
      { seat: main, tone: spoils ? "red" : "blue", word: spoils ? t("beat.foiled") : "", at },
    ],
    banner: { text: t(word, { name }), tone: spoils ? "red" : "blue", at },
    caption: left[0]?.text ?? "",
    jolt: true,
  };
};

/** Another player takes the fight over. */
export const stolen: SceneBuilder = (lines, world) => {
  const [moved] = of(lines, "combat_moved");
  if (!moved) return {};
  const played = doer(lines) >= 0 ? play(lines.slice(0, 1), world) : {};
  return {
    ...played,
    line: { from: "side.munchkins", to: `mat.${moved.seat}`, tone: "gold", chips: [] },
    marks: [...(played.marks ?? []), { seat: moved.seat, tone: "gold", word: t("beat.fights"), at: 0.4 }],
    banner: {
      text: t(moved.seat === world.you ? "beat.your_fight" : "beat.takes_fight", { name: world.name(moved.seat) }),
      tone: "blue",
      at: 0.4,
    },
    caption: moved.text,
    jolt: true,
  };
};

/** A theft: both mats are highlighted, and the card flies between them, or a card back if this seat did not see it. */
export const theft: SceneBuilder = (lines, world) => {
  const [taken] = lines;
  if (!taken) return {};
  if (taken.kind === "treasures_drawn")
    return {
      flights: flightsOf(lines, world, { at: 0.1, long: 0.8, shown: true }),
      marks: [{ seat: taken.seat, tone: "gold", word: "", at: 0 }],
      banner: {
        text: t(taken.seat === world.you ? "beat.you_snatch" : "beat.snatches", { name: world.name(taken.seat) }),
        tone: "red",
        at: 0.3,
      },
      caption: taken.text,
    };
  const whom = { name: world.name(taken.seat), from: world.name(taken.other) };
  const word = taken.seat === world.you ? "beat.you_rob" : taken.other === world.you ? "beat.robs_you" : "beat.robs";
  return {
    flights: flightsOf(lines, world, { at: 0.1, long: 0.8, shown: true }),
    line: { from: `mat.${taken.other}`, to: `mat.${taken.seat}`, tone: "red", chips: [] },
    marks: [
      { seat: taken.other, tone: "red", word: t("beat.robbed"), at: 0 },
      { seat: taken.seat, tone: "gold", word: "", at: 0.5 },
    ],
    banner: { text: t(word, whom), tone: "red", at: 0.3 },
    caption: taken.text,
  };
};
