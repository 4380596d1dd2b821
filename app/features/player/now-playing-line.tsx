import { useTranslation } from "react-i18next";
import { Cover } from "#app/ui/cover.tsx";
import type { Player } from "./use-player.ts";

/** The address of the current cover, or null. */
export function coverOf({ entry, view }: Player): string | null {
  return entry?.track.cover && view.media ? `/media/cover/${entry.track.cover}?${view.media.query}` : null;
}

/** Cover, title and a second line. */
export function NowPlayingLine({
  player,
  coverPx,
  second,
}: {
  readonly player: Player;
  readonly coverPx: number;
  readonly second?: string;
}) {
  const { t } = useTranslation("room");
  const { entry } = player;
  return (
    <>
      <Cover src={coverOf(player)} size={coverPx} />
      <span className="min-w-0 flex-1 text-left">
        <span className="block truncate font-strong">{entry?.track.title ?? t("player.nothing")}</span>
        <span className="block truncate text-small leading-[18px] text-ink-3">
          {second ?? (entry ? entry.track.artist : t("player.begin"))}
        </span>
      </span>
    </>
  );
}
