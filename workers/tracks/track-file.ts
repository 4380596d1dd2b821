import type { TrackRow } from "#db/queries/tracks.ts";
import { readStoredTags, type StoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { r2Bytes, type StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import { audioKey } from "#workers/media/object-keys.ts";

/** The bytes of a track as they are stored; null where they are gone. */
export async function openTrackFile(env: Env, track: Pick<TrackRow, "audioObject">): Promise<StoredBytes | null> {
  const key = audioKey(track.audioObject);
  const stored = await env.MEDIA.head(key);
  return stored && r2Bytes(env.MEDIA, key, stored.size);
}

/** What a track's file says of itself. What has neither tags nor a file's name stays what it is called. */
export async function readTrackFile(env: Env, track: TrackRow): Promise<StoredTags | null> {
  const bytes = await openTrackFile(env, track);
  return bytes && readStoredTags(bytes, track.fileName || `${track.title}.${track.format}`);
}
