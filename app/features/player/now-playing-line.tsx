import { useTranslation } from "#app/i18n/use-translation.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Cover } from "#app/ui/cover.tsx";
import type { Player } from "./use-player.ts";

/** The address of the current cover, or null. */
export function getCoverUrl({ entry, view }: Player): string | null {
  return coverUrl(entry?.track.cover, view.media);
}

type NowPlayingLineProps = {
  readonly player: Player;
  readonly coverPx: number;
  /** The text below the title. Default: the artist. */
  readonly secondLine?: string;
};

/** The cover and the title of the current track. */
export function NowPlayingLine({ player, coverPx, secondLine }: NowPlayingLineProps) {
  const { t } = useTranslation("room");
  const { entry } = player;
  return (
    <>
      <Cover src={getCoverUrl(player)} size={coverPx} />
      <span className="min-w-0 flex-1 text-left">
        <span title={entry?.track.title} className="block truncate font-strong">
          {entry?.track.title ?? t("player.nothing")}
        </span>
        <span className="block truncate text-small leading-[18px] text-ink-3">
          {secondLine ?? (entry ? entry.track.artist : t("player.begin"))}
        </span>
      </span>
    </>
  );
}
