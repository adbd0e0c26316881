// The scene of each beat, made from its log lines only. So a scene shows nothing that the lines do not contain.
import { badStuffOf } from "../cards/cards";
import type { BeatName } from "../protocol/events";
import type { Line } from "../protocol/messages";
import { t } from "../i18n";
import { foiled, play, stolen, theft, turning } from "./actionScenes";
import { flightsOf, of, rollsOf } from "./logScenes";
import { completeScene, type Flight, type Mark, type SceneBuilder, type Scene, type World } from "./scene";
import type { Beat } from "./queue.svelte";

/** The number of cards each player takes, by name. */
function takers(flights: Flight[], world: World, at: number): Mark[] {
  const counts = new Map<number, number>();
  for (const flight of flights) {
    const [word, seat] = flight.to.split(".");
    if (word === "hand") counts.set(Number(seat), (counts.get(Number(seat)) ?? 0) + 1);
  }
  return [...counts].map(([seat, n]) => ({
    seat,
    tone: "blue",
    word: t(seat === world.you ? "beat.you_take" : "beat.takes", { name: world.name(seat), n }),
    at,
  }));
}

function helpBanner({ kind, seat, other }: Line, you: number): string {
  if (kind === "helper_forced")
    return seat === you ? "beat.you_forced" : other === you ? "beat.forced_you" : "beat.forced";
  return seat === you ? "beat.you_help" : other === you ? "beat.helps_you" : "beat.helps";
}

const help: SceneBuilder = (lines, world) => {
  const [first] = lines;
  if (!first) return {};
  const forced = first.kind === "helper_forced";
  const agreed = first.kind === "help_agreed" || forced;
  const refused = first.kind === "help_refused" || first.kind === "trade_refused" || first.kind === "helper_left";
  const chips = first.terms.map((term) => term.text);
  const flights =
    first.kind === "trade_offered"
      ? first.cards.slice(0, 4).map((card, i) => {
          const [giver, taker] = i < first.amount ? [first.seat, first.other] : [first.other, first.seat];
          return { card, id: -1, deck: -1, from: `mat.${giver}`, to: `mat.${taker}`, at: i * 0.06, long: 0.7 };
        })
      : [];
  return {
    line: {
      from: `mat.${first.seat}`,
      to: `mat.${first.other}`,
      tone: agreed ? "blue" : refused ? "red" : "gold",
      chips: chips.length || forced ? chips : [t(agreed ? "beat.agreed" : refused ? "beat.refused" : "beat.asked")],
    },
    flights,
    marks: [{ seat: first.seat, tone: agreed ? "blue" : refused ? "red" : "gold", word: "", at: 0 }],
    ...(agreed
      ? {
          banner: {
            text: t(helpBanner(first, world.you), {
              helper: world.name(first.seat),
              main: world.name(first.other),
            }),
            tone: "blue" as const,
            at: 0.2,
          },
          jolt: forced,
        }
      : {}),
    caption: first.text,
  };
};

const victory: SceneBuilder = (lines, world) => {
  const spoils = of(lines, "treasures_drawn", "treasure_picked", "card_drawn");
  const flights = flightsOf(spoils, world, { at: 0.4, long: 0.45 })
    .filter((flight) => flight.to !== "stage")
    .map((flight) => ({ ...flight, from: "spoils" }));
  const gains = of(lines, "level_gained").map((line) => ({
    seat: line.seat,
    tone: "gold" as const,
    word: "",
    at: 0.2,
  }));
  return {
    veil: "dark",
    fallen: of(lines, "monster_killed").flatMap((line) => line.cards),
    banner: { text: t("beat.victory"), small: world.score.join(" : "), tone: "gold", at: 0.05 },
    rolls: rollsOf(lines, world, 0.25),
    flights,
    marks: [...gains, ...takers(flights, world, 0.6)],
  };
};

const flight: SceneBuilder = (lines, world) => {
  const [rolled] = of(lines, "die_rolled");
  const [away] = of(lines, "escaped");
  const seat = (rolled ?? away)?.seat ?? -1;
  const monster = away?.cards[0] ?? (rolled && rolled.monster >= 0 ? world.monster(rolled.monster) : "");
  const banner = away && { text: t("beat.escaped"), tone: "gold" as const, at: rolled ? 0.66 : 0.1 };
  if (!rolled) return { veil: "dark", face: { seat, monster }, ...(banner ? { banner } : {}) };
  const runs = rolled.monster >= 0;
  return {
    veil: "dark",
    die: { face: rolled.amount, need: runs ? rolled.need : 0, seat, monster },
    marks: [{ seat, tone: "blue", word: runs ? t("beat.runs") : "", at: 0 }],
    ...(banner ? { banner } : {}),
  };
};

