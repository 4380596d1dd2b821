import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrackId } from "#app/domain/ids.ts";
import { DeleteNote } from "./delete-note.tsx";
import type { LibraryTrack, LibraryView } from "./library-list.ts";
import { LibraryRow } from "./library-row.tsx";
import { focusMenu } from "./row-focus.ts";
import { type TrackChoice, toggled, withRange } from "./track-selection.ts";
import { UsageNote } from "./usage-note.tsx";

type LibraryRowsProps = {
  readonly view: LibraryView;
  readonly choice: TrackChoice;
  readonly onChoice: (next: (last: TrackChoice) => TrackChoice) => void;
  /** The end of what is there comes near. */
  readonly onMore: () => void;
  readonly onDeleted: (ids: ReadonlySet<TrackId>) => void;
};

/** The row that is asked about, and what. */
type Question = { readonly about: "usage" | "delete"; readonly id: TrackId };

/** The tracks, with ranges by Shift, and arrows that lead from box to box. */
export function LibraryRows({ view, choice, onChoice, onMore, onDeleted }: LibraryRowsProps) {
  const { t } = useTranslation("library");
  const [question, setQuestion] = useState<Question | null>(null);
  const tracks = view.tracks ?? [];
  const shown = useRef(tracks);
  shown.current = tracks;
  const choose = useCallback(
    (listed: LibraryTrack, { isRange }: { readonly isRange: boolean }) =>
      onChoice((last) => (isRange ? withRange(last, listed, shown.current) : toggled(last, listed))),
    [onChoice],
  );
  const askUsage = useCallback(({ track }: LibraryTrack) => setQuestion({ about: "usage", id: track.id }), []);
  const askDelete = useCallback(({ track }: LibraryTrack) => setQuestion({ about: "delete", id: track.id }), []);
  const list = useRef<HTMLUListElement>(null);
  const close = () => {
    if (question) focusMenu(list.current, question.id);
    setQuestion(null);
  };

  return (
    <div className="relative">
      <ul ref={list} aria-label={t("list")} onKeyDown={moveByArrows} className="-mx-2 grid">
        {tracks.map((listed) => (
          <LibraryRow
            key={listed.track.id}
            listed={listed}
            isChosen={choice.tracks.has(listed.track.id)}
            onChoose={choose}
            onUsage={askUsage}
            onDelete={askDelete}
          >
            {question?.id !== listed.track.id ? undefined : question.about === "usage" ? (
              <UsageNote trackId={listed.track.id} onClose={close} />
            ) : (
              <DeleteNote tracks={[listed]} onDeleted={onDeleted} onKeep={close} />
            )}
          </LibraryRow>
        ))}
      </ul>
      <EndMark key={tracks.length} onNear={onMore} />
    </div>
  );
}

/** Reaches far up from the end of the list: when any of it is seen, the end is near. */
function EndMark({ onNear }: { readonly onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear());
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={mark} aria-hidden className="pointer-events-none absolute bottom-0 h-200 w-px" />;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLInputElement)) return;
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const next = boxes[boxes.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
