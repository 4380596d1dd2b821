import { isId, type UserId } from "#app/domain/ids.ts";
import { deleteSharedItems } from "#app/lib/shared-items.ts";
import { removeRoomAccessTokens } from "#app/server-client/room-access-tokens.ts";

// The data of a person in this browser, which the next account must not see. A session that has expired leaves it for the same
// person: only a sign-out and a sign-in with another account remove it.

/** The id of the person, in local storage for the browser and in session storage for the tab. */
const OWNER_KEY = "data-owner";

const removals = new Set<() => void>();

/** Registers the removal of data that a page keeps in memory. */
export function removeWithAccount(remove: () => void): void {
  removals.add(remove);
}

/** Called with the user of each page. Removes the data of another person, and of one who has signed out in another tab. */
export function keepDataOf(userId: UserId | null): void {
  const browserOwner = readOwner("localStorage");
  const tabOwner = readOwner("sessionStorage");
  const owner = userId ?? browserOwner;
  if (browserOwner !== null && browserOwner !== owner) removeSharedItems();
  if (tabOwner !== null && tabOwner !== owner) removeTabData();
  if (userId === null) return;
  storeOwner("localStorage", userId);
  storeOwner("sessionStorage", userId);
}

/** Called at a sign-out. */
export function removeAccountData(): void {
  removeSharedItems();
  removeTabData();
  storeOwner("localStorage", null);
}

function removeTabData(): void {
  removeRoomAccessTokens();
  for (const remove of removals) remove();
  storeOwner("sessionStorage", null);
}

/** Browsers offer `caches` only over HTTPS, and may refuse access to it; then nothing is stored. */
function removeSharedItems(): void {
  if ("caches" in globalThis) void deleteSharedItems(caches).catch(() => undefined);
}

function readOwner(storage: "localStorage" | "sessionStorage"): UserId | null {
  try {
    const stored = globalThis[storage].getItem(OWNER_KEY) ?? "";
    return isId<UserId>(stored) ? stored : null;
  } catch {
    // storage is forbidden, so nothing is stored
    return null;
  }
}

function storeOwner(storage: "localStorage" | "sessionStorage", userId: UserId | null): void {
  try {
    if (userId === null) globalThis[storage].removeItem(OWNER_KEY);
    else globalThis[storage].setItem(OWNER_KEY, userId);
  } catch {
    // storage is forbidden or full
  }
}
