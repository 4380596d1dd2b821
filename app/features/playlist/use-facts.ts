import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { can } from "#app/domain/access/permissions.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import type { RowFacts } from "./row-facts.ts";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

type Given = Pick<RowFacts, "isLit" | "isSelecting" | "commands" | "onEdit" | "onMoveTo"> & {
  readonly view: RoomView;
  readonly shown: ShownPlaylist;
};

const NO_ENTRIES: RowFacts["playlist"] = [];
const NO_PEOPLE: RowFacts["people"] = {};

/** What rows show. */
export function useFacts({ view, shown, ...given }: Given): RowFacts {
  const { i18n } = useTranslation();
  const isMobile = useIsMobile();
  const { state, self, media } = view;
  const playlist = state?.playlist ?? NO_ENTRIES;
  const upNext = state?.order.upNext;
  const positions = useMemo(() => new Map(playlist.map((entry, i) => [entry.id, i])), [playlist]);
  const queue = useMemo(() => new Map((upNext ?? []).map((id, i) => [id, i + 1])), [upNext]);
  return useSame({
    ...given,
    currentId: state ? currentEntryId(state.playback) : null,
    isPlaying: state?.playback.status === "playing",
    queue,
    positions,
    playlist,
    isWhole: shown.isWhole,
    sort: shown.query.sort,
    isMobile,
    language: i18n.language,
    people: state?.people ?? NO_PEOPLE,
    self,
    media,
    canPlay: can(self.effectiveRole, "control-playback"),
    // a badge may be late by a minute, and rows need not be drawn anew for each
    nowMs: Math.floor(Date.now() / 60_000) * 60_000,
  });
}

/** The same object until something of it changes: every row that is seen is drawn anew for another. */
function useSame(facts: RowFacts): RowFacts {
  const last = useRef(facts);
  const names = Object.keys(facts) as (keyof RowFacts)[];
  if (names.some((name) => last.current[name] !== facts[name])) last.current = facts;
  return last.current;
}
