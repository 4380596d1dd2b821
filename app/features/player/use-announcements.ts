import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMs } from "#app/i18n/format.ts";
import { announce } from "#app/ui/announce.ts";
import type { Player } from "./use-player.ts";

/** Several tracks that pass within this are told of once, by the last. */
const SETTLED_MS = 3000;

/** Tells screen readers what is seen otherwise: another track, and sync that is lost. */
export function useAnnouncements({ entry, isPlaying, state, status }: Player): void {
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

  const isLate = state === "late";
  const errorMs = useRef(0);
  errorMs.current = status.errorMs ?? 0;
  useEffect(() => {
    if (!isLate) return;
    const ms = formatMs(Math.abs(errorMs.current), i18n.language);
    announce(t(errorMs.current < 0 ? "player.behind" : "player.ahead", { ms }), "assertive");
  }, [isLate, t, i18n.language]);
}
