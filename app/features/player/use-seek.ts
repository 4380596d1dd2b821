import { useCallback, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";

/** Where somebody wants to be, before the room has said so. */
type Wanted = { readonly entryId: EntryId; readonly positionMs: number; isSent: boolean };

/** Seeks follow each other at most this fast; of those in between, the last counts. */
const EVERY_MS = 150;

/** Seeks that may come faster than the room answers: each counts from the one before, and what is shown does not go back. */
export function useSeek(run: (command: RoomCommand) => Promise<unknown>): {
  /** The position asked for and not confirmed yet, ms; null where there is none. */
  readonly wantedMs: (entryId: EntryId) => number | null;
  readonly seek: (entryId: EntryId, positionMs: number) => void;
  /** Sends at once what waits for its turn: something else is about to be asked for. */
  readonly flush: () => void;
} {
  const wanted = useRef<Wanted | null>(null);

  const flush = useCallback(() => {
    if (!wanted.current || wanted.current.isSent) return undefined;
    const { entryId, positionMs } = wanted.current;
    wanted.current.isSent = true;
    return run({ type: "seek", entryId, positionMs });
  }, [run]);

  const send = useCallback(async () => {
    while (wanted.current && !wanted.current.isSent) {
      const pause = new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      await Promise.all([flush(), pause]);
    }
    wanted.current = null;
  }, [flush]);

  const wantedMs = useCallback((entryId: EntryId) => {
    return wanted.current?.entryId === entryId ? wanted.current.positionMs : null;
  }, []);

  const seek = useCallback(
    (entryId: EntryId, positionMs: number) => {
      const isSending = wanted.current !== null;
      wanted.current = { entryId, positionMs, isSent: false };
      if (!isSending) void send();
    },
    [send],
  );

  return { wantedMs, seek, flush };
}
