import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { findNamedTrack } from "#app/domain/lyrics/match-lyrics-files.ts";
import type { Result } from "#app/domain/result.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { OfferUndo } from "#app/ui/use-offer-undo.ts";
import { saveLyrics } from "./save-lyrics.ts";

type LyricsFile = { readonly roomId: RoomId; readonly name: string; readonly text: Result<string> };

type AttachDeps = {
  readonly view: RoomView;
  readonly t: Translate<"lyrics">;
  readonly errorText: (error: ErrorCode) => string;
  readonly offerUndo: OfferUndo;
};

/** Adds the lyrics of a file to the track of the playlist that its name names, unless that has lyrics already. */
export async function attachLyrics(
  { roomId, name, text }: LyricsFile,
  { view, t, errorText, offerUndo }: AttachDeps,
): Promise<void> {
  if (!text.ok) {
    notify({ variant: "error", title: t("files.unusable", { name }), message: errorText(text.error) });
    return;
  }
  const { state, self } = view;
  const editable = state?.playlist.filter((entry) => canArrangeEntry(entry, self, state.info)) ?? [];
  const tracks = new Map(editable.map(({ track }) => [track.id, track]));
  const track = findNamedTrack({ name }, [...tracks.values()]);
  if (!track) {
    notify({ variant: "error", title: t("files.noTrack", { name }), message: t("files.noTrackText") });
    return;
  }
  const { id: trackId, title } = track;
  const saved = await saveLyrics({ roomId, trackId, text: text.value, expectedUpdatedAtMs: null });
  if (saved.ok) offerUndo({ variant: "success", title: t("files.attached", { title }) }, saved.value.undo);
  else if (saved.error === "changed-since") {
    notify({ variant: "error", title: t("files.exists", { title }), message: t("files.existsText") });
  } else {
    notify({ variant: "error", title: t("files.unusable", { name }), message: errorText(saved.error) });
  }
}
