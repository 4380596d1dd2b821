import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { announce } from "#app/ui/announce.ts";
import { formatDeviation } from "./deviation-text.ts";
import type { Player } from "./use-player.ts";

/** Of the tracks that are skipped within this time only the last is announced. */
const SETTLE_MS = 3000;

/** Announces a new track, and a loss of sync, to screen readers. */
export function useAnnouncements(player: Player): void {
  useTrackAnnouncements(player);
  useSyncAnnouncements(player);
}

function useTrackAnnouncements({ entry, isPlaying }: Player): void {
  const { t } = useTranslation("room");
  const announcedId = useRef<string | null>(null);
  const id = entry?.id ?? null;
  const title = entry?.track.title;
  const artist = entry?.track.artist;

  useEffect(() => {
    if (!isPlaying || !title || id === announcedId.current) return;
    const timer = setTimeout(() => {
      announcedId.current = id;
      announce(artist ? t("player.nowPlaying", { title, artist }) : t("player.nowPlayingUntitled", { title }));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [id, isPlaying, title, artist, t]);
}

/** Being in sync is announced only the first time and after a loss. */
function useSyncAnnouncements(player: Player): void {
  const { t, language } = useTranslation("room");
  const isLost = player.state === "sync-error";
  const isInSync = player.state === "in-sync";
  const { engineStatus } = player;
  const announceLoss = useLatestRef(() => {
    announce(`${formatDeviation(t, engineStatus.get(), language)}. ${t("player.resyncAvailable")}`, "assertive");
  });
  const announced = useRef<"lost" | "in-sync" | null>(null);

  useEffect(() => {
    if (isLost) {
      announceLoss.current();
      announced.current = "lost";
    } else if (isInSync && announced.current !== "in-sync") {
      announce(t(announced.current === "lost" ? "player.inSyncAgain" : "sync.title"));
      announced.current = "in-sync";
    }
  }, [isLost, isInSync, announceLoss, t]);
}
