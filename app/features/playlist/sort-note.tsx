import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import type { PlaylistView } from "./use-playlist-view.ts";

/** Explains why rows cannot be dragged in a searched or sorted list, with a button that ends the sorting. */
export function SortNote({ view }: { readonly view: PlaylistView }) {
  const { t } = useTranslation("room");
  const { query, entries, changeQuery } = view;
  const isSorted = query.sort !== "manual";
  return (
    <p role="status" className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 text-small text-ink-3">
      {query.search.trim() !== "" && <span>{t("playlist.found", { count: entries.length })}</span>}
      {isSorted && <span>{t("playlist.sortedNote")}</span>}
      {isSorted && (
        <Button size="sm" variant="ghost" onPress={() => changeQuery({ sort: "manual" })}>
          {t("playlist.showManual")}
        </Button>
      )}
    </p>
  );
}
