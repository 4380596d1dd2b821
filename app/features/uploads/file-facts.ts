import type { TrackTags } from "#app/domain/tracks/track.ts";
import type { SquareCover } from "#app/ui/make-cover.ts";

/** What a file says of itself, read here before a byte is sent. */
export type FileFacts = {
  /** Of its bytes, hex. */
  readonly sha256: string;
  readonly tags: TrackTags;
  /** Roughly; null: its tags do not tell. */
  readonly durationMs: number | null;
  readonly cover: SquareCover | null;
};

/** What a worker that was given a file says of it. */
export type WorkerSays<Answer> =
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "answer"; readonly answer: Answer }
  /** It cannot be read any more: moved, changed or gone. */
  | { readonly type: "unreadable" };
