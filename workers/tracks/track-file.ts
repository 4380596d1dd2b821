import type { TrackRow } from "#db/queries/tracks.ts";
import { readStoredTags, type StoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { r2Bytes, type StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import { audioKey } from "#workers/media/object-keys.ts";

/** The stored bytes of a track. Null if they are missing. */
export async function openTrackFile(env: Env, track: Pick<TrackRow, "audioObject">): Promise<StoredBytes | null> {
  const key = audioKey(track.audioObject);
  const stored = await env.MEDIA.head(key);
  return stored && r2Bytes(env.MEDIA, key, stored.size);
}

/** The tags in a track's stored bytes; without tags, the title comes from the file name. Null if the bytes are missing. */
export async function readTrackTags(env: Env, track: TrackRow): Promise<StoredTags | null> {
  const bytes = await openTrackFile(env, track);
  return bytes && readStoredTags(bytes, track.fileName || `${track.title}.${track.format}`);
}
