import { useMemo, useRef } from "react";
import { CLOSED_ROOM, can } from "#app/domain/access/permissions.ts";
import { listQueue } from "#app/domain/playback/play-order.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import type { RowContextValue } from "./row-context.ts";
import type { PlaylistView } from "./use-playlist-view.ts";

type Given = "playlist" | "isInSync" | "isMultiSelect" | "commands" | "onEdit" | "onPlayRefused" | "armedRemoval" | "onMoveTo";

type Input = Pick<RowContextValue, Given> & {
  readonly room: RoomView;
  readonly view: PlaylistView;
};

const NO_PEOPLE: RowContextValue["people"] = {};
const MINUTE_MS = 60_000;

export function useRowContextValue({ room, view, ...input }: Input): RowContextValue {
  const { language } = useTranslation();
  const isMobile = useIsMobile();
  const { state, self, media } = room;
  const { playlist } = input;
  const order = state?.order;
  const opening = state?.info ?? CLOSED_ROOM;
  const indexById = useMemo(() => new Map(playlist.map((entry, i) => [entry.id, i])), [playlist]);
  const queuePositions = useMemo(() => new Map((order ? listQueue(order) : []).map((id, i) => [id, i + 1])), [order]);
  return useShallowStable({
    ...input,
    roomId: state?.info.id ?? null,
    currentId: state ? currentEntryId(state.playback) : null,
    isPlaying: state?.playback.status === "playing",
    queuePositions,
    indexById,
    isPlaylistOrder: view.isPlaylistOrder,
    sort: view.query.sort,
    isMobile,
    language,
    people: state?.people ?? NO_PEOPLE,
    self,
    opening,
    media,
    canPlay: can(self.effectiveRole, "control-playback", opening),
    // Rounded, because a new value renders the rows again. The badge of a new track may disappear a minute late.
    nowMs: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
  });
}

/** Returns the previous object until one of its properties changes. A new object renders every visible row again. */
function useShallowStable(value: RowContextValue): RowContextValue {
  const previous = useRef(value);
  const names = Object.keys(value) as (keyof RowContextValue)[];
  if (names.some((name) => previous.current[name] !== value[name])) previous.current = value;
  return previous.current;
}
