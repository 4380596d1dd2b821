import { useState } from "react";
import { delay, retry } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** A room as a user without access sees it, and how they may get access. Its `room` is null if there is no such room. */
export type RoomPreview = FunctionValue<"rooms.getRoomInfoByUrl">;

const RETRY_DELAY_MS = 3000;
/** Spreads the requests of all devices in a room after a change. */
const JITTER_MS = 300;

/**
 * Null while it is loading. It is loaded again when the connection, the reason for its end or the members of the room
 * change.
 */
export function useRoomPreview(address: string, view: RoomView): RoomPreview | null {
  const { connection, closeReason, memberChanges } = view;
  const [preview, setPreview] = useState<RoomPreview | null>(null);
  useLatestLoad({
    key: [address, connection, closeReason, memberChanges].join(" "),
    async load(signal) {
      if (memberChanges > 0) await delay(Math.random() * JITTER_MS, signal);
      return retry(() => query("rooms.getRoomInfoByUrl", { room_url: address }), {
        shouldRetry: ({ ok }) => !ok,
        backoff: { firstMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MS },
        signal,
      });
    },
    apply: (loaded) => loaded.ok && setPreview(loaded.value),
  });
  return preview;
}
