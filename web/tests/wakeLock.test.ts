import { afterEach, expect, test, vi } from "vitest";
import { keepAwake } from "../src/ui/wakeLock";

afterEach(() => vi.unstubAllGlobals());

test("the screen stays awake until it may sleep, even if the browser is slow to agree", async () => {
  const release = vi.fn(() => Promise.resolve());
  let agree = (_: unknown) => {};
  const request = vi.fn((_: string) => new Promise((go) => (agree = go)));
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const sleep = keepAwake();
  expect(request).toHaveBeenCalledWith("screen");
  sleep();
  expect(release).not.toHaveBeenCalled();
  agree({ release });
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
});

test("a browser that cannot or will not keep it awake is no fault", async () => {
  vi.stubGlobal("navigator", {});
  expect(() => keepAwake()()).not.toThrow();
  const refused = Promise.reject(new Error("not now"));
  vi.stubGlobal("navigator", { wakeLock: { request: () => refused } });
  keepAwake()();
  await expect(refused).rejects.toThrow("not now");
});
