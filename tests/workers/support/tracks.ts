import { env } from "cloudflare:test";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { tracks } from "#db/schema/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { registerUser } from "./client.ts";
import { readUserId } from "./read-user-id.ts";

export function buildTrackRow(uploadedBy: UserId, changes: Partial<TrackRow> = {}): TrackRow {
  return {
    id: newId<TrackId>(),
    uploadedBy,
    title: "Track",
    artist: "Artist",
    album: "Album",
    genre: "",
    year: 2026,
    durationMs: 60_000,
    sizeBytes: 1000,
    format: "flac",
    audioObject: newId<ObjectId>(),
    coverObject: null,
    hue: null,
    loudnessLufs: null,
    truePeakDb: null,
    fileName: "track.flac",
    searchKey: "",
    createdAtMs: Date.now(),
    deletedAtMs: null,
    originalId: null,
    lyricsAtMs: null,
    ...changes,
  };
}

/** Inserts tracks of a user into D1 and lists them for a room. They have no files. */
export async function seedTracks(
  username: string,
  roomId: RoomId,
  { count, durationMs = 60_000 }: { readonly count: number; readonly durationMs?: number },
): Promise<TrackId[]> {
  const db = createDb(env.DB);
  const userId = await readUserId({ username });
  const rows = Array.from({ length: count }, (_, i) => buildTrackRow(userId, { title: `Track ${i + 1}`, durationMs }));
  for (const row of rows) await db.insert(tracks).values(row);
  const ids = rows.map(({ id }) => id);
  await insertRoomTracks(db, { roomId, trackIds: ids, nowMs: Date.now() });
  return ids;
}

/** A new user's room with seeded tracks in its playlist: "Track 1", "Track 2" and so on. */
export async function createRoomWithTracks({ tracks = 3, durationMs = 60_000 } = {}) {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: `Room ${Math.random()}` });
  const trackIds = await seedTracks(owner.username, id, { count: tracks, durationMs });
  if (trackIds.length > 0) await owner.call("playlist.add", { roomId: id, trackIds });
  return { owner, id };
}
