import { useEffect, useState } from "react";
import { useIntent } from "#app/app-state/pending-intent.ts";
import { CLOSED_ROOM, can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { isLyricsFile } from "#app/domain/lyrics/lyrics-file-name.ts";
import { uploads } from "#app/features/uploads/upload-store.ts";
import { useChoiceNotice } from "#app/features/uploads/use-choice-notice.ts";
import { useResumeOffer } from "#app/features/uploads/use-resume-offer.ts";
import { type UnfinishedCounts, useUnfinishedUploads } from "#app/features/uploads/use-unfinished-uploads.ts";
import { useUploadSummary, useUploads } from "#app/features/uploads/use-uploads.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { type Disclosure, useDisclosure } from "#app/ui/use-disclosure.ts";
import { useArrival, useSharedLink } from "./use-arrival.ts";
import { useLooseLyrics } from "./use-loose-lyrics.ts";

export type AddTracksState = {
  readonly canAdd: boolean;
  /** The dialog that adds tracks. */
  readonly adding: Disclosure;
  /** The link that another app has shared for this room. Null without one. */
  readonly sharedLink: string | null;
  /** The dialog that resumes interrupted uploads. */
  readonly resuming: Disclosure;
  /** The user's uploads of an earlier visit to this room. */
  readonly unfinished: UnfinishedCounts;
  /** The progress of the uploads and imports of this page into this room, 0 to 1. Null while there are none. */
  readonly addingShare: number | null;
  /** Receives the progress of the imports. */
  readonly setImportShare: (share: number | null) => void;
  /** Uploads files and shows their progress. */
  readonly addFiles: (files: readonly File[]) => void;
  readonly startResuming: () => void;
  /** Closes the dialog that resumes uploads. If `hasResumed`, opens the one that shows their progress. */
  readonly endResuming: (options: { readonly hasResumed: boolean }) => void;
};

/** Opens and closes the dialogs for adding tracks. */
export function useAddTracksDialogs(roomId: RoomId, view: RoomView): AddTracksState {
  const canAdd = can(view.self.effectiveRole, "add-tracks", view.state?.info ?? CLOSED_ROOM);
  const arrival = useArrival();
  const adding = useDisclosure(arrival.addTracks);
  const sharedLink = useSharedLink(arrival, adding.isOpen);
  const resuming = useDisclosure();
  const { unfinished, reload } = useUnfinishedUploads(roomId, canAdd, view.state?.playlist.length ?? 0);
  const { totals } = useUploads(roomId);
  useUploadSummary(totals, adding.isOpen);
  useChoiceNotice(totals, adding.isOpen, adding.open);
  useCloseWithoutPermission(adding, canAdd);

  const startResuming = () => {
    adding.close();
    resuming.open();
  };
  const endResuming = ({ hasResumed }: { readonly hasResumed: boolean }) => {
    resuming.close();
    reload();
    if (hasResumed) adding.open();
  };
  const addFiles = (files: readonly File[]) => {
    uploads.add(roomId, files);
    if (!files.every(isLyricsFile)) adding.open();
  };
  useLooseLyrics(roomId, view);
  useResumeOffer(unfinished, adding.isOpen || resuming.isOpen, startResuming);
  useIntent("add-tracks", {
    // the snapshot for the new session has arrived
    isReady: view.self.userId !== null,
    accepts: (intent) => intent.roomId === roomId,
    run: () => canAdd && adding.open(),
  });
  const [importShare, setImportShare] = useState<number | null>(null);
  const addingShare = averageShare(totals.isMoving ? totals.share : null, importShare);
  const actions = { addFiles, startResuming, endResuming, setImportShare };
  return { canAdd, adding, sharedLink, resuming, unfinished, addingShare, ...actions };
}

function averageShare(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : (a + b) / 2;
}

/** Closes the dialog: it must not reappear if the user regains the permission. */
function useCloseWithoutPermission({ close }: Disclosure, hasPermission: boolean): void {
  useEffect(() => {
    if (!hasPermission) close();
  }, [hasPermission, close]);
}
