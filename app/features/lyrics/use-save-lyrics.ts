import { useRef } from "react";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { toStoredText } from "#app/domain/lyrics/lyrics-draft.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import { fail } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { saveLyrics } from "./save-lyrics.ts";
import type { DraftControls } from "./use-lyrics-draft.ts";

type SaveOptions = {
  readonly connection: RoomConnection;
  readonly roomId: RoomId;
  /** The entry when the editor was opened. Its track is another one after another person's edition. */
  readonly entry: Entry;
  readonly controls: DraftControls;
  readonly onSaved: () => void;
};

/** The lyrics that were edited: their track, and when they were last changed. */
type Base = { readonly trackId: TrackId; readonly updatedAtMs: number | null };

/** Saves a draft unless the lyrics have changed since it was opened; then the person decides which to keep. */
export function useSaveLyrics({ connection, roomId, entry, controls, onSaved }: SaveOptions) {
  const { t } = useTranslation(["lyrics", "trackEdit"]);
  const offerUndo = useOfferUndo();
  const base = useRef<Base>({ trackId: entry.track.id, updatedAtMs: entry.track.lyricsAtMs });
  const findTrackId = () => findEntry(connection.view.get().state?.playlist ?? [], entry.id)?.track.id ?? base.current.trackId;

  const saving = useSubmit(
    async ({ isForced }: { readonly isForced: boolean }) => {
      const trackId = findTrackId();
      if (!isForced && trackId !== base.current.trackId) return fail("changed-since" as const);
      const expected = isForced ? {} : { expectedUpdatedAtMs: base.current.updatedAtMs };
      return saveLyrics({ roomId, trackId, text: toStoredText(controls.draft), ...expected });
    },
    ({ isEdition, undo }) => {
      offerUndo({ variant: "success", title: t("saved"), ...(isEdition && { message: t("trackEdit:editionsOne") }) }, undo);
      onSaved();
    },
  );

  const loading = useSubmit(
    () => query("lyrics.get", { roomId, trackId: findTrackId() }),
    ({ text, updatedAtMs }) => {
      base.current = { trackId: findTrackId(), updatedAtMs };
      controls.markSaved(text ?? "");
      saving.reset();
    },
  );

  return {
    error: loading.error ?? saving.error,
    isConflict: saving.error === "changed-since",
    isPending: saving.isPending || loading.isPending,
    save: () => void saving.submit({ isForced: false }),
    /** Replaces what another person has saved. */
    saveAnyway: () => void saving.submit({ isForced: true }),
    /** Drops the draft for what another person has saved. */
    loadOther: () => void loading.submit(),
  };
}
