import { useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { query } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { fetchFileCover } from "./track-cover.ts";
import { createDraft } from "./track-draft.ts";
import type { TrackForm } from "./use-track-form.ts";

/** Fills the form with the tags or the cover that a track's file contains. `reading` is null while neither is loaded. */
export function useFileReading(roomId: RoomId, { setDraft, chooseCover, setCoverError }: TrackForm) {
  const errorText = useErrorText();
  const [reading, setReading] = useState<"tags" | "cover" | null>(null);

  const readTags = async (track: Track) => {
    setReading("tags");
    const read = await query("tracks.readTags", { trackId: track.id, roomId });
    setReading(null);
    if (read.ok) setDraft(createDraft([read.value.tags]).draft);
    else notify({ variant: "error", title: errorText(read.error) });
  };

  const readCover = async (track: Track) => {
    setReading("cover");
    const cover = await fetchFileCover(track.id, roomId);
    setReading(null);
    if (cover.ok) chooseCover({ type: "picture", cover: cover.value });
    else setCoverError(cover.error);
  };

  return { reading, readTags, readCover };
}
