import { env } from "cloudflare:test";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { openDb } from "#db/client.ts";
import { insertTrack, type TrackRow } from "#db/queries/tracks.ts";
import { newId } from "#workers/random.ts";

/** Tracks that somebody has uploaded, straight into the catalogue. */
export async function plantTracks(
  username: string,
  roomId: RoomId,
  { count, durationMs = 60_000 }: { count: number; durationMs?: number },
): Promise<TrackId[]> {
  const db = openDb(env.DB);
  const row = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<{ id: UserId }>();
  if (!row) throw new Error(`no user ${username}`);
  const ids: TrackId[] = [];
  for (let i = 0; i < count; i++) {
    const track: TrackRow = {
      id: newId<TrackId>(),
      uploadedBy: row.id,
      title: `Track ${i + 1}`,
      artist: "Artist",
      album: "Album",
      genre: "",
      year: 2026,
      durationMs,
      sizeBytes: 1000,
      format: "flac",
      audioObject: newId<ObjectId>(),
      coverObject: null,
      hue: null,
      createdAtMs: Date.now(),
    };
    await insertTrack(db, track, roomId);
    ids.push(track.id);
  }
  return ids;
}
