import { Clock3 } from "lucide-react";
import type { PlaylistSort } from "#app/domain/playlist/playlist-view.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { COLUMNS } from "./columns.ts";

/** Screen readers get no columns, because each row is one cell to them. */
export function ColumnNames({ sort }: { readonly sort: PlaylistSort }) {
  const { t } = useTranslation("room");
  const sortedValue = SORTED_VALUES[sort] ?? "album";
  return (
    <div
      aria-hidden
      data-testid="playlist-columns"
      className={`${COLUMNS} -ml-5 h-8 shrink-0 border-b border-line text-caption text-ink-3 max-md:hidden short:hidden`}
    >
      <span />
      <span className="text-right">#</span>
      <span />
      <span>{t("playlist.column.title")}</span>
      <span className="max-lg:hidden">
        <span className="xl:hidden">{t(`playlist.column.${sortedValue}`)}</span>
        <span className="max-xl:hidden">{t(`playlist.column.${sortedValue === "uploaded" ? sortedValue : "album"}`)}</span>
      </span>
      <span className="max-lg:hidden">{t("playlist.column.addedBy")}</span>
      <span className="max-xl:hidden">{t("playlist.column.added")}</span>
      <span className="text-right max-xl:hidden">{t("playlist.column.size")}</span>
      <span className="lg:hidden" />
      <span className="justify-self-end">
        <Clock3 size={14} />
      </span>
    </div>
  );
}

/** The content of the album column if no other column shows the value that the list is sorted by. */
const SORTED_VALUES: Partial<Record<PlaylistSort, "size" | "added" | "uploaded">> = {
  size: "size",
  newest: "added",
  oldest: "added",
  uploaded: "uploaded",
};
