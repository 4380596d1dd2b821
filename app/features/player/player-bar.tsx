import { useState } from "react";
import type { Engine } from "#app/audio/engine.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { Dock } from "./dock.tsx";
import { MiniBar } from "./mini-bar.tsx";
import { LazyMomentLayer } from "./reactions/lazy-moment-layer.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useControlNotices } from "./use-control-notices.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlayer } from "./use-player.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useSleepTimer } from "./use-sleep-timer.ts";
import { useVolume } from "./use-volume.ts";

const loadSheet = () => import("./now-playing-sheet.tsx");

type PlayerBarProps = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  readonly onShowInPlaylist: () => void;
  /** Opens the lyrics of the current track. */
  readonly onLyrics: () => void;
};

/** The player at the bottom of a room: a dock, or on phones a mini bar that opens a sheet. */
export function PlayerBar({ connection, engine, onShowInPlaylist, onLyrics }: PlayerBarProps) {
  const { t } = useTranslation("room");
  const player = usePlayer(connection, engine);
  const volume = useVolume(engine);
  const sleepTimer = useSleepTimer(player, engine);
  const [isOpen, setOpen] = useState(false);
  const sheet = useLazy(loadSheet, isOpen, () => setOpen(false));
  const onKeyDown = usePlayerKeys(player, volume);
  useMediaSession(player);
  useAnnouncements(player);
  useControlNotices(connection);
  return (
    <section id="player" data-player aria-label={t("player.label")} onKeyDown={onKeyDown}>
      <Dock {...{ player, volume, sleepTimer, onShowInPlaylist, onLyrics }} />
      <MiniBar player={player} onOpen={() => setOpen(true)} />
      <LazyMomentLayer player={player} />
      {sheet && (
        <sheet.NowPlayingSheet
          player={player}
          volume={volume}
          sleepTimer={sleepTimer}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onShowInPlaylist={onShowInPlaylist}
          onLyrics={onLyrics}
        />
      )}
    </section>
  );
}
