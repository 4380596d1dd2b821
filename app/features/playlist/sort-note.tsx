import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

/** Why rows cannot be dragged while the list is another than the one that plays, and the way back. */
export function SortNote({ shown }: { readonly shown: ShownPlaylist }) {
  const { t } = useTranslation("room");
  const { query, entries, choose } = shown;
  const isSorted = query.sort !== "manual";
  return (
    <p role="status" className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 text-small text-ink-3">
      {query.search.trim() !== "" && <span>{t("playlist.found", { count: entries.length })}</span>}
      {isSorted && <span>{t("playlist.sortedNote")}</span>}
      {isSorted && (
        <Button size="sm" variant="ghost" onPress={() => choose({ sort: "manual" })}>
          {t("playlist.showManual")}
        </Button>
      )}
    </p>
  );
}
