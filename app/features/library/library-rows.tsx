import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { TrackId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { DeleteNote } from "./delete-note.tsx";
import type { LibraryTrack } from "./library-list.ts";
import { LibraryRow } from "./library-row.tsx";
import { focusMenuButton } from "./row-focus.ts";
import { extendRange, type TrackSelection, toggleTrack } from "./track-selection.ts";
import { UsageNote } from "./usage-note.tsx";

type LibraryRowsProps = {
  readonly tracks: readonly LibraryTrack[];
  readonly selection: TrackSelection;
  readonly onSelection: (change: (current: TrackSelection) => TrackSelection) => void;
  /** Called when the user has scrolled near the end of the tracks. */
  readonly onNearEnd: () => void;
  readonly onDeleted: (ids: ReadonlySet<TrackId>) => void;
  /** Its identity must be stable. */
  readonly onUnsave: (item: LibraryTrack) => void;
};

/** The tracks. Shift selects a range; the up and down arrows move between the checkboxes. */
export function LibraryRows({ tracks, selection, onSelection, onNearEnd, onDeleted, onUnsave }: LibraryRowsProps) {
  const { t } = useTranslation("library");
  const list = useRef<HTMLUListElement>(null);
  const { openNote, openUsage, openDelete, closeNote } = useRowNote(list);
  const latestTracks = useLatestRef(tracks);
  const select = useCallback(
    (item: LibraryTrack, { isRange }: { readonly isRange: boolean }) =>
      onSelection((current) => (isRange ? extendRange(current, item, latestTracks.current) : toggleTrack(current, item))),
    [onSelection, latestTracks],
  );
  return (
    <div className="relative">
      <ul ref={list} aria-label={t("list")} onKeyDown={moveFocusByArrows} className="-mx-2 grid">
        {tracks.map((item) => (
          <LibraryRow
            key={item.track.id}
            item={item}
            isSelected={selection.tracks.has(item.track.id)}
            onSelect={select}
            onUsage={openUsage}
            onDelete={openDelete}
            onUnsave={onUnsave}
          >
            {openNote?.trackId !== item.track.id ? undefined : openNote.type === "usage" ? (
              <UsageNote trackId={item.track.id} onClose={closeNote} />
            ) : (
              <DeleteNote tracks={[item]} onDeleted={onDeleted} onKeep={closeNote} />
            )}
          </LibraryRow>
        ))}
      </ul>
      <EndSentinel key={tracks.length} onNear={onNearEnd} />
    </div>
  );
}

/** The note that is open below a row. */
type RowNote = { readonly type: "usage" | "delete"; readonly trackId: TrackId };

/** At most one note is open. The functions that open one are stable, so that the rows stay memoized. */
function useRowNote(list: RefObject<HTMLElement>) {
  const [openNote, setOpenNote] = useState<RowNote | null>(null);
  const openUsage = useCallback(({ track }: LibraryTrack) => setOpenNote({ type: "usage", trackId: track.id }), []);
  const openDelete = useCallback(({ track }: LibraryTrack) => setOpenNote({ type: "delete", trackId: track.id }), []);
  const closeNote = () => {
    if (openNote) focusMenuButton(list.current, openNote.trackId);
    setOpenNote(null);
  };
  return { openNote, openUsage, openDelete, closeNote };
}

/** An element that extends 800 px up from the end of the list. Calls `onNear` as soon as a part of it is visible. */
function EndSentinel({ onNear }: { readonly onNear: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sentinel.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear());
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={sentinel} aria-hidden className="pointer-events-none absolute bottom-0 h-200 w-px" />;
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocusByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = ARROW_STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLInputElement)) return;
  const checkboxes = [...currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const next = checkboxes[checkboxes.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
