import { useState } from "react";
import { retry } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** A room as a user without access sees it, and how they may get access. Its `room` is null if there is no such room. */
export type RoomPreview = FunctionValue<"rooms.getRoomInfoByUrl">;

const RETRY_DELAY_MS = 3000;

/** Null while it is loading. It is loaded again when the connection or the reason for its end changes. */
export function useRoomPreview(address: string, { connection, closeReason }: RoomView): RoomPreview | null {
  const [preview, setPreview] = useState<RoomPreview | null>(null);
  useLatestLoad({
    key: [address, connection, closeReason].join(" "),
    load: (signal) =>
      retry(() => query("rooms.getRoomInfoByUrl", { room_url: address }), {
        shouldRetry: ({ ok }) => !ok,
        backoff: { firstMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MS },
        signal,
      }),
    apply: (loaded) => loaded.ok && setPreview(loaded.value),
  });
  return preview;
}
