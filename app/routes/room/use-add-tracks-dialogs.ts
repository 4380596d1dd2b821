import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useIntent } from "#app/app-state/pending-intent.ts";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { uploads } from "#app/features/uploads/upload-store.ts";
import { useResumeOffer } from "#app/features/uploads/use-resume-offer.ts";
import { useUnfinishedUploads } from "#app/features/uploads/use-unfinished-uploads.ts";
import { useUploadSummary, useUploads } from "#app/features/uploads/use-uploads.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { type Disclosure, useDisclosure } from "#app/ui/use-disclosure.ts";

export type AddTracksState = {
  readonly canAdd: boolean;
  /** The dialog that adds tracks. */
  readonly adding: Disclosure;
  /** The dialog that resumes interrupted uploads. */
  readonly resuming: Disclosure;
  /** The number of the user's interrupted uploads in this room. */
  readonly unfinishedCount: number;
  /** The progress of the uploads in this room, 0 to 1. Null while there are none. */
  readonly uploadShare: number | null;
  /** Uploads files and shows their progress. */
  readonly addFiles: (files: readonly File[]) => void;
  readonly startResuming: () => void;
  /** Closes the dialog that resumes uploads. If `hasResumed`, opens the one that shows their progress. */
  readonly endResuming: (options: { readonly hasResumed: boolean }) => void;
};

/** Opens and closes the dialogs for adding tracks. */
export function useAddTracksDialogs(roomId: RoomId, view: RoomView): AddTracksState {
  const canAdd = can(view.self.effectiveRole, "add-tracks");
  const adding = useDisclosure(useIsNewRoom());
  const resuming = useDisclosure();
  const unfinished = useUnfinishedUploads(roomId, canAdd, view.state?.playlist.length ?? 0);
  const { totals } = useUploads(roomId);
  useUploadSummary(totals, adding.isOpen);
  useCloseWithoutPermission(adding, canAdd);

  const startResuming = () => {
    adding.close();
    resuming.open();
  };
  const endResuming = ({ hasResumed }: { readonly hasResumed: boolean }) => {
    resuming.close();
    unfinished.reload();
    if (hasResumed) adding.open();
  };
  const addFiles = (files: readonly File[]) => {
    uploads.add(roomId, files);
    adding.open();
  };
  useResumeOffer(resuming.isOpen ? 0 : unfinished.count, startResuming);
  useIntent("add-tracks", {
    // the snapshot for the new session has arrived
    isReady: view.self.userId !== null,
    accepts: (intent) => intent.roomId === roomId,
    run: () => canAdd && adding.open(),
  });
  const uploadShare = totals.isInProgress ? totals.share : null;
  return { canAdd, adding, resuming, unfinishedCount: unfinished.count, uploadShare, addFiles, startResuming, endResuming };
}

/** Closes the dialog: it must not reappear if the user regains the permission. */
function useCloseWithoutPermission({ close }: Disclosure, hasPermission: boolean): void {
  useEffect(() => {
    if (!hasPermission) close();
  }, [hasPermission, close]);
}

/** Whether the room has just been created. True once: a reload and the back button show an ordinary room. */
function useIsNewRoom(): boolean {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isNew = isNewRoomState(state);
  useEffect(() => {
    if (isNew) navigate(".", { replace: true, state: null });
  }, [isNew, navigate]);
  return isNew;
}

function isNewRoomState(state: unknown): boolean {
  return typeof state === "object" && state !== null && "addTracks" in state && state.addTracks === true;
}
