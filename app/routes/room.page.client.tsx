import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIntent } from "#app/app-state/pending-intent.ts";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { PlayerBar } from "#app/features/player/player-bar.tsx";
import { playerView } from "#app/features/player/player-state.ts";
import { Playlist, type PlaylistHandle } from "#app/features/playlist/playlist.tsx";
import { Gate } from "#app/features/room/access-gate.tsx";
import { Wash } from "#app/features/room/artwork-backdrop.tsx";
import { GuestBar } from "#app/features/room/guest-bar.tsx";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { RoomClosed } from "#app/features/room/room-closed.tsx";
import { Stage } from "#app/features/room/room-cover.tsx";
import { RoomSkeleton } from "#app/features/room/room-skeleton.tsx";
import { Toolbar } from "#app/features/room/toolbar.tsx";
import { useLongLossNotice } from "#app/features/room/use-long-loss-notice.ts";
import { useRoleNotice } from "#app/features/room/use-role-notice.ts";
import { DropOverlay } from "#app/features/uploads/drop-overlay.tsx";
import { uploads } from "#app/features/uploads/upload-store.ts";
import { useMissingAnalysis } from "#app/features/uploads/use-missing-analysis.ts";
import { useResumeOffer } from "#app/features/uploads/use-resume-offer.ts";
import { useUnfinished } from "#app/features/uploads/use-unfinished.ts";
import { useUploadSummary, useUploads } from "#app/features/uploads/use-uploads.ts";
import { withArea } from "#app/i18n/with-texts.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useEngineStatus, useRoomView } from "#app/server-client/room/use-room-view.ts";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadAddTracks = () => withArea("tracks", import("#app/features/uploads/add-tracks-dialog.tsx"));
const loadLibrary = () => withArea("tracks", import("#app/features/library/library-tab.tsx"));
const loadResume = () => withArea("tracks", import("#app/features/uploads/resume-dialog.tsx"));
const loadEdit = () => withArea("tracks", import("#app/features/track-edit/track-dialog.tsx"));
const loadInvite = () => import("#app/features/invites/invite-dialog.tsx");

/** A room: what plays, who is here, the playlist, the player. */
export function RoomPage({ live, address }: { readonly live: LiveRoom; readonly address: string }) {
  const { connection } = live;
  const view = useRoomView(connection);
  useRejoinOnSignIn(connection.rejoin);
  useAddress(view.state?.info ?? null);
  useLongLossNotice(view.connection);
  const known = useRef(address);
  known.current = view.state?.info.id ?? known.current;
  if (isAtGate(view)) return <Gate address={known.current} connection={connection} view={view} />;
  if (view.closeReason) return <RoomClosed reason={view.closeReason} />;
  if (!view.state) return <RoomSkeleton />;
  return <OpenRoom live={live} info={view.state.info} />;
}

