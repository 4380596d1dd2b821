import { CircleAlert, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { chunk } from "#app/lib/chunk.ts";
import { mutation } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { LibraryTrack } from "./library-list.ts";
import { type Usage, useUsage } from "./use-usage.ts";

type DeleteNoteProps = {
  /** At least one, all the person's own. */
  readonly tracks: readonly LibraryTrack[];
  readonly onDeleted: (ids: ReadonlySet<TrackId>) => void;
  readonly onKeep: () => void;
};

/** Of the rooms' names; of more it is said how many. */
const NAMED = 5;

/** What deleting would do to rooms, and the press that does it: there is none before that is known. */
export function DeleteNote({ tracks, onDeleted, onKeep }: DeleteNoteProps) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const ids = tracks.map(({ track }) => track.id);
  const usage = useUsage(ids);
  const { error, isBusy, remove } = useRemoval(onDeleted);
  const keep = useRef<HTMLButtonElement>(null);
  // whoever has asked by the keyboard is here now
  useEffect(() => keep.current?.focus(), []);
  const failure = usage.type === "failed" ? usage.error : error;

  return (
    <Note tone="danger" icon={failure ? <CircleAlert /> : <Trash2 />}>
      <div className="grid gap-2.5">
        <p role={failure ? "alert" : "status"}>
          {failure ? errorText(failure) : <Consequence tracks={tracks} usage={usage.type === "known" ? usage.usage : null} />}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={keep} size="sm" variant="raised" onPress={onKeep}>
            {t("keep")}
          </Button>
          {usage.type === "failed" ? (
            <Button size="sm" variant="raised" onPress={usage.retry}>
              {t("retry")}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="danger"
              isDisabled={usage.type === "looking"}
              isBusy={isBusy}
              onPress={() => void remove(ids)}
            >
              {t("confirm")}
            </Button>
          )}
        </div>
      </div>
    </Note>
  );
}

function Consequence({ tracks, usage }: { readonly tracks: readonly LibraryTrack[]; readonly usage: Usage | null }) {
  const { t } = useTranslation("library");
  const count = tracks.length;
  if (!usage) {
    return (
      <span className="inline-flex items-center gap-2">
        <Spinner /> {t("looking")}
      </span>
    );
  }
  return (
    <>
      <b>{count === 1 ? t("willGoOne", { title: tracks[0]?.track.title }) : t("willGo", { count })}</b>{" "}
      <FromRooms usage={usage} count={count} />
      {usage.editions > 0 && ` ${t("copies", { count: usage.editions })}`}
    </>
  );
}

function FromRooms({ usage, count }: { readonly usage: Usage; readonly count: number }) {
  const { t, i18n } = useTranslation("library");
  const { rooms, others } = usage;
  const total = rooms.length + others;
  if (total === 0) return t(count === 1 ? "fromNoRoom" : "fromNoRoomMany");
  if (rooms.length === 0) return t(count === 1 ? "fromUnknown" : "fromUnknownMany", { count: total });
  const named = rooms.slice(0, NAMED).map(({ name }) => name);
  const unnamed = total - named.length;
  const list = new Intl.ListFormat(i18n.language, { type: unnamed > 0 ? "unit" : "conjunction" }).format(named);
  const names = unnamed > 0 ? t("namesAndMore", { names: list, more: unnamed }) : list;
  return t(count === 1 ? "fromRooms" : "fromRoomsMany", { count: total, names });
}

/** Takes tracks out of the library; says of those that are gone, where something goes wrong too. */
function useRemoval(onDeleted: (ids: ReadonlySet<TrackId>) => void) {
  const { t } = useTranslation("library");
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);

  const remove = async (ids: readonly TrackId[]) => {
    setBusy(true);
    setError(null);
    const gone = new Set<TrackId>();
    for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
      const answer = await mutation("tracks.remove", { trackIds: [...trackIds] });
      if (!answer.ok) {
        setError(answer.error);
        break;
      }
      for (const id of trackIds) gone.add(id);
    }
    setBusy(false);
    if (gone.size === 0) return;
    notify({ variant: "success", title: t("deleted", { count: gone.size }) });
    onDeleted(gone);
  };

  return { error, isBusy, remove };
}
