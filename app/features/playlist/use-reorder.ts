import { useCallback, useRef } from "react";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { announce } from "#app/ui/announce.ts";
import { type EntryDrag, findDropIndex } from "./entry-drag.ts";
import type { RowContextValue } from "./row-context.ts";

type Reorder = {
  readonly onDrop: (drag: EntryDrag) => void;
  /** Null when a drag has ended. */
  readonly onDragChange: (drag: EntryDrag | null) => void;
};

/** Moves the entries that are dropped, and announces a keyboard drag to screen readers. */
export function useReorder(context: RowContextValue): Reorder {
  const { t } = useTranslation("room");
  const latest = useLatestRef(context);
  const isDragging = useRef(false);

  const onDragChange = useCallback(
    (drag: EntryDrag | null) => {
      const isStart = !isDragging.current;
      isDragging.current = drag !== null;
      if (drag?.input !== "keyboard") return;
      const { playlist, language } = latest.current;
      const title = findEntry(playlist, drag.draggedId)?.track.title ?? "";
      const position = formatCount(findTargetIndex(drag, playlist) + 1, language);
      const total = formatCount(playlist.length, language);
      announce(isStart ? t("playlist.dragging", { title }) : t("playlist.dragPlace", { position, total }));
    },
    [latest, t],
  );

  return {
    onDragChange,
    onDrop(drag) {
      const { playlist, commands } = latest.current;
      commands.moveTo([...drag.ids], findTargetIndex(drag, playlist));
    },
  };
}

/** Counted as if the dragged entries were not in the playlist. */
function findTargetIndex(drag: EntryDrag, playlist: RowContextValue["playlist"]): number {
  const { ids } = drag;
  return playlist.slice(0, findDropIndex(drag, playlist)).filter(({ id }) => !ids.has(id)).length;
}
