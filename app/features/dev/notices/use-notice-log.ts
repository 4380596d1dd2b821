import { useCallback, useState } from "react";

export type NoticeLogEvent =
  | { readonly type: "shown" | "timeout" | "dismissal" }
  /** `number` of the action, from 1. */
  | { readonly type: "action"; readonly number: number };

export type NoticeLogEntry = {
  readonly id: number;
  readonly atMs: number;
  /** Title of the notice. */
  readonly title: string;
  readonly event: NoticeLogEvent;
};

const ENTRIES_MAX = 50;

/** The events of the notices of this page, newest first. */
export function useNoticeLog() {
  const [entries, setEntries] = useState<readonly NoticeLogEntry[]>([]);
  const add = useCallback((title: string, event: NoticeLogEvent) => {
    const atMs = Date.now();
    setEntries((earlier) => [{ id: (earlier[0]?.id ?? 0) + 1, atMs, title, event }, ...earlier].slice(0, ENTRIES_MAX));
  }, []);
  return { entries, add };
}
