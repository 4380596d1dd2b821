import { CircleAlert, Library, SearchX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Note } from "#app/ui/note.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { ChoiceBar } from "./choice-bar.tsx";
import { DeleteNote } from "./delete-note.tsx";
import type { LibraryTrack } from "./library-list.ts";
import { LibraryRows } from "./library-rows.tsx";
import { inShownOrder, NOTHING_CHOSEN, type TrackChoice, without } from "./track-choice.ts";
import { useAdding } from "./use-adding.ts";
import { useLibrary } from "./use-library.ts";

/** What somebody has uploaded and what their rooms hold: search, choose, add to the room. */
export function LibraryTab({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("library");
  const { list, view, draft, setDraft } = useLibrary(roomId);
  const { progress, add } = useAdding(roomId);
  const [choice, setChoice] = useState<TrackChoice>(NOTHING_CHOSEN);
  const [isDeleting, setDeleting] = useState(false);
  const tracks = view.tracks ?? [];
  const own = [...choice.tracks.values()].filter(({ isOwn }) => isOwn);

  const forget = (ids: ReadonlySet<TrackId>) => {
    list.drop(ids);
    setChoice((last) => without(last, ids));
    setDeleting(false);
  };
  const addChosen = async () => {
    const added = await add(inShownOrder(choice, tracks));
    list.markHere(added);
    setChoice((last) => without(last, added));
  };

  return (
    <div className="grid gap-4">
      <div className="sticky -top-4 z-1 -mx-6 -my-2 bg-overlay px-6 py-2">
        <SearchField label={t("search")} value={draft} onChange={setDraft} />
      </div>
      <div className="grid gap-3" aria-busy={view.isLoading}>
        {view.tracks && tracks.length > 0 && (
          <LibraryRows view={view} choice={choice} onChoice={setChoice} onMore={list.more} onDeleted={forget} />
        )}
        <Beyond tracks={view.tracks} isSearch={view.query !== ""} isLoading={view.isLoading} onClear={() => setDraft("")} />
        {view.error && <Failure code={view.error} onRetry={list.retry} />}
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
              onDelete={() => setDeleting(true)}
              onClear={() => setChoice(NOTHING_CHOSEN)}
            />
          )}
        </div>
      )}
    </div>
  );
}

type BeyondProps = {
  readonly tracks: readonly LibraryTrack[] | null;
  readonly isSearch: boolean;
  readonly isLoading: boolean;
  readonly onClear: () => void;
};

/** What stands where there are no tracks, or none yet. */
function Beyond({ tracks, isSearch, isLoading, onClear }: BeyondProps) {
  const { t } = useTranslation("library");
  if (isLoading && (tracks === null || tracks.length > 0)) return <Loading label={t("loading")} isFirst={tracks === null} />;
  if (tracks === null || tracks.length > 0) return null;
  if (!isSearch) return <EmptyState icon={<Library />} title={t("empty")} text={t("emptyText")} level={3} />;
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

function Failure({
  code,
  onRetry,
}: {
  readonly code: Parameters<ReturnType<typeof useErrorText>>[0];
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  return (
    <Note tone="danger" role="alert" icon={<CircleAlert />}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        {errorText(code)}
        <Button size="sm" variant="raised" onPress={onRetry}>
          {t("retry")}
        </Button>
      </span>
    </Note>
  );
}
