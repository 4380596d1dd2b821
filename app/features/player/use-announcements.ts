import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "#app/ui/announce.ts";
import { lateness } from "./sync-badge.tsx";
import type { Player } from "./use-player.ts";

/** Several tracks that pass within this are told of once, by the last. */
const SETTLED_MS = 3000;

/** Tells screen readers what is seen otherwise: another track, and sync that is lost. */
export function useAnnouncements(player: Player): void {
  const { entry, isPlaying, state } = player;
  const { t, i18n } = useTranslation("room");
  const told = useRef<string | null>(null);
  const title = entry?.track.title;
  const artist = entry?.track.artist;
  const id = entry?.id ?? null;

  useEffect(() => {
    if (!isPlaying || !title || id === told.current) return;
    const timer = setTimeout(() => {
      told.current = id;
      announce(artist ? t("player.nowPlaying", { title, artist }) : t("player.nowPlayingUntitled", { title }));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [id, isPlaying, title, artist, t]);

  const lostWords = state === "late" ? `${lateness(t, player, i18n.language)}. ${t("player.resyncAvailable")}` : "";
  const words = useRef(lostWords);
  words.current = lostWords;
  const since = useRef<"lost" | "found" | null>(null);
  const isLost = state === "late";
  const isFound = state === "in-sync";
  useEffect(() => {
    if (isLost) announce(words.current, "assertive");
    else if (isFound && since.current !== "found") announce(t(since.current === "lost" ? "player.inSyncAgain" : "sync.title"));
    if (isLost) since.current = "lost";
    else if (isFound) since.current = "found";
  }, [isLost, isFound, t]);
}
