import { useMemo } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import type { LogRowView } from "./log-text.ts";
import { usePages } from "./use-pages.ts";

/** The log is loaded again at most this often, ms. */
const PAUSE_MS = 1000;

/** The log of a room, newest first. It is loaded again after edits; seeks, other tracks and votes are none. */
export function useRoomLog(roomId: RoomId, { confirmed, memberChanges }: Pick<RoomView, "confirmed" | "memberChanges">) {
  const { playlist, info, order } = confirmed ?? {};
  const { repeat, shuffleSeed, crossfadeMs, upNext } = order ?? {};
  const edited = useMemo(
    () => [playlist, info, repeat, shuffleSeed, crossfadeMs, upNext, memberChanges],
    [playlist, info, repeat, shuffleSeed, crossfadeMs, upNext, memberChanges],
  );
  return usePages<LogRowView>({
    key: edited,
    pauseMs: PAUSE_MS,
    positionOf: ({ place }) => place,
    async load(beforePlace) {
      const page = await query("room_log.list", { roomId, ...(beforePlace !== undefined && { beforePlace }) });
      return page.ok ? ok({ items: page.value.rows, nextBefore: page.value.nextBeforePlace }) : page;
    },
  });
}
