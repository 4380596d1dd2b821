import type { TrackId } from "#app/domain/ids.ts";
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import { hasWords } from "#app/domain/lyrics/lyrics.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { findLyrics } from "#db/queries/lyrics.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { allowLyricsEdit } from "#workers/rate-limits/user-limits.ts";
import { editTrack, type LyricsEdit } from "#workers/tracks/edit-track.ts";
import type { EditableTrack } from "#workers/tracks/track-access.ts";

type SavedLyrics = {
  /** The id of the edition if one was made. */
  readonly trackId: TrackId;
  /** Null without lyrics. */
  readonly updatedAtMs: number | null;
  /** The lyrics before the change. Null if there were none. */
  readonly formerText: string | null;
};

/** Replaces or removes lyrics. The text is parsed and written again, so that only valid lyrics are stored. */
export async function setLyrics(
  context: SignedInContext,
  editable: EditableTrack,
  { text, expectedAtMs }: LyricsEdit & { readonly text: string },
): Promise<Result<SavedLyrics>> {
  const { db, user, nowMs } = context;
  const allowed = await allowLyricsEdit(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const parsed = parseLyrics(text);
  if (!parsed.ok) return parsed;
  const { track } = editable;
  const { text: formerText } = await findLyrics(db, track.id);
  const stored = hasWords(parsed.value) ? formatLyrics(parsed.value) : null;
  if (stored === formerText) return ok({ trackId: track.id, updatedAtMs: track.lyricsAtMs, formerText });
  const edited = await editTrack(context, editable, {
    changes: {},
    cover: undefined,
    expected: undefined,
    lyrics: { text: stored, expectedAtMs },
  });
  if (!edited.ok) return edited;
  return ok({ trackId: edited.value.trackId, updatedAtMs: edited.value.track.lyricsAtMs, formerText });
}
