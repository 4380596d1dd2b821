import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";
import { useRowContext } from "./row-context.ts";

/** Title and artist, with the badges of the entry. After the first press of Delete, the second line asks for another. */
export function RowTitle({ entry, isNew }: { readonly entry: Entry; readonly isNew: boolean }) {
  const { t } = useTranslation("room");
  const { queuePositions, currentId, isInSync, isMobile, armedRemoval } = useRowContext();
  const queuePosition = queuePositions.get(entry.id);
  const isCurrent = entry.id === currentId;
  // a phone has space for one badge
  const hasNewBadge = isNew && !(isMobile && queuePosition !== undefined);
  return (
    <span className="min-w-0">
      <span
        className={`flex items-center gap-2 font-label max-md:text-[15px] ${isCurrent && isInSync ? "text-accent-ink" : ""}`}
      >
        <span className="truncate" title={entry.track.title}>
          {entry.track.title}
        </span>
        {queuePosition !== undefined && <Badge tone="live">{t("playlist.queued", { place: queuePosition })}</Badge>}
        {hasNewBadge && <Badge tone="outline">{t("playlist.new")}</Badge>}
        {isCurrent && <span className="sr-only">{t("playlist.nowPlaying")}</span>}
      </span>
      {armedRemoval.target === entry.id ? (
        <span className="block truncate text-small leading-[18px] font-strong text-danger-ink">
          {t("playlist.removeByKey")}
        </span>
      ) : (
        <span title={entry.track.artist} className="block truncate text-small leading-[18px] text-ink-3">
          {entry.track.artist}
        </span>
      )}
    </span>
  );
}