function OpenRoom({ live, info }: { readonly live: LiveRoom; readonly info: RoomInfo }) {
  const { connection, engine } = live;
  const roomId = info.id;
  const view = useRoomView(connection);
  const status = useEngineStatus(engine);
  const { entry, isLit } = playerView(view, status);
  const { totals } = useUploads(roomId);
  const canAdd = can(view.self.effectiveRole, "add-tracks");
  const { t } = useTranslation("room");
  const location = useLocation();
  const [isAdding, setAdding] = useState(() => isFresh(location.state));
  const stopAdding = useCallback(() => setAdding(false), []);
  // who may no more must not find it open when they may again
  useEffect(() => {
    if (!canAdd) setAdding(false);
  }, [canAdd]);
  const addTracks = useLazy(loadAddTracks, isAdding && canAdd, stopAdding);
  const [isResuming, setResuming] = useState(false);
  const stopResuming = useCallback(() => setResuming(false), []);
  const resume = useLazy(loadResume, isResuming && canAdd, stopResuming);
  const unfinished = useUnfinished(roomId, canAdd, view.state?.playlist.length ?? 0);
  const startResuming = () => {
    setAdding(false);
    setResuming(true);
  };
  useResumeOffer(isResuming ? 0 : unfinished.count, startResuming);
  const [isInviting, setInviting] = useState(false);
  const stopInviting = useCallback(() => setInviting(false), []);
  const invite = useLazy(loadInvite, isInviting, stopInviting);
  const [editing, setEditing] = useState<readonly Entry[]>([]);
  const stopEditing = useCallback(() => setEditing([]), []);
  const edit = useLazy(loadEdit, editing.length > 0, stopEditing);
  const playlist = useRef<PlaylistHandle>(null);
  useUploadSummary(totals, isAdding);
  useMissingAnalysis(view);
  useRoleNotice(view.self);
  useOnce(location.state);
  useIntent("add-tracks", {
    // the room has heard who it is
    isReady: view.self.userId !== null,
    accepts: (intent) => intent.roomId === roomId,
    run: () => setAdding(canAdd),
  });

  const addFiles = (files: readonly File[]) => {
    uploads.add(roomId, files);
    setAdding(true);
  };

  return (
    <div className="flex h-[calc(100dvh-52px)] flex-col md:h-[calc(100dvh-var(--header))]">
      <Wash hue={entry?.track.hue ?? null} />
      {view.self.userId === null && <GuestBar roomId={roomId} />}
      <main id="content" className="flex min-h-0 flex-1 gap-8 px-4 pt-1 md:px-6 md:pt-4 lg:gap-12 lg:px-8">
        <SkipLink to="playlist" label={t("skipToPlaylist")} />
        <SkipLink to="player" label={t("skipToPlayer")} />
        <Stage view={view} engine={engine} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Toolbar info={info} view={view} onInvite={() => setInviting(true)} />
          <Playlist
            ref={playlist}
            connection={connection}
            isLit={isLit}
            onAddTracks={() => setAdding(true)}
            onEdit={setEditing}
            uploadShare={totals.isUnderWay ? totals.share : null}
          />
        </div>
      </main>
      <div className="pointer-events-none fixed inset-x-0 bottom-0 z-(--z-fade) h-32 bg-linear-to-t from-bg from-38% to-transparent" />
      <PlayerBar connection={connection} engine={engine} onShowInPlaylist={() => playlist.current?.showCurrent()} />
      {canAdd && <DropOverlay onFiles={addFiles} />}
      {isAdding && canAdd && addTracks && (
        <addTracks.AddTracksDialog
          roomId={roomId}
          unfinished={unfinished.count}
          library={<LazyLibrary roomId={roomId} />}
          onResume={startResuming}
          onClose={stopAdding}
        />
      )}
      {isResuming && canAdd && resume && (
        <resume.ResumeDialog
          roomId={roomId}
          onClose={() => {
            stopResuming();
            unfinished.look();
          }}
          onResumed={() => {
            stopResuming();
            unfinished.look();
            setAdding(true);
          }}
        />
      )}
      {editing.length > 0 && edit && (
        <edit.TrackDialog roomId={roomId} tracks={tracksOf(editing)} media={view.media} onClose={stopEditing} />
      )}
      {isInviting && invite && (
        <invite.InviteDialog
          roomId={roomId}
          roomName={info.name}
          roomUrl={info.url}
          hasPassword={info.hasPassword}
          effectiveRole={view.self.effectiveRole}
          onClose={stopInviting}
        />
      )}
    </div>
  );
}

function LazyLibrary({ roomId }: { readonly roomId: RoomId }) {
  const library = useLazy(loadLibrary, true, doNothing);
  return library && <library.LibraryTab roomId={roomId} />;
}

/** It has been said; whoever opens the tab again asks again. */
const doNothing = () => undefined;

/** Each once, however often it stands in the playlist. */
function tracksOf(entries: readonly Entry[]): readonly Track[] {
  return [...new Map(entries.map(({ track }) => [track.id, track])).values()];
}

/** A room that has just been made opens with the upload. */
function isFresh(state: unknown): boolean {
  return typeof state === "object" && state !== null && "addTracks" in state && state.addTracks === true;
}

/** A reload, or coming back, is no new room. */
function useOnce(state: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (isFresh(state)) navigate(".", { replace: true, state: null });
  }, [state, navigate]);
}

/** What can be done about from out here: a password, a request, a removal. */
function isAtGate({ connection, closeReason }: RoomView): boolean {
  if (connection === "waiting") return true;
  return closeReason === "password-required" || closeReason === "token-expired" || closeReason === "access-lost";
}

/** A room may be given another url while it is open: a reload must find it. */
function useAddress(info: RoomInfo | null): void {
  const before = useRef(info?.url);
  useEffect(() => {
    const known = before.current;
    before.current = info?.url;
    if (!info || !known || known === info.url || !location.pathname.endsWith(`/${known}`)) return;
    history.replaceState(history.state, "", `/room/${info.url}`);
  }, [info]);
}

/** The room knows people by their session at the door: who signs in or out comes in anew. */
function useRejoinOnSignIn(rejoin: () => void): void {
  const userId = useUser()?.id ?? null;
  const known = useRef(userId);
  useEffect(() => {
    if (known.current === userId) return;
    known.current = userId;
    rejoin();
  }, [userId, rejoin]);
}
