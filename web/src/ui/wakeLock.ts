// Keeps the screen from going dark while somebody thinks, where the browser may; gives what lets it sleep again.

export function keepAwake(): () => void {
  const asked = navigator.wakeLock?.request("screen").catch(() => null);
  return () => void asked?.then((lock) => lock?.release());
}
