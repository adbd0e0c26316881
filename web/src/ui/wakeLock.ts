// Keep the screen on while a player thinks, if the browser supports it. Return a function that releases the lock.

export function keepAwake(): () => void {
  const asked = navigator.wakeLock?.request("screen").catch(() => null);
  return () => void asked?.then((lock) => lock?.release());
}
