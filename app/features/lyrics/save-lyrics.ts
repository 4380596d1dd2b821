import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type FunctionArgs, mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";

type Args = FunctionArgs<"lyrics.set">;

type Saved = {
  /** Whether the change has made an edition of the track. */
  readonly isEdition: boolean;
  /** Sets the former lyrics again, unless they have changed since. Resolves to the reason of a refusal, or to null. */
  readonly undo: () => Promise<ErrorCode | null>;
};

/** Replaces the lyrics of a track. */
export async function saveLyrics(args: Args): Promise<Result<Saved>> {
  const saved = await setLyrics(args);
  if (!saved.ok) return saved;
  const { trackId, updatedAtMs, formerText } = saved.value;
  const former = { ...args, trackId, text: formerText ?? "", expectedUpdatedAtMs: updatedAtMs };
  const undo = async () => {
    const undone = await setLyrics(former);
    return undone.ok ? null : undone.error;
  };
  return ok({ isEdition: trackId !== args.trackId, undo });
}

async function setLyrics(args: Args) {
  const saved = await mutation("lyrics.set", args);
  return saved.ok ? saved : fail(replaceInternal(saved.error, "track-update-failed"));
}
