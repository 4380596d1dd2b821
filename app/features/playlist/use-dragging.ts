import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format.ts";
import { announce } from "#app/ui/announce.ts";
import type { RowFacts } from "./row-facts.ts";
import { type EntryDrag, placeOfDrag } from "./use-entry-drag.ts";

type Dragging = { readonly onDrop: (drag: EntryDrag) => void; readonly onDragTo: (drag: EntryDrag | null) => void };

/** Where rows are put down, and what is said to who cannot see it. */
export function useDragging(facts: RowFacts): Dragging {
  const { t } = useTranslation("room");
  const latest = useRef(facts);
  latest.current = facts;
  const isUnderWay = useRef(false);

  const onDragTo = useCallback(
    (drag: EntryDrag | null) => {
      const isFirst = !isUnderWay.current;
      isUnderWay.current = drag !== null;
      if (drag?.by !== "keyboard") return;
      const { playlist, language } = latest.current;
      const title = findEntry(playlist, drag.heldId)?.track.title ?? "";
      const position = formatCount(placeOf(drag, playlist) + 1, language);
      const total = formatCount(playlist.length, language);
      announce(isFirst ? t("playlist.dragging", { title }) : t("playlist.dragPlace", { position, total }));
    },
    [t],
  );

  return {
    onDragTo,
    onDrop(drag) {
      const { playlist, commands } = latest.current;
      commands.moveTo([...drag.ids], placeOf(drag, playlist));
    },
  };
}

/** Counted as if what is dragged were not in the playlist. */
function placeOf(drag: EntryDrag, playlist: RowFacts["playlist"]): number {
  const { ids } = drag;
  return playlist.slice(0, placeOfDrag(drag, playlist)).filter(({ id }) => !ids.has(id)).length;
}
