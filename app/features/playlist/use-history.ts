import type { RoomId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { ok } from "#app/domain/result.ts";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import { playKey } from "./play-key.ts";
import { usePages } from "./use-pages.ts";

export type PlayView = FunctionValue<"rooms.getHistory">["plays"][number];

/** The history is loaded again at most this often, ms. */
const PAUSE_MS = 400;

/** The history of a room, newest first. It is loaded again when another track plays. */
export function useHistory(roomId: RoomId, playback: Playback) {
  return usePages<PlayView>({
    key: playKey(playback),
    pauseMs: PAUSE_MS,
    positionOf: ({ atMs }) => atMs,
    async load(beforeMs) {
      const page = await query("rooms.getHistory", { id: roomId, ...(beforeMs !== undefined && { beforeMs }) });
      return page.ok ? ok({ items: page.value.plays, nextBefore: page.value.nextBeforeMs }) : page;
    },
  });
}
