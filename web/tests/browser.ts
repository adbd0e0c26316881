// The few browser functions the stores use: address, storage, socket, screen width.
export class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(public url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  static get last(): FakeSocket {
    return FakeSocket.made.at(-1) as FakeSocket;
  }
}

const kept = new Map<string, string>();
const place = { pathname: "/", hash: "", protocol: "http:", host: "table.test" };
const travel = (path: string) => {
  const [pathname = "", hash = ""] = path.split("#");
  Object.assign(place, { pathname: pathname || place.pathname, hash: hash && `#${hash}` });
};

Object.assign(globalThis, {
  window: globalThis,
  WebSocket: FakeSocket,
  location: place,
  history: {
    state: null,
    pushState: (_: unknown, __: string, path: string) => travel(path),
    replaceState: (_: unknown, __: string, path: string) => travel(path),
  },
  addEventListener: () => undefined,
  scrollTo: () => undefined,
  matchMedia: (asked: string) => ({ matches: !asked.includes("reduced-motion"), addEventListener: () => undefined }),
  document: { documentElement: { lang: "", dataset: {} } },
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  },
});
