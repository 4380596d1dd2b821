import { useCallback } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import type { LibraryTrack } from "./library-list.ts";

/** Removes a saved track from the library. The returned function is stable, so that the rows stay memoized. */
export function useUnsaveTrack(onUnsaved: (item: LibraryTrack) => void): (item: LibraryTrack) => void {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const unsave = useLatestRef(async (item: LibraryTrack) => {
    const unsaved = await mutation("tracks.unsave", { trackId: item.track.id });
    notify(unsaved.ok ? { variant: "success", title: t("unsaved") } : { variant: "error", title: errorText(unsaved.error) });
    if (unsaved.ok) onUnsaved(item);
  });
  return useCallback((item) => void unsave.current(item), [unsave]);
}
