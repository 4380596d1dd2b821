import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 250;

/** What stands in the search field: it is searched for when the typing pauses, and follows the address when that changes. */
export function useSearchDraft(
  searched: string,
  onSearch: (search: string) => void,
): readonly [string, (draft: string) => void] {
  const [draft, setDraft] = useState(searched);
  const sent = useRef(searched);
  const latest = useRef(onSearch);
  latest.current = onSearch;

  useEffect(() => {
    // ours comes back from the address without its spaces
    if (searched.trim() === sent.current.trim()) return;
    sent.current = searched;
    setDraft(searched);
  }, [searched]);

  useEffect(() => {
    if (draft === sent.current) return;
    const search = () => {
      sent.current = draft;
      latest.current(draft);
    };
    // what is cleared is cleared at once
    const timer = setTimeout(search, draft === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return [draft, setDraft];
}
