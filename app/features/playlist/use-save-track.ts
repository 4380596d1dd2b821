import type { RoomId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Saves a track of the room to the user's library. */
export function useSaveTrack(roomId: RoomId | null): (track: Track) => Promise<void> {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  return async ({ id, title }) => {
    if (roomId === null) return;
    const saved = await mutation("tracks.save", { roomId, trackId: id });
    if (saved.ok) notify({ variant: "success", title: t("playlist.saved", { title }) });
    else notify({ variant: "error", title: errorText(saved.error) });
  };
}
