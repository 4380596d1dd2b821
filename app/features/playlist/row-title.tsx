import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { Badge } from "#app/ui/badge.tsx";
import { useRowContext } from "./row-context.ts";

/** Title and artist, with the badges of the entry. */
export function RowTitle({ entry, isNew }: { readonly entry: Entry; readonly isNew: boolean }) {
  const { t } = useTranslation("room");
  const { queuePositions, currentId, isInSync } = useRowContext();
  const queuePosition = queuePositions.get(entry.id);
  const isCurrent = entry.id === currentId;
  return (
    <span className="min-w-0">
      <span
        className={`flex items-center gap-2 font-label max-md:text-[15px] ${isCurrent && isInSync ? "text-accent-ink" : ""}`}
      >
        <span className="truncate" title={entry.track.title}>
          {entry.track.title}
        </span>
        {queuePosition !== undefined && <Badge tone="live">{t("playlist.queued", { place: queuePosition })}</Badge>}
        {isNew && <Badge tone="outline">{t("playlist.new")}</Badge>}
        {isCurrent && <span className="sr-only">{t("playlist.nowPlaying")}</span>}
      </span>
      <span className="block truncate text-small leading-[18px] text-ink-3">{entry.track.artist}</span>
    </span>
  );
}
