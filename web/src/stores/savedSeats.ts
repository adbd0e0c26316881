// The seats this browser holds: the token of each table, stored on this device only.
export interface SavedSeat {
  code: string;
  token: string;
  name: string;
  at: number;
}

const KEY = "kickdoor.seats";

export function savedSeats(): SavedSeat[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as SavedSeat[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function tokenOf(code: string): string | null {
  return savedSeats().find((seat) => seat.code === code)?.token ?? null;
}

export function saveSeat(code: string, token: string, name: string): void {
  const others = savedSeats().filter((seat) => seat.code !== code);
  localStorage.setItem(KEY, JSON.stringify([{ code, token, name, at: Date.now() }, ...others].slice(0, 20)));
}

export function forgetSeat(code: string): void {
  localStorage.setItem(KEY, JSON.stringify(savedSeats().filter((seat) => seat.code !== code)));
}

export const myName = {
  get: () => localStorage.getItem("kickdoor.name") ?? "",
  set: (name: string) => localStorage.setItem("kickdoor.name", name),
};
