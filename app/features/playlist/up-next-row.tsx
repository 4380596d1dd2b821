import { ListX } from "lucide-react";
import type { ReactNode } from "react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";

type UpNextRowProps = {
  readonly entry: Entry;
  readonly isQueued: boolean;
  readonly media: MediaGrant | null;
  /** The votes for the entry, if it has any place for them. */
  readonly vote: ReactNode;
  /** Null unless the entry is queued and the user may arrange it. */
  readonly onRemove: (() => void) | null;
};

/** A track that plays later. */
export function UpNextRow({ entry: { track }, isQueued, media, vote, onRemove }: UpNextRowProps) {
  const { t } = useTranslation("playback");
  return (
    <li className="flex min-h-15 items-center gap-3">
      <Cover src={coverUrl(track.cover, media)} size={44} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-label">
          <span className="truncate" title={track.title}>
            {track.title}
          </span>
          {isQueued && <Badge tone="live">{t("upNext.queued")}</Badge>}
        </span>
        <span title={track.artist} className="block truncate text-small text-ink-3">
          {track.artist}
        </span>
      </span>
      {vote}
      {onRemove && (
        <IconButton size="sm" label={t("upNext.removeNamed", { title: track.title })} icon={<ListX />} onPress={onRemove} />
      )}
      <span className="shrink-0 text-small text-ink-3 tabular-nums">{formatDuration(track.durationMs)}</span>
    </li>
  );
}
