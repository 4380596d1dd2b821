import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { chunk } from "#app/lib/chunk.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

/** Removes own tracks from the library. After an error, `onDeleted` still receives the tracks that were removed before it. */
export function useDeleteTracks(onDeleted: (ids: ReadonlySet<TrackId>) => void) {
  const { t } = useTranslation("library");
  return useSubmit(async (ids: readonly TrackId[]) => {
    const removed = new Set<TrackId>();
    let returned = 0;
    const report = () => {
      if (removed.size === 0) return;
      const deleted = removed.size - returned;
      notify({
        variant: "success",
        title: deleted > 0 ? t("deleted", { count: deleted }) : t("returned", { count: returned }),
      });
      onDeleted(removed);
    };
    for (const trackIds of chunk(ids, playlistLimits.entriesPerCommand)) {
      const result = await mutation("tracks.remove", { trackIds });
      if (!result.ok) {
        report();
        return result;
      }
      for (const id of trackIds) removed.add(id);
      returned += result.value.returned.length;
    }
    report();
    return ok(null);
  });
}
