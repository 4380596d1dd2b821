import { parseGuestName } from "#app/domain/accounts/guest-name.ts";
import { createStoredValue } from "#app/lib/local-storage.ts";
import type { ReadableStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";

const chosen = createStoredValue("guest-name", (value) => (typeof value === "string" ? parseGuestName(value) : null));

/** The name under which this browser visits rooms as a guest. Null if none was chosen. */
export const guestName: ReadableStore<string | null> = chosen;

export function useGuestName(): string | null {
  return useStore(guestName, null);
}

/** @param name a valid name; null removes it */
export function setGuestName(name: string | null): void {
  chosen.set(name);
}
