import { CircleAlert, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { LibraryTrack } from "./library-list.ts";
import { useDeleteTracks } from "./use-delete-tracks.ts";
import { type Usage, type UsageState, useUsage } from "./use-usage.ts";

type DeleteNoteProps = {
  /** At least one; all uploaded by the user. */
  readonly tracks: readonly LibraryTrack[];
  readonly onDeleted: (ids: ReadonlySet<TrackId>) => void;
  readonly onKeep: () => void;
};

/** The text names at most this many rooms. The others are counted. */
const NAMED_ROOMS = 5;

/** Asks for confirmation before tracks are deleted. The button is disabled until the consequences for rooms are loaded. */
export function DeleteNote({ tracks, onDeleted, onKeep }: DeleteNoteProps) {
  const errorText = useErrorText();
  const ids = tracks.map(({ track }) => track.id);
  const usage = useUsage(ids);
  const { error, isPending, submit } = useDeleteTracks(onDeleted);
  const isReturn = usage.type === "loaded" && usage.usage.returned === ids.length;
  const failure = usage.type === "failed" ? usage.error : error;

  return (
    <Note tone="danger" icon={failure ? <CircleAlert /> : <Trash2 />}>
      <div className="grid gap-2.5">
        <p role={failure ? "alert" : "status"}>
          {failure ? errorText(failure) : <Consequences tracks={tracks} usage={usage.type === "loaded" ? usage.usage : null} />}
        </p>
        <DeleteActions
          usage={usage}
          isReturn={isReturn}
          isDeleting={isPending}
          onKeep={onKeep}
          onDelete={() => void submit(ids)}
        />
      </div>
    </Note>
  );
}

type DeleteActionsProps = {
  readonly usage: UsageState;
  /** All tracks are returned to other people, so that nothing is deleted. */
  readonly isReturn: boolean;
  readonly isDeleting: boolean;
  readonly onKeep: () => void;
  readonly onDelete: () => void;
};

function DeleteActions({ usage, isReturn, isDeleting, onKeep, onDelete }: DeleteActionsProps) {
  const { t } = useTranslation("library");
  const keepButton = useRef<HTMLButtonElement>(null);
  // the note replaces the control that opened it, so the focus moves into the note
  useEffect(() => keepButton.current?.focus(), []);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button ref={keepButton} size="sm" variant="raised" onPress={onKeep}>
        {t("keep")}
      </Button>
      {usage.type === "failed" ? (
        <Button size="sm" variant="raised" onPress={usage.retry}>
          {t("retry")}
        </Button>
      ) : (
        <Button size="sm" variant="danger" isDisabled={usage.type === "loading"} isBusy={isDeleting} onPress={onDelete}>
          {t(isReturn ? "confirmReturn" : "confirm")}
        </Button>
      )}
    </div>
  );
}

type ConsequencesProps = {
  readonly tracks: readonly LibraryTrack[];
  /** Null while it is loaded. */
  readonly usage: Usage | null;
};

function Consequences({ tracks, usage }: ConsequencesProps) {
  const { t } = useTranslation("library");
  if (!usage) {
    return (
      <span className="inline-flex items-center gap-2">
        <Spinner /> {t("checkingUsage")}
      </span>
    );
  }
  const { returned } = usage;
  const title = tracks[0]?.track.title ?? "";
  if (tracks.length === 1 && returned === 1) return t("willReturnOne", { title });
  return (
    <>
      {tracks.length > returned && <Deletion title={title} count={tracks.length - returned} usage={usage} />}
      {returned > 0 && ` ${t("willReturn", { count: returned })}`}
    </>
  );
}

type DeletionProps = { readonly title: string; readonly count: number; readonly usage: Usage };

function Deletion({ title, count, usage }: DeletionProps) {
  const { t } = useTranslation("library");
  return (
    <>
      <b>{count === 1 ? t("willDeleteOne", { title }) : t("willDelete", { count })}</b>{" "}
      <AffectedRooms usage={usage} trackCount={count} />
      {usage.editions > 0 && ` ${t("copies", { count: usage.editions })}`}
    </>
  );
}

function AffectedRooms({ usage, trackCount }: { readonly usage: Usage; readonly trackCount: number }) {
  const { t, language } = useTranslation("library");
  const { rooms, others } = usage;
  const isOne = trackCount === 1;
  const count = rooms.length + others;
  if (count === 0) return t(isOne ? "fromNoRoom" : "fromNoRoomMany");
  if (rooms.length === 0) return t(isOne ? "fromUnknown" : "fromUnknownMany", { count });
  const named = rooms.slice(0, NAMED_ROOMS).map(({ name }) => name);
  const unnamedCount = count - named.length;
  const list = new Intl.ListFormat(language, { type: unnamedCount > 0 ? "unit" : "conjunction" }).format(named);
  const names = unnamedCount > 0 ? t("namesAndMore", { names: list, more: unnamedCount }) : list;
  return t(isOne ? "fromRooms" : "fromRoomsMany", { count, names });
}
