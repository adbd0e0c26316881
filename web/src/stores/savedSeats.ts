// Which seats this browser holds: the token of each table, kept on this device only.
export interface Held {
  code: string;
  token: string;
  name: string;
  at: number;
}

const KEY = "kickdoor.seats";

export function held(): Held[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function tokenOf(code: string): string | null {
  return held().find((seat) => seat.code === code)?.token ?? null;
}

export function keep(code: string, token: string, name: string): void {
  const others = held().filter((seat) => seat.code !== code);
  localStorage.setItem(KEY, JSON.stringify([{ code, token, name, at: Date.now() }, ...others].slice(0, 20)));
}

export function forget(code: string): void {
  localStorage.setItem(KEY, JSON.stringify(held().filter((seat) => seat.code !== code)));
}

export const myName = {
  get: () => localStorage.getItem("kickdoor.name") ?? "",
  set: (name: string) => localStorage.setItem("kickdoor.name", name),
};
