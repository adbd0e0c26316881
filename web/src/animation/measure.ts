// Positions and sizes for a beat, measured all at once: a script that reads and writes by turns makes the browser lay
// out the table each time.
import { cardElement, findSpot, spotOf, type Spot } from "./anchors";
import type { Flight, Mark, Roll, Scene } from "./scene";

/** The path of a card through the air. */
export interface FlightPath {
  flight: Flight;
  from: Spot;
  to: Spot;
  /** The scale at both ends, relative to its own width. */
  s0: number;
  s1: number;
  /** Where it stops on its way. */
  xm: number;
  ym: number;
  /** The element of the card at its destination: it is hidden while the card is in the air. */
  there: HTMLElement | null;
}

export interface Measured {
  stage: Spot;
  /** How much of the lower part of the stage the prompt there needs. */
  foot: number;
  /** The unit of all sizes on the stage. */
  unit: number;
  /** The width of a flying card. */
  width: number;
  rims: (Mark & { spot: Spot })[];
  rolls: (Roll & { spot: Spot })[];
  ways: FlightPath[];
  ends: [Spot, Spot] | null;
}

const MIN_SIZE = { w: 300, h: 210 };
/** In a place that is only a region, a card is this many units wide. */
const SMALL = 0.5;
const LARGEST = 1.4;
/** The height of a card relative to its width. */
export const HIGH = 1.4;

export function measure(scene: Scene, were: Map<number, Spot>, you: number): Measured {
  const spot = findSpot("stage", you);
  const [w, h] = [Math.max(spot.w, Math.min(MIN_SIZE.w, innerWidth)), Math.max(spot.h, MIN_SIZE.h)];
  const stage = { ...spot, w, h, x: Math.min(Math.max(spot.x, w / 2), innerWidth - w / 2) };
  const unit = Math.max(34, Math.min(w / 6.4, h / 3.1, 150));
  const width = unit * 1.15;
  const count = scene.flights.length;
  const apart = (i: number, by: number) => (i - (count - 1) / 2) * unit * by;

  function spotAt(place: string, i: number): Spot {
    if (place === "spoils" || place === "foes") {
      // A fan from which each player takes a card; monsters that are already gone stay a little longer in their place
      const off = place === "foes" ? unit * 1.5 : apart(i, 0.62);
      return {
        x: stage.x + off,
        y: stage.y + (place === "foes" ? 0 : unit * 0.5 + Math.abs(off) * 0.08),
        w: width,
        h: width,
      };
    }
    const found = findSpot(place, you);
    return { ...found, w: Math.min(found.w, place === "stage" ? width : unit * SMALL) };
  }

  function wayOf(flight: Flight, i: number): FlightPath {
    const isCard = (place: string) => /^(hand|mat)\./.test(place);
    const there = isCard(flight.to) ? cardElement(flight.id) : null;
    const from = (isCard(flight.from) ? were.get(flight.id) : undefined) ?? spotAt(flight.from, i);
    const to = there ? spotOf(there.getBoundingClientRect()) : spotAt(flight.to, i);
    const [s0, s1] = [from, to].map((end) => Math.min(LARGEST, end.w / width)) as [number, number];
    return { flight, from, to, s0, s1, xm: stage.x + apart(i, 0.9), ym: stage.y, there };
  }

  const asked = document.querySelector(".below > :is(.ask, .react)")?.getBoundingClientRect().top ?? Infinity;
  return {
    stage,
    foot: Math.max(0, stage.y + h / 2 - asked),
    unit,
    width,
    rims: scene.marks.flatMap((mark) => (mark.seat < 0 ? [] : [{ ...mark, spot: findSpot(`mat.${mark.seat}`, you) }])),
    rolls: scene.rolls.map((roll) => ({ ...roll, spot: findSpot(roll.place, you) })),
    ways: scene.flights.map(wayOf),
    ends: scene.line ? [findSpot(scene.line.from, you), findSpot(scene.line.to, you)] : null,
  };
}
