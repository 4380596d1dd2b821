import { Library, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { DeleteNote } from "./delete-note.tsx";
import type { LibraryView } from "./library-list.ts";
import { LibraryRows } from "./library-rows.tsx";
import { focusBeyond } from "./row-focus.ts";
import { ChoiceBar } from "./selection-bar.tsx";
import { inShownOrder, NOTHING_CHOSEN, type TrackChoice, without } from "./track-selection.ts";
import { useAdding } from "./use-adding.ts";
import { useLibrary } from "./use-library.ts";

/** What somebody has uploaded and what their rooms hold: search, choose, add to the room. */
export function LibraryTab({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const { list: library, view, draft, setDraft } = useLibrary(roomId);
  const { progress, add } = useAdding(roomId);
  const [choice, setChoice] = useState<TrackChoice>(NOTHING_CHOSEN);
  const [isDeleting, setDeleting] = useState(false);
  const tracks = view.tracks ?? [];
  const own = [...choice.tracks.values()].filter(({ isOwn }) => isOwn);

  const list = useRef<HTMLDivElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const wasDeleting = useRef(false);
  useEffect(() => {
    // what was asked is answered, and the bar is here again
    if (wasDeleting.current && !isDeleting) deleteButton.current?.focus();
    wasDeleting.current = isDeleting;
  }, [isDeleting]);

  const forget = (ids: ReadonlySet<TrackId>) => {
    focusBeyond(list.current, ids);
    library.drop(ids);
    setChoice((last) => without(last, ids));
    setDeleting(false);
  };
  const addChosen = async () => {
    const added = await add(inShownOrder(choice, tracks));
    library.markHere(added);
    setChoice((last) => without(last, added));
  };

  return (
    <div className="grid gap-4">
      <div className="sticky -top-4 z-1 -mx-6 -my-2 bg-overlay px-6 py-2">
        <SearchField label={t("search")} value={draft} onChange={setDraft} />
      </div>
      <div ref={list} className="grid gap-3" aria-busy={view.isLoading}>
        {view.tracks && tracks.length > 0 && (
          <LibraryRows view={view} choice={choice} onChoice={setChoice} onMore={library.more} onDeleted={forget} />
        )}
        <Beyond view={view} onClear={() => setDraft("")} />
        {view.error && <RetryNote text={errorText(view.error)} label={t("retry")} onRetry={library.retry} />}
      </div>
      {choice.tracks.size > 0 && (
        <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 grid bg-overlay px-6 pb-3">
          {isDeleting && own.length > 0 ? (
            <DeleteNote tracks={own} onDeleted={forget} onKeep={() => setDeleting(false)} />
          ) : (
            <ChoiceBar
              count={choice.tracks.size}
              ownCount={own.length}
              progress={progress}
              onAdd={() => void addChosen()}
              deleteRef={deleteButton}
              onDelete={() => setDeleting(true)}
              onClear={() => setChoice(NOTHING_CHOSEN)}
            />
          )}
        </div>
      )}
    </div>
  );
}

type BeyondProps = { readonly view: LibraryView; readonly onClear: () => void };

/** What stands where there are no tracks, or none yet. */
function Beyond({ view: { tracks, query, isWhole, isLoading }, onClear }: BeyondProps) {
  const { t } = useTranslation("library");
  const count = tracks?.length ?? 0;
  // that there is nothing stays until something is found
  const isNothing = isWhole && count === 0;
  if (isLoading && !isNothing) return <Loading label={t("loading")} isFirst={count === 0} />;
  if (!isNothing) return null;
  if (query === "") return <EmptyState icon={<Library />} title={t("empty")} text={t("emptyText")} level={3} />;
  return (
    <EmptyState icon={<SearchX />} title={t("nothing")} text={t("nothingText")} level={3}>
      <Button onPress={onClear}>{t("clear")}</Button>
    </EmptyState>
  );
}

function Loading({ label, isFirst }: { readonly label: string; readonly isFirst: boolean }) {
  const rows = isFirst ? ["first", "second", "third", "fourth"] : ["first"];
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
