import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { PlayerBar } from "#app/features/player/player-bar.tsx";
import { toPlayerView } from "#app/features/player/player-state.ts";
import { Playlist, type PlaylistHandle } from "#app/features/playlist/playlist.tsx";
import { ArtworkBackdrop } from "#app/features/room/artwork-backdrop.tsx";
import { GuestBar } from "#app/features/room/guest-bar.tsx";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomCover } from "#app/features/room/room-cover.tsx";
import { Toolbar } from "#app/features/room/toolbar.tsx";
import { useRoleNotice } from "#app/features/room/use-role-notice.ts";
import { DropOverlay } from "#app/features/uploads/drop-overlay.tsx";
import { useMissingAnalysis } from "#app/features/uploads/use-missing-analysis.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useDisclosure } from "#app/ui/use-disclosure.ts";
import { AddTracksDialogs, EditTracksDialog, InviteDialog } from "./room-dialogs.tsx";
import { useAddTracksDialogs } from "./use-add-tracks-dialogs.ts";

/** A room that the user has access to: cover, toolbar, playlist, player and dialogs. */
export function OpenRoom({ live, info }: { readonly live: LiveRoom; readonly info: RoomInfo }) {
  const { connection, engine } = live;
  const view = useRoomView(connection);
  const { entry, isInSync } = toPlayerView(view, useStore(engine.status));
  const tracks = useAddTracksDialogs(info.id, view);
  const inviting = useDisclosure();
  const [edited, setEdited] = useState<readonly Entry[]>([]);
  const playlist = useRef<PlaylistHandle>(null);
  useMissingAnalysis(view);
  useRoleNotice(view.self);
  return (
    <div className="flex h-[calc(100dvh-52px)] flex-col md:h-[calc(100dvh-var(--header))]">
      <ArtworkBackdrop hue={entry?.track.hue ?? null} />
      {view.self.userId === null && <GuestBar roomId={info.id} />}
      <main id="content" className="flex min-h-0 flex-1 gap-8 px-4 pt-1 md:px-6 md:pt-4 lg:gap-12 lg:px-8">
        <SkipLinks />
        <RoomCover view={view} engine={engine} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Toolbar info={info} view={view} onInvite={inviting.open} />
          <Playlist
            ref={playlist}
            connection={connection}
            isInSync={isInSync}
            onStart={() => startSoundWithRoom(engine)}
            onAddTracks={tracks.adding.open}
            onEdit={setEdited}
            uploadShare={tracks.uploadShare}
          />
        </div>
      </main>
      <BottomFade />
      <PlayerBar connection={connection} engine={engine} onShowInPlaylist={() => playlist.current?.scrollToCurrent()} />
      {tracks.canAdd && <DropOverlay onFiles={tracks.addFiles} />}
      <AddTracksDialogs roomId={info.id} tracks={tracks} />
      <EditTracksDialog roomId={info.id} entries={edited} media={view.media} onClose={() => setEdited([])} />
      <InviteDialog info={info} view={view} inviting={inviting} />
    </div>
  );
}

function SkipLinks() {
  const { t } = useTranslation("room");
  return (
    <>
      <SkipLink to="playlist" label={t("skipToPlaylist")} />
      <SkipLink to="player" label={t("skipToPlayer")} />
    </>
  );
}

/** Fades the playlist out behind the player. */
function BottomFade() {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-(--z-fade) h-32 bg-linear-to-t from-bg from-38% to-transparent" />
  );
}
