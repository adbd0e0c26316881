import { afterEach, expect, test, vi } from "vitest";
import { keepAwake } from "../src/ui/wakeLock";

afterEach(() => vi.unstubAllGlobals());

test("the screen stays on until it is released, even if the browser is slow", async () => {
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

test("a browser that refuses or lacks it causes no error", async () => {
  vi.stubGlobal("navigator", {});
  expect(() => keepAwake()()).not.toThrow();
  const refused = Promise.reject(new Error("not now"));
  vi.stubGlobal("navigator", { wakeLock: { request: () => refused } });
  keepAwake()();
  await expect(refused).rejects.toThrow("not now");
});
