import { useCallback, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { delay } from "#app/lib/retry.ts";

type RequestedSeek = { readonly entryId: EntryId; readonly positionMs: number; isSent: boolean };

type Seek = {
  /** The requested position that the room has not confirmed, ms. Null without one. */
  readonly getRequestedMs: (entryId: EntryId) => number | null;
  readonly seek: (entryId: EntryId, positionMs: number) => void;
  /** Sends a waiting seek at once, before another command. */
  readonly flush: () => void;
};

/** Of the seeks within this interval only the last is sent. */
const INTERVAL_MS = 150;

/** Seeks that may follow each other faster than the room answers. The requested position is shown until it is confirmed. */
export function useSeek(run: (command: RoomCommand) => Promise<unknown>): Seek {
  const requested = useRef<RequestedSeek | null>(null);

  const flush = useCallback(() => {
    if (!requested.current || requested.current.isSent) return undefined;
    const { entryId, positionMs } = requested.current;
    requested.current.isSent = true;
    return run({ type: "seek", entryId, positionMs });
  }, [run]);

  const sendAll = useCallback(async () => {
    while (requested.current && !requested.current.isSent) {
      await Promise.all([flush(), delay(INTERVAL_MS)]);
    }
    requested.current = null;
  }, [flush]);

  const getRequestedMs = useCallback((entryId: EntryId) => {
    return requested.current?.entryId === entryId ? requested.current.positionMs : null;
  }, []);

  const seek = useCallback(
    (entryId: EntryId, positionMs: number) => {
      const isSending = requested.current !== null;
      requested.current = { entryId, positionMs, isSent: false };
      if (!isSending) void sendAll();
    },
    [sendAll],
  );

  return { getRequestedMs, seek, flush };
}
