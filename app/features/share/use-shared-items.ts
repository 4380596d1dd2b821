import { useState } from "react";
import { deleteSharedItems, readSharedItems, type SharedItems } from "#app/lib/shared-items.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";

type StoredItems = {
  /** Null if nothing was shared. */
  readonly items: SharedItems | null;
  readonly isLoading: boolean;
  /** Deletes what is stored. The items that were read can still be used. */
  readonly remove: () => void;
};

/** Items that another app has shared with this one, from the cache that the service worker fills. */
export function useSharedItems(): StoredItems {
  const [loaded, setLoaded] = useState<{ readonly items: SharedItems | null } | null>(null);
  useLatestLoad({ key: "shared-items", load: readItems, apply: (items) => setLoaded({ items }) });
  return { items: loaded?.items ?? null, isLoading: loaded === null, remove: () => void removeItems() };
}

async function readItems(): Promise<SharedItems | null> {
  try {
    return await readSharedItems(caches, Date.now());
  } catch {
    // the browser refuses access to its caches, or offers them only over HTTPS
    return null;
  }
}

async function removeItems(): Promise<void> {
  try {
    await deleteSharedItems(caches);
  } catch {
    // they are deleted after their lifetime
  }
}