/** After a tie the players roll again, so the winner is the one with the higher roll at the first difference. */
const order: SceneBuilder = (lines) => {
  const rolled = new Map<number, number[]>();
  for (const line of lines) rolled.set(line.seat, [...(rolled.get(line.seat) ?? []), line.amount]);
  const higher = (a: number[], b: number[]) => a.map((face, i) => face - (b[i] ?? 0)).find((by) => by !== 0) ?? 0;
  const [best] = [...rolled.values()].sort((a, b) => higher(b, a));
  return {
    veil: "dark",
    dice: [...rolled].map(([seat, faces]) => ({ seat, faces, first: rolled.size > 1 && faces === best })),
    caption: t("beat.order"),
  };
};

const badStuff: SceneBuilder = (lines, world) => {
  const [caught] = lines;
  if (!caught) return {};
  const key = caught.cards[0] ?? "";
  return {
    veil: "dark",
    face: { seat: caught.seat },
    banner: { text: t("beat.caught"), tone: "red", at: 0 },
    band: { tag: t("fight.bad"), text: badStuffOf(world.row(key)) || caught.text, cause: key },
    marks: [{ seat: caught.seat, tone: "red", word: t("beat.caught_word"), at: 0.1 }],
  };
};

const curse: SceneBuilder = (lines) => {
  const [landed] = lines;
  if (!landed) return {};
  const from = landed.other >= 0 ? `mat.${landed.other}` : (landed.moves[0]?.source ?? "stage");
  return {
    veil: "violet",
    large: { card: landed.cards[0] ?? "", how: "cursed" },
    line: { from, to: `mat.${landed.seat}`, tone: "violet", chips: [] },
    marks: [
      ...(landed.other >= 0 ? [{ seat: landed.other, tone: "violet" as const, word: t("beat.curses"), at: 0 }] : []),
      { seat: landed.seat, tone: "violet", word: t("beat.cursed"), at: 0.45 },
    ],
    caption: landed.text,
  };
};

const level: SceneBuilder = (lines, world) => {
  const [first] = lines;
  if (!first) return {};
  const up = first.kind === "level_gained";
  return {
    rolls: rollsOf(lines, world),
    marks: [{ seat: first.seat, tone: up ? "gold" : "violet", word: "", at: 0 }],
  };
};

const death: SceneBuilder = (lines, world) => {
  const [died] = of(lines, "died");
  if (!died) return {};
  const cause = world.row(died.cause)?.name;
  return {
    veil: "dark",
    marks: [{ seat: died.seat, tone: "stone", word: t("beat.dead"), at: 0 }],
    grave: { seat: died.seat, text: [t("beat.turn_n", { n: died.turn }), cause].filter(Boolean).join(" · ") },
    flights: flightsOf(lines, world, { at: 0.45, long: 0.3 }),
    caption: died.text,
  };
};

const cards: SceneBuilder = (lines, world) => {
  const flights = flightsOf(lines, world);
  const shown = of(lines, "hand_shown", "deck_seen")[0];
  const gave = of(lines, "charity_given", "given", "card_passed", "big_item_passed", "looted");
  if (!flights.length && shown)
    flights.push(
      ...shown.cards.slice(0, 8).map((card, i) => ({
        card,
        id: -1,
        deck: -1,
        from: shown.kind === "hand_shown" ? `hand.${shown.seat}` : `deck.${Math.max(0, shown.other)}`,
        to: "stage",
        at: i * 0.05,
        long: 0.6,
        shown: true,
      })),
    );
  return {
    flights,
    marks: takers(flights, world, 0.5),
    ...(gave[0] || shown ? { caption: lines[0]?.text ?? "" } : {}),
  };
};

const gear: SceneBuilder = (lines, world) => {
  const flights = flightsOf(lines, world, { long: 0.85 });
  const [first] = lines;
  // A card that is put on or taken off stays on its mat
  const marks: Mark[] = first && !flights.length ? [{ seat: first.seat, tone: "gold", word: "", at: 0 }] : [];
  return { flights, marks };
};

