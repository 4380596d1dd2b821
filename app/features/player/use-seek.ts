import { useMemo } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { useStore } from "#app/lib/use-store.ts";
import { createSeekSender, type SeekSender } from "./seek-sender.ts";

type Seek = Pick<SeekSender, "seek" | "flush"> & {
  /** The requested position that the room has not answered, ms. Null without one. */
  readonly getRequestedMs: (entryId: EntryId) => number | null;
};

/** The requested position is shown until the room has answered. The component renders when the request begins and ends. */
export function useSeek(run: (command: RoomCommand) => Promise<unknown>): Seek {
  const sender = useMemo(() => createSeekSender(run), [run]);
  useStore(sender.requested);
  return useMemo(() => {
    const getRequestedMs = (entryId: EntryId) => {
      const requested = sender.requested.get();
      return requested?.entryId === entryId ? requested.positionMs : null;
    };
    return { seek: sender.seek, flush: sender.flush, getRequestedMs };
  }, [sender]);
}
