import type { Result } from "#app/domain/result.ts";
import type { Track, TrackTags } from "#app/domain/tracks/track.ts";
import type { ProcessOptions } from "#app/features/dev/use-file-processing.ts";
import type { SquareCover } from "#app/ui/make-cover.ts";
import type { FileInspection } from "./inspect-file.ts";

/** The facts that the reader of the uploads finds in a file. */
export type ReadFacts = {
  /** The hash of the whole file, in hex. */
  readonly sha256: string;
  readonly tags: TrackTags;
  /** The duration that the tag reader estimates. */
  readonly durationMs: number | null;
  readonly cover: SquareCover | null;
};

export type ReadFile = (file: File, options: ProcessOptions) => Promise<Result<ReadFacts>>;

/** Everything that is known about a file. */
export type ParsedFile = {
  readonly facts: ReadFacts;
  readonly inspection: FileInspection;
  /** Tracks of the caller's library with the same bytes, oldest first. Null if the server could not be asked. */
  readonly stored: readonly Track[] | null;
};
