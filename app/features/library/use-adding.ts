import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { chunk } from "#app/lib/chunk.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

type Progress = { readonly done: number; readonly total: number };

type Adding = {
  /** Null: nothing is under way. */
  readonly progress: Progress | null;
  /** Says which have been added: where something goes wrong, those before it. */
  readonly add: (ids: readonly TrackId[]) => Promise<ReadonlySet<TrackId>>;
};

/** Puts tracks of the library at the end of the room's playlist, in their order. */
export function useAdding(roomId: RoomId): Adding {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const [progress, setProgress] = useState<Progress | null>(null);

  const add = async (ids: readonly TrackId[]) => {
    const added = new Set<TrackId>();
    setProgress({ done: 0, total: ids.length });
    for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
      const answer = await mutation("playlist.add", { roomId, trackIds: [...trackIds] });
      if (!answer.ok) {
        notify({ variant: "error", title: errorText(answer.error) });
        break;
      }
      for (const id of trackIds) added.add(id);
      setProgress({ done: added.size, total: ids.length });
    }
    setProgress(null);
    if (added.size > 0) notify({ variant: "success", title: t("added", { count: added.size }) });
    return added;
  };

  return { progress, add };
}
