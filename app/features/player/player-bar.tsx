import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Engine } from "#app/audio/engine.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { Dock } from "./dock.tsx";
import { MiniBar } from "./mini-bar.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useMediaSession } from "./use-media-session.ts";
import { usePlayer } from "./use-player.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useVolume } from "./use-volume.ts";

const loadSheet = () => import("./now-playing-sheet.tsx");

type PlayerBarProps = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  readonly onShowInPlaylist: () => void;
};

/** The player at the bottom of a room: a dock, or on phones a mini bar that opens a sheet. */
export function PlayerBar({ connection, engine, onShowInPlaylist }: PlayerBarProps) {
  const { t } = useTranslation("room");
  const player = usePlayer(connection, engine);
  const volume = useVolume(engine);
  const [isOpen, setOpen] = useState(false);
  const sheet = useLazy(loadSheet, isOpen, () => setOpen(false));
  const onKeyDown = usePlayerKeys(player, volume);
  useMediaSession(player);
  useAnnouncements(player);
  return (
    <section id="player" aria-label={t("player.label")} onKeyDown={onKeyDown}>
      <Dock player={player} volume={volume} onShowInPlaylist={onShowInPlaylist} />
      <MiniBar player={player} onOpen={() => setOpen(true)} />
      {sheet && (
        <sheet.NowPlayingSheet
          player={player}
          volume={volume}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onShowInPlaylist={onShowInPlaylist}
        />
      )}
    </section>
  );
}
