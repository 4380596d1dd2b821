import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { Badge } from "#app/ui/badge.tsx";
import { useRowFacts } from "./row-facts.ts";

/** Title and artist, and what there is to say of them. */
export function RowTitle({ entry, isNew }: { readonly entry: Entry; readonly isNew: boolean }) {
  const { t } = useTranslation("room");
  const { queue, currentId, isLit } = useRowFacts();
  const place = queue.get(entry.id);
  const isCurrent = entry.id === currentId;
  return (
    <span className="min-w-0">
      <span className={`flex items-center gap-2 font-label max-md:text-[15px] ${isCurrent && isLit ? "text-accent-ink" : ""}`}>
        <span className="truncate" title={entry.track.title}>
          {entry.track.title}
        </span>
        {place !== undefined && <Badge tone="live">{t("playlist.queued", { place })}</Badge>}
        {isNew && <Badge tone="outline">{t("playlist.new")}</Badge>}
        {isCurrent && <span className="sr-only">{t("playlist.nowPlaying")}</span>}
      </span>
      <span className="block truncate text-small leading-[18px] text-ink-3">{entry.track.artist}</span>
    </span>
  );
}
