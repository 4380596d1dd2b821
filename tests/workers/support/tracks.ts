import { env } from "cloudflare:test";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { tracks } from "#db/schema/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { newMember } from "./client.ts";

export function trackRow(uploadedBy: UserId, over: Partial<TrackRow> = {}): TrackRow {
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
    ...over,
  };
}

/** Tracks that somebody has uploaded, straight into the catalogue. */
export async function seedTracks(
  username: string,
  roomId: RoomId,
  { count, durationMs = 60_000 }: { count: number; durationMs?: number },
): Promise<TrackId[]> {
  const db = createDb(env.DB);
  const user = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<{ id: UserId }>();
  if (!user) throw new Error(`no user ${username}`);
  const rows = Array.from({ length: count }, (_, i) => trackRow(user.id, { title: `Track ${i + 1}`, durationMs }));
  for (const row of rows) await db.insert(tracks).values(row);
  const ids = rows.map(({ id }) => id);
  await insertRoomTracks(db, { roomId, trackIds: ids, nowMs: Date.now() });
  return ids;
}

/** Somebody's room with tracks of theirs in its playlist. */
export async function newRoomWithTracks({ tracks = 3, durationMs = 60_000 } = {}) {
  const owner = await newMember();
  const { id } = await owner.call("rooms.create", { name: `Room ${Math.random()}` });
  const trackIds = await seedTracks(owner.username, id, { count: tracks, durationMs });
  if (trackIds.length > 0) await owner.call("playlist.add", { roomId: id, trackIds });
  return { owner, id };
}
