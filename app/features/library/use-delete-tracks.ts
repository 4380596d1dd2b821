import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { chunk } from "#app/lib/chunk.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Deletes tracks from the library. After an error, `onDeleted` still receives the tracks that were deleted before it. */
export function useDeleteTracks(onDeleted: (ids: ReadonlySet<TrackId>) => void) {
  const { t } = useTranslation("library");
  return useSubmit(async (ids: readonly TrackId[]) => {
    const deleted = new Set<TrackId>();
    const report = () => {
      if (deleted.size === 0) return;
      notify({ variant: "success", title: t("deleted", { count: deleted.size }) });
      onDeleted(deleted);
    };
    for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
      const result = await mutation("tracks.remove", { trackIds });
      if (!result.ok) {
        report();
        return result;
      }
      for (const id of trackIds) deleted.add(id);
    }
    report();
    return ok(null);
  });
}
