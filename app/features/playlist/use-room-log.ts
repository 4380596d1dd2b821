import type { RoomId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import { query } from "#app/server-client/functions.ts";
import type { LogRowView } from "./log-text.ts";
import { usePages } from "./use-pages.ts";

/** Many edits within this time load the log once. */
const SETTLE_MS = 1000;

/** The log of a room, newest first. It is loaded again when `changes` differs. */
export function useRoomLog(roomId: RoomId, changes: string) {
  return usePages<LogRowView>({
    key: [roomId, changes].join(" "),
    settleMs: SETTLE_MS,
    positionOf: ({ place }) => place,
    async load(beforePlace) {
      const page = await query("room_log.list", { roomId, ...(beforePlace !== undefined && { beforePlace }) });
      return page.ok ? ok({ items: page.value.rows, nextBefore: page.value.nextBeforePlace }) : page;
    },
  });
}
