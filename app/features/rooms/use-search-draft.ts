import { useEffect, useRef, useState } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

const TYPING_PAUSE_MS = 250;

/** The text of the search field. It is searched for when typing pauses, and follows the search in the page's address. */
export function useSearchDraft(search: string, onSearch: (search: string) => void): readonly [string, (draft: string) => void] {
  const [draft, setDraft] = useState(search);
  const sent = useRef(search);
  const latestOnSearch = useLatestRef(onSearch);

  useEffect(() => {
    // The address drops surrounding spaces. The draft keeps them while the user types.
    if (search.trim() === sent.current.trim()) return;
    sent.current = search;
    setDraft(search);
  }, [search]);

  useEffect(() => {
    if (draft === sent.current) return;
    const send = () => {
      sent.current = draft;
      latestOnSearch.current(draft);
    };
    // A cleared field takes effect at once.
    const timer = setTimeout(send, draft === "" ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, latestOnSearch]);

  return [draft, setDraft];
}
