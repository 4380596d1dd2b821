import { guessAudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { DuplicateCandidate } from "#app/server-client/functions.ts";
import type { FileFacts } from "./file-facts.ts";

/** A chosen file on its way into a room's playlist. */
export type UploadItem = {
  /** Unique on this page; a later item has a higher id. */
  readonly id: number;
  readonly roomId: RoomId;
  readonly file: File;
  /** The text of the lyrics file that was chosen with it. */
  readonly lyrics: string | null;
  /** Whether the item continues an upload that was interrupted earlier. */
  readonly isResumed: boolean;
  /** Null until the file is read. */
  readonly facts: FileFacts | null;
  /** Object URL of the cover, valid on this page only. Null without a cover. */
  readonly coverUrl: string | null;
  /** The track of the library that the user chose in place of the file. Null if the file itself is sent. */
  readonly chosenTrackId: TrackId | null;
  readonly step: UploadStep;
};

export type UploadStep =
  /** The file waits until it is read. */
  | { readonly name: "waiting" }
  /** `share` of the file that is read, 0 to 1. */
  | { readonly name: "reading"; readonly share: number }
  /** The file resembles tracks of the library. The user chooses which to use; nothing has been sent. */
  | { readonly name: "duplicate"; readonly tracks: readonly DuplicateCandidate[] }
  /** The file is read, and waits until it is sent. */
  | { readonly name: "queued" }
  | { readonly name: "uploading"; readonly sentBytes: number; readonly startedAtMs: number; readonly startedAtBytes: number }
  /** All parts are sent; the server inspects the file. */
  | { readonly name: "completing" }
  /** The chosen track of the library is added to the playlist in place of the file. */
  | { readonly name: "adding-track" }
  | { readonly name: "done" }
  | { readonly name: "failed"; readonly error: ErrorCode };

/** The choice for a file with duplicates: a track of the library, or the file itself. */
export type DuplicateChoice = { readonly use: "track"; readonly trackId: TrackId } | { readonly use: "file" };

export function isInProgress({ step }: UploadItem): boolean {
  return step.name !== "done" && step.name !== "failed";
}

/** Refuses a file that cannot become a track, judging by its name, type and size. */
export function checkFile(file: File): Result<null> {
  if (file.size === 0) return fail("file-empty");
  if (file.size > uploadLimits.audioBytes) return fail("file-too-large");
  const isAudio = guessAudioFormat(file.name) !== null || file.type.startsWith("audio/");
  return isAudio ? ok(null) : fail("not-audio");
}
