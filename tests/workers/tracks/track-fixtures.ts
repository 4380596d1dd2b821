import { env } from "cloudflare:test";
import type { ObjectId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { UploadCoverResponse } from "#app/protocol/http.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import { createNoise, readPlaylist, uploadFile } from "#tests/workers/support/upload.ts";
import { sweep } from "#workers/jobs/sweep.ts";

// Tracks that are uploaded through the API, for tests that change them.

type Member = Awaited<ReturnType<typeof registerUser>>;

export const ANALYSIS = { loudnessLufs: -9, truePeakDb: -1, waveform: Buffer.alloc(1000, 7).toString("base64") };

export function uploadTrack(client: Client, roomId: RoomId, file = createNoise(), fileName = "song.wav"): Promise<TrackId> {
  return completeUpload(client, { roomId, file, fileName, analysis: ANALYSIS });
}

/** Uploads a track like an import from a link: no browser has analyzed it. */
export function uploadWithoutAnalysis(
  client: Client,
  roomId: RoomId,
  file = createNoise(),
  fileName = "song.wav",
): Promise<TrackId> {
  return completeUpload(client, { roomId, file, fileName, analysis: null });
}

type UploadedFile = {
  readonly roomId: RoomId;
  readonly file: Uint8Array;
  readonly fileName: string;
  readonly analysis: typeof ANALYSIS | null;
};

async function completeUpload(client: Client, { analysis, ...file }: UploadedFile): Promise<TrackId> {
  const uploadId = await uploadFile(client, file);
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis })).trackId;
}

/** A new person with a role in the room. */
export async function addMember(owner: Client, roomId: RoomId, role: "editor" | "participant" | "viewer"): Promise<Member> {
  const member = await registerUser();
  await owner.call("members.add", { id: roomId, username: member.username, role });
  return member;
}

/** The header of a lossy WebP picture (RFC 9649 §2.5). */
export function createWebp(side: number): Uint8Array {
  const bytes = new Uint8Array(30);
  bytes.set(new TextEncoder().encode("RIFF1234WEBPVP8 "));
  new DataView(bytes.buffer).setUint16(26, side, true);
  new DataView(bytes.buffer).setUint16(28, side, true);
  return bytes;
}

export function postCover(client: Client, body: Uint8Array): Promise<Response> {
  return client.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body });
}

export async function createCover(client: Client): Promise<ObjectId> {
  return (await (await postCover(client, createWebp(512))).json<UploadCoverResponse>()).coverId;
}

export const isCoverStored = async (cover: ObjectId) => (await env.MEDIA.head(`cover/${cover}`)) !== null;
export const listTitles = async (id: RoomId) => (await readPlaylist(id)).map(({ track }) => track.title);
export const findTrackRow = (id: TrackId) => env.DB.prepare("SELECT * FROM tracks WHERE id = ?").bind(id).first();
export const sweepAfter = (afterMs: number) => sweep(env, Date.now() + afterMs);

/** The cookie of a new session of the member. */
export async function createSessionCookie(member: Member): Promise<string> {
  return seedSession(await readUserId(member));
}
