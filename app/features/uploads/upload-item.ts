import { formatFromFileName } from "#app/domain/audio-files/audio-format.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import type { DuplicateCandidate } from "#app/server-client/functions.ts";
import type { FileFacts } from "./file-facts.ts";

/** One file on its way into a room. */
export type UploadItem = {
  readonly id: number;
  readonly roomId: RoomId;
  readonly file: File;
  /** It goes on with something that was begun before. */
  readonly isResumed: boolean;
  /** Null before they are read. */
  readonly facts: FileFacts | null;
  /** An address of the cover for this page only. */
  readonly coverUrl: string | null;
  readonly step: UploadStep;
};

export type UploadStep =
  | { readonly name: "waiting" }
  | { readonly name: "reading"; readonly share: number }
  /** The library has something like it; a person says which it shall be. Nothing has been sent. */
  | { readonly name: "duplicate"; readonly tracks: readonly DuplicateCandidate[] }
  /** A track that is there already goes into the playlist in its place. */
  | { readonly name: "taking"; readonly trackId: TrackId }
  /** Read, and waits for the line. */
  | { readonly name: "queued" }
  | { readonly name: "uploading"; readonly sentBytes: number; readonly startedAtMs: number; readonly startedAtBytes: number }
  | { readonly name: "finishing" }
  | { readonly name: "done" }
  | { readonly name: "failed"; readonly error: ErrorCode };

/** What shall be done with a file that looks familiar: a track that is there already, or the file after all. */
export type DuplicateChooser = { readonly use: "track"; readonly trackId: TrackId } | { readonly use: "file" };

export function isUnderWay({ name }: UploadStep): boolean {
  return name !== "done" && name !== "failed";
}

/** What can be told from the outside, before anything is read. */
export function checkFile(file: File): Result<null> {
  if (file.size === 0) return fail("file-empty");
  if (file.size > uploadLimits.audioBytes) return fail("file-too-large");
  const isAudio = formatFromFileName(file.name) !== null || file.type.startsWith("audio/");
  return isAudio ? ok(null) : fail("not-audio");
}
