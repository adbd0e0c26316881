import { beforeEach, describe, expect, test, vi } from "vitest";
import { mutes } from "../src/stores/mutes.svelte";
import { route } from "../src/stores/router.svelte";
import { forgetSeat, savedSeats, saveSeat, tokenOf } from "../src/stores/savedSeats";

beforeEach(() => localStorage.clear());

describe("the address", () => {
  test.each([
    ["/", "lobby", ""],
    ["/t/abcd", "table", "ABCD"],
    ["/tv/abcd", "tv", "ABCD"],
    ["/r/aBc", "replay", "aBc"],
    ["/rules#TURN-3", "rules", ""],
    ["/nowhere", "lost", ""],
    ["/t/%E0%A4%A", "lost", ""],
  ])("%s", (path, page, id) => {
    route.go(path);
    expect([route.page, route.id, route.hash]).toEqual([page, id, path.split("#")[1] ?? ""]);
  });

  test("sets a fragment and removes it again", () => {
    route.go("/cards");
    route.mark("rat");
    expect([route.hash, location.hash]).toEqual(["rat", "#rat"]);
    route.mark("");
    expect([route.hash, location.hash, location.pathname]).toEqual(["", "", "/cards"]);
  });

  const link = (href: string, more: Record<string, string> = {}) => ({
    button: 0,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
    target: {
      closest: () => ({
        getAttribute: (name: string) => ({ href, ...more })[name] ?? null,
        hasAttribute: (name: string) => name in more,
      }),
    },
  });

  test("handles links to pages, and leaves files and other sites to the browser", () => {
    const follow = (event: ReturnType<typeof link>) => (route.click(event as never), event.defaultPrevented);
    expect(follow(link("/credits"))).toBe(true);
    expect(route.page).toBe("credits");
    const left = [
      link("/api/records/x"),
      link("/static/a.js"),
      link("/r", { download: "" }),
      link("/r", { rel: "external" }),
    ];
    expect(left.map(follow)).toEqual([false, false, false, false]);
    expect(follow({ ...link("/rules"), button: 1 })).toBe(false);
  });
});

describe("with a path prefix", () => {
  test("addresses start with the prefix, and pages are found behind it", async () => {
    vi.resetModules();
    document.documentElement.dataset.base = "/games";
    const below = await import("../src/stores/router.svelte");
    below.route.go("/t/abcdef");
    expect([location.pathname, below.route.page, below.route.id]).toEqual(["/games/t/abcdef", "table", "ABCDEF"]);
    below.route.go("/");
    expect([location.pathname, below.route.page]).toEqual(["/games/", "lobby"]);
    delete document.documentElement.dataset.base;
    vi.resetModules();
    history.pushState(null, "", "/");
  });
});

describe("the seats of this browser", () => {
  test("are stored by table, the newest first, and deleted", () => {
    saveSeat("AAAA", "one", "Ann");
    saveSeat("BBBB", "two", "Ann");
    saveSeat("AAAA", "three", "Ann");
    expect([savedSeats().map((seat) => seat.code), tokenOf("AAAA"), tokenOf("CCCC")]).toEqual([
      ["AAAA", "BBBB"],
      "three",
      null,
    ]);
    forgetSeat("AAAA");
    expect(tokenOf("AAAA")).toBeNull();
  });

  test("are twenty at most, and none if the stored value is invalid", () => {
    for (let n = 0; n < 25; n++) saveSeat(`T${n}`, "token", "Ann");
    expect([savedSeats().length, savedSeats()[0]?.code]).toEqual([20, "T24"]);
    for (const rubbish of ["{", "7"]) {
      localStorage.setItem("kickdoor.seats", rubbish);
      expect(savedSeats()).toEqual([]);
    }
  });
});

test("a mute is stored on this device and can be turned off", () => {
  mutes.turn("Ben");
  expect([mutes.has("Ben"), localStorage.getItem("kickdoor.mutes")]).toEqual([true, '["Ben"]']);
  mutes.turn("Ben");
  expect(mutes.has("Ben")).toBe(false);
});
