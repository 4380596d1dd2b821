import { useEffect, useRef } from "react";
import { keyOfCollection } from "./collection-key.ts";
import type { FoundList } from "./service-search.ts";

/** The key of the collection that was left in this render, whose row then gets the focus. Otherwise null. */
export function useReturnKey(opened: FoundList | null): string | null {
  const lastKey = useRef<string | null>(null);
  const openedKey = opened?.request.type === "collection" ? keyOfCollection(opened.request.collection) : null;
  useEffect(() => {
    lastKey.current = openedKey;
  }, [openedKey]);
  return openedKey === null ? lastKey.current : null;
}
