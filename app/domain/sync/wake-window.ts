/**
 * A room object sleeps while nothing changes, and stays awake for 10 s after each message (Cloudflare, "Durable Objects:
 * lifecycle"). So whatever can wait, such as clock probes, reports and checks, falls into the same few seconds of server time:
 * the room wakes once for all devices.
 */
export const WAKE_EVERY_MS = 90_000;
const LENGTH_MS = 2500;

/** The start of the first window after a time, server time, ms. */
export function nextWindowMs(serverMs: number): number {
  return (Math.floor(serverMs / WAKE_EVERY_MS) + 1) * WAKE_EVERY_MS;
}

/**
 * The time of a device in the first window in which it still lies ahead, server time, ms.
 * @param share of the window before that time, from 0 to 1; each device has another, so that not all send at once
 */
export function nextSlotMs(serverMs: number, share: number): number {
  const offsetMs = share * LENGTH_MS;
  return nextWindowMs(serverMs - offsetMs) + offsetMs;
}
