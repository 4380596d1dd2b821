import type { TrackTags } from "#app/domain/tracks/track.ts";
import type { SquareCover } from "#app/ui/make-cover.ts";

/** The facts that the browser reads from a file before it sends a byte. */
export type FileFacts = {
  /** The hash of the whole file, in hex. */
  readonly sha256: string;
  readonly tags: TrackTags;
  /** An estimate; null if the tags do not give a duration. */
  readonly durationMs: number | null;
  readonly cover: SquareCover | null;
};
