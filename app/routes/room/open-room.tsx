import { useCallback, useRef, useState } from "react";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { RoomChat } from "#app/features/chat/room-chat.tsx";
import { DevicesButton } from "#app/features/devices/devices-button.tsx";
import { PlayerBar } from "#app/features/player/player-bar.tsx";
import { PlayerSkeleton } from "#app/features/player/player-skeleton.tsx";
import { useControlIntent } from "#app/features/player/use-control-intent.ts";
import { usePlayerView } from "#app/features/player/use-player-view.ts";
import { Playlist, type PlaylistHandle } from "#app/features/playlist/playlist.tsx";
import { useAdditionOffers } from "#app/features/playlist/use-addition-offers.ts";
import { ArtworkBackdrop } from "#app/features/room/artwork-backdrop.tsx";
import { GuestBar } from "#app/features/room/guest-bar.tsx";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomCover } from "#app/features/room/room-cover.tsx";
import { ToolbarSkeleton } from "#app/features/room/room-part-skeletons.tsx";
import { Toolbar } from "#app/features/room/toolbar.tsx";
import { useRoleNotice } from "#app/features/room/use-role-notice.ts";
import { DropOverlay } from "#app/features/uploads/drop-overlay.tsx";
import { useMissingAnalysis } from "#app/features/uploads/use-missing-analysis.ts";
import { usePlayingAnalysis } from "#app/features/uploads/use-playing-analysis.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStorePart } from "#app/lib/use-store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Later } from "#app/ui/later.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useDisclosure } from "#app/ui/use-disclosure.ts";
import { useUndoShortcut } from "#app/ui/use-undo-shortcut.ts";
import { AddTracksDialogs, EditTracksDialog, InviteDialog, LyricsDialog } from "./room-dialogs.tsx";
import { RoomFrame } from "./room-frame.tsx";
import { RoomShortcuts } from "./room-shortcuts.tsx";
import { useAddTracksDialogs } from "./use-add-tracks-dialogs.ts";
import { useDeviceLink } from "./use-device-link.ts";

/** A room that the user has access to: cover, toolbar, playlist, player and dialogs. */
export function OpenRoom({ live, info }: { readonly live: LiveRoom; readonly info: RoomInfo }) {
  const { connection, engine } = live;
  const view = useRoomView(connection);
  const { entry, isInSync } = usePlayerView(view, engine);
  const tracks = useAddTracksDialogs(info.id, view);
  const inviting = useDisclosure();
  const [edited, setEdited] = useState<readonly Entry[]>([]);
  const playlist = useRef<PlaylistHandle>(null);
  const { explain } = useControlIntent(view);
  useBackgroundWork(live, view);
  useUndo(connection, tracks.addingShare !== null);
  return (
    <>
      <SkipLinks />
      <ArtworkBackdrop hue={entry?.track.hue ?? null} />
      <RoomFrame
        top={view.self.userId === null && <GuestBar info={info} connection={connection} />}
        cover={<RoomCover view={view} engine={engine} />}
        player={<PlayerWithLyrics live={live} onShowInPlaylist={() => playlist.current?.scrollToCurrent()} />}
      >
        <LaterToolbar live={live} info={info} view={view} onInvite={inviting.open} />
        <Playlist
          ref={playlist}
          connection={connection}
          isInSync={isInSync}
          onStart={() => startSoundWithRoom(engine)}
          onAddTracks={tracks.adding.open}
          onEdit={setEdited}
          onPlayRefused={explain}
          addingShare={tracks.addingShare}
        />
      </RoomFrame>
      {tracks.canAdd && <DropOverlay onFiles={tracks.addFiles} />}
      <AddTracksDialogs roomId={info.id} tracks={tracks} />
      <EditTracksDialog roomId={info.id} entries={edited} media={view.media} onClose={() => setEdited([])} />
      <InviteDialog info={info} view={view} inviting={inviting} />
    </>
  );
}

/** Work of an open room that shows itself only in notices. */
function useBackgroundWork(live: LiveRoom, view: RoomView): void {
  useAnalyses(live, view);
  useRoleNotice(view.self);
  useDeviceLink(live);
}

/** Analyzes the user's own tracks, and those of others that play on this device. */
function useAnalyses({ engine }: LiveRoom, view: RoomView): void {
  useMissingAnalysis(view);
  usePlayingAnalysis(
    view,
    useStorePart(engine.status, ({ sound }) => sound === "on"),
  );
}

function useUndo(connection: RoomConnection, isAdding: boolean): void {
  useUndoShortcut(connection.whenAnswered);
  useAdditionOffers(connection, isAdding);
}

type RoomToolsProps = { readonly live: LiveRoom; readonly info: RoomInfo; readonly onInvite: () => void };

/** The last buttons of the toolbar. */
function RoomTools({ live: { connection, engine }, info, onInvite }: RoomToolsProps) {
  const start = useCallback(() => startSoundWithRoom(engine), [engine]);
  const serverNowMs = useCallback(() => engine.serverNowMs(), [engine]);
  return (
    <>
      <DevicesButton connection={connection} engine={engine} onInvite={onInvite} />
      <RoomChat roomId={info.id} connection={connection} serverNowMs={serverNowMs} onStart={start} />
      <RoomShortcuts />
    </>
  );
}

type PlayerWithLyricsProps = { readonly live: LiveRoom; readonly onShowInPlaylist: () => void };

function PlayerWithLyrics({ live, onShowInPlaylist }: PlayerWithLyricsProps) {
  const { connection, engine } = live;
  const lyrics = useDisclosure();
  return (
    <>
      <Later fallback={<PlayerSkeleton />}>
        <PlayerBar {...{ connection, engine, onShowInPlaylist }} onLyrics={lyrics.open} />
      </Later>
      <LyricsDialog live={live} lyrics={lyrics} />
    </>
  );
}

function LaterToolbar({ view, ...props }: RoomToolsProps & { readonly view: RoomView }) {
  const { info, onInvite } = props;
  return (
    <Later fallback={<ToolbarSkeleton />}>
      <Toolbar info={info} view={view} onInvite={onInvite} tools={<RoomTools {...props} />} />
    </Later>
  );
}

function SkipLinks() {
  const { t } = useTranslation("room");
  return (
    <nav aria-label={t("skipLinks")}>
      <SkipLink to="playlist" label={t("skipToPlaylist")} />
      <SkipLink to="player" label={t("skipToPlayer")} />
    </nav>
  );
}
