import { afterEach, expect, test, vi } from "vitest";
import { sizeFlags, fitStage } from "../src/table/stage/stageSize";

const DRAWN = import.meta.glob<string>(["../src/table/stage/*.svelte", "../src/sharedScreen/*.svelte"], {
  query: "?raw",
  import: "default",
  eager: true,
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  [1200, 600, "large"],
  [1200, 559, ""],
  [999.5, 700, ""],
  [1200, 330, "330"],
  [1200, 330.4, ""],
  [1200, 290, "330 290"],
  [1200, 250, "330 290 250"],
  [1200, 240, "330 290 250 240"],
])("a place %i wide and %i high has room %j", (width, height, room) => {
  expect(sizeFlags(width, height)).toBe(room);
});

test("the size is written at once, and after every change, until the element is gone", () => {
  let changed: () => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = vi.fn();
      disconnect = disconnect;
      constructor(call: () => void) {
        changed = call;
      }
    },
  );
  const told: Record<string, string> = {};
  const box = { width: 812.5, height: 300 };
  const place = {
    dataset: told,
    style: { setProperty: (name: string, value: string) => (told[name] = value) },
    getBoundingClientRect: () => box,
  };
  const end = fitStage(place as unknown as HTMLElement);
  expect(told).toEqual({ "--sw": "812.5px", "--sh": "300px", room: "330" });
  Object.assign(box, { width: 1000, height: 560 });
  changed();
  expect(told).toEqual({ "--sw": "1000px", "--sh": "560px", room: "large" });
  expect(disconnect).not.toHaveBeenCalled();
  end();
  expect(disconnect).toHaveBeenCalledOnce();
});

test("nothing around the fight is a size container: every changed word beside it would lay it out again", () => {
  expect(Object.keys(DRAWN).length).toBeGreaterThan(10);
  const found = Object.entries(DRAWN).filter(([, text]) => /container(-type)?:/.test(text));
  expect(found.map(([file]) => file)).toEqual([]);
});
