import { parseGuestName } from "#app/domain/accounts/guest-name.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";

const KEY = "guest-name";

const chosen = createStore(loadName());

if (typeof window !== "undefined") window.addEventListener("storage", () => chosen.set(loadName()));

/** The name under which this browser visits rooms as a guest. Null if none was chosen. */
export const guestName: ReadableStore<string | null> = chosen;

export function useGuestName(): string | null {
  return useStore(guestName, null);
}

/** @param name a valid name; null removes it */
export function setGuestName(name: string | null): void {
  chosen.set(name);
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // storage is full or forbidden: the name lasts until the page is closed
  }
}

function loadName(): string | null {
  try {
    return parseGuestName(localStorage.getItem(KEY) ?? "");
  } catch {
    // storage is forbidden, or this is the server
    return null;
  }
}
