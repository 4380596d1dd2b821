import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { type Lyrics, NO_LYRICS } from "#app/domain/lyrics/lyrics.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import type { Result } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";

export type LyricsState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: ErrorCode }
  /** `text` is what is stored; empty without lyrics. */
  | { readonly status: "loaded"; readonly text: string; readonly lyrics: Lyrics };

const NONE: LyricsState = { status: "loaded", text: "", lyrics: NO_LYRICS };
const LOADING: LyricsState = { status: "loading" };

/** The lyrics of a track, loaded again when they change. */
export function useLyrics(roomId: RoomId, track: Pick<Track, "id" | "lyricsAtMs"> | undefined) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly state: LyricsState } | null>(null);
  const hasLyrics = track !== undefined && track.lyricsAtMs !== null;
  const key = hasLyrics ? [track.id, track.lyricsAtMs, attempt].join() : null;
  useLatestLoad({
    key,
    load: async () => track && loadLyrics(roomId, track.id),
    apply: (state) => key !== null && state && setLoaded({ key, state }),
  });
  const state = key === null ? NONE : loaded?.key === key ? loaded.state : LOADING;
  return { state, retry: () => setAttempt((count) => count + 1) };
}

async function loadLyrics(roomId: RoomId, trackId: TrackId): Promise<LyricsState> {
  const found = await query("lyrics.get", { roomId, trackId });
  return found.ok
    ? toState(found.value.text ?? "", parseLyrics(found.value.text ?? ""))
    : { status: "failed", error: found.error };
}

function toState(text: string, parsed: Result<Lyrics>): LyricsState {
  return parsed.ok ? { status: "loaded", text, lyrics: parsed.value } : { status: "failed", error: parsed.error };
}
