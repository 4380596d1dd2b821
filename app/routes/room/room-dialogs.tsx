import { type ReactNode, useEffect } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { LiveRoom } from "#app/features/room/live-room.client.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { toListenTogether } from "#app/routes/listen-together.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { type Disclosure, useDisclosure } from "#app/ui/use-disclosure.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import type { AddTracksState } from "./use-add-tracks-dialogs.ts";

const loadAddTracks = () => withAreaTexts("tracks", import("#app/features/uploads/add-tracks-dialog.tsx"));
const loadLibrary = () => withAreaTexts("tracks", import("#app/features/library/library-tab.tsx"));
const loadServices = () => withAreaTexts("imports", import("#app/features/imports/services-tab.tsx"));
const loadImportsWatch = () => withAreaTexts("imports", import("#app/features/imports/room-imports-watch.tsx"));
const loadResume = () => withAreaTexts("tracks", import("#app/features/uploads/resume-dialog.tsx"));
const loadEdit = () => withAreaTexts("tracks", import("#app/features/track-edit/track-dialog.tsx"));
const loadLyrics = () => withAreaTexts("tracks", import("#app/features/lyrics/lyrics-dialog.tsx"));
const loadInvite = () => import("#app/features/invites/invite-dialog.tsx");

type AddTracksDialogsProps = { readonly roomId: RoomId; readonly tracks: AddTracksState };

/** Adding tracks, and resuming interrupted uploads. */
export function AddTracksDialogs({ roomId, tracks }: AddTracksDialogsProps) {
  const { canAdd, adding, sharedLink, resuming, unfinished, startResuming, endResuming, setImportShare } = tracks;
  const isAdding = adding.isOpen && canAdd;
  const isResuming = resuming.isOpen && canAdd;
  const add = useLazy(loadAddTracks, isAdding, adding.close);
  const resume = useLazy(loadResume, isResuming, resuming.close);
  const services = useDisclosure();
  return (
    <>
      {isAdding && add && (
        <add.AddTracksDialog
          roomId={roomId}
          unfinished={unfinished}
          sharedLink={sharedLink}
          library={<LazyLibrary roomId={roomId} />}
          services={(props) => <LazyServices roomId={roomId} onOpen={services.open} {...props} />}
          onResume={startResuming}
          onClose={adding.close}
        />
      )}
      {isResuming && resume && (
        <resume.ResumeDialog
          roomId={roomId}
          onClose={() => endResuming({ hasResumed: false })}
          onResumed={() => endResuming({ hasResumed: true })}
        />
      )}
      {services.isOpen && <LazyImportsWatch roomId={roomId} isListVisible={isAdding} onShareChange={setImportShare} />}
    </>
  );
}

function LazyLibrary({ roomId }: { readonly roomId: RoomId }) {
  const library = useLazy(loadLibrary, true);
  return library && <library.LibraryTab roomId={roomId} />;
}

type LazyServicesProps = {
  readonly roomId: RoomId;
  readonly link: string | null;
  readonly onUpload: () => void;
  readonly onOpen: () => void;
};

function LazyServices({ onOpen, ...props }: LazyServicesProps) {
  const services = useLazy(loadServices, true);
  useEffect(onOpen, [onOpen]);
  return services && <services.ServicesTab {...props} />;
}

type ImportsWatchProps = {
  readonly roomId: RoomId;
  readonly isListVisible: boolean;
  readonly onShareChange: (share: number | null) => void;
};

/** From the first time that the services are opened until the room is left, imports continue while the dialog is closed. */
function LazyImportsWatch(props: ImportsWatchProps): ReactNode {
  const watch = useLazy(loadImportsWatch, true);
  return watch && <watch.RoomImportsWatch {...props} />;
}

type EditTracksDialogProps = {
  readonly roomId: RoomId;
  /** The dialog is open unless this is empty. */
  readonly entries: readonly Entry[];
  readonly media: RoomView["media"];
  readonly onClose: () => void;
};

export function EditTracksDialog({ roomId, entries, media, onClose }: EditTracksDialogProps) {
  const isOpen = entries.length > 0;
  const edit = useLazy(loadEdit, isOpen, onClose);
  return isOpen && edit && <edit.TrackDialog roomId={roomId} tracks={toTracks(entries)} media={media} onClose={onClose} />;
}

/** Each track once, even if the playlist contains it several times. */
function toTracks(entries: readonly Entry[]): readonly Track[] {
  return [...new Map(entries.map(({ track }) => [track.id, track])).values()];
}

type LyricsDialogProps = { readonly live: LiveRoom; readonly lyrics: Disclosure };

export function LyricsDialog({ live: { connection, engine }, lyrics: { isOpen, close } }: LyricsDialogProps) {
  const lyrics = useLazy(loadLyrics, isOpen, close);
  return isOpen && lyrics && <lyrics.LyricsDialog connection={connection} engine={engine} onClose={close} />;
}

type InviteDialogProps = { readonly info: RoomInfo; readonly view: RoomView; readonly inviting: Disclosure };

export function InviteDialog({ info, view, inviting }: InviteDialogProps) {
  const { isOpen, close } = inviting;
  const { t } = useTranslation();
  const invite = useLazy(loadInvite, isOpen, close);
  const describe = () => toListenTogether(t, { owner: info.owner.name, tracks: toTracks(view.state?.playlist ?? []).length });
  return (
    isOpen &&
    invite && (
      <invite.InviteDialog
        roomId={info.id}
        roomName={info.name}
        roomUrl={info.url}
        shareText={hasPublicContent(info) ? describe() : null}
        hasPassword={info.hasPassword}
        effectiveRole={view.self.effectiveRole}
        onClose={close}
      />
    )
  );
}