const lost: SceneBuilder = (lines, world) => {
  const [first] = lines;
  if (!first) return {};
  const marks: Mark[] = first.seat >= 0 ? [{ seat: first.seat, tone: "red", word: "", at: 0 }] : [];
  return { flights: flightsOf(lines, world, { long: 0.9 }), marks, ...(first.cause ? { caption: first.text } : {}) };
};

const sale: SceneBuilder = (lines, world) => ({
  flights: flightsOf(lines, world, { long: 0.6, coins: true }).map((one) => ({
    ...one,
    to: `level.${lines[0]?.seat ?? 0}`,
  })),
  rolls: rollsOf(lines, world, 0.6),
  marks: [{ seat: lines[0]?.seat ?? -1, tone: "gold", word: t("beat.sold", { n: lines[0]?.other ?? 0 }), at: 0.3 }],
});

const tokens: SceneBuilder = (lines, world) => {
  const [first] = lines;
  if (!first) return {};
  const picture = first.token === undefined ? "" : world.token(first.token);
  const [from, to] = pathOf(first);
  const flights: Flight[] = picture ? [{ card: "", id: -1, deck: -1, from, to, at: 0, long: 0.7, picture }] : [];
  return {
    flights,
    rolls: rollsOf(lines, world, 0.5),
    marks: [{ seat: first.seat, tone: "gold", word: first.kind === "set_turned_in" ? t("beat.meal") : "", at: 0.4 }],
    ...(first.kind === "tokens_swapped"
      ? { line: { from: `mat.${first.seat}`, to: `mat.${first.other}`, tone: "gold" as const, chips: [] } }
      : {}),
    caption: first.text,
  };
};

function pathOf(line: Line): [string, string] {
  if (line.kind === "token_given") return [`mat.${line.seat}`, `mat.${line.other}`];
  return line.kind === "tokens_lost" ? [`mat.${line.seat}`, "stage"] : ["stage", `mat.${line.seat}`];
}

const turn: SceneBuilder = (lines, world) => {
  const seat = lines[0]?.seat ?? -1;
  return {
    marks: [{ seat, tone: "gold", word: "", at: 0.3 }],
    ...(world.before >= 0 && world.before !== seat
      ? { line: { from: `mat.${world.before}`, to: `mat.${seat}`, tone: "gold" as const, chips: [] } }
      : {}),
    ...(seat === world.you ? { banner: { text: t("beat.your_turn"), tone: "gold" as const, at: 0 } } : {}),
  };
};

const win: SceneBuilder = (lines, world) => {
  const winners = of(lines, "game_won").map((line) => line.seat);
  const name = winners.map((seat) => world.name(seat)).join(" & ");
  const wins = winners[0] === world.you && winners.length === 1 ? "beat.you_win" : "beat.wins";
  return {
    veil: "dark",
    face: { seat: winners[0] ?? -1, slow: true },
    marks: winners.map((seat) => ({ seat, tone: "gold", word: "", at: 0 })),
    banner: { text: t(winners.length > 1 ? "beat.win_together" : wins, { name }), tone: "gold", at: 0.3 },
  };
};

/** The scene builder of each beat. */
export const SCENE_BUILDERS: Record<BeatName, SceneBuilder> = {
  door: (lines, world) => ({
    veil: "dark",
    large: { card: of(lines, "door_kicked")[0]?.cards[0] ?? "", how: "door" },
    flights: flightsOf(of(lines, "door_taken"), world, { at: 0.68, long: 0.3 }),
  }),
  joins: (lines, world) => ({ ...play(lines, world), jolt: true }),
  play,
  turning,
  foiled,
  stolen,
  help,
  victory,
  flight,
  order,
  bad_stuff: badStuff,
  curse,
  level,
  death,
  cards,
  theft,
  gear,
  lost,
  sale,
  tokens,
  turn,
  win,
};

/** Return the scene of a beat; one that a newer server has added is empty. */
export function sceneOf(beat: Beat, world: World): Scene {
  const known: Partial<typeof SCENE_BUILDERS> = SCENE_BUILDERS;
  return completeScene(known[beat.name]?.(beat.lines, world) ?? {});
}
