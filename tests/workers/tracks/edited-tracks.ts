import { env } from "cloudflare:test";
import type { ObjectId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { CoverAnswer } from "#app/protocol/http.ts";
import { type Client, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { seedSession } from "#tests/workers/support/insert-session.ts";
import { entriesOf, newSound, sendFile } from "#tests/workers/support/upload.ts";
import { sweep } from "#workers/jobs/sweep.ts";

// Tracks that were brought as people bring them, to be changed.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

type Member = Awaited<ReturnType<typeof newMember>>;

export async function bringTrack(client: Client, roomId: RoomId, file = newSound(), fileName = "song.wav"): Promise<TrackId> {
  const uploadId = await sendFile(client, { roomId, fileName, file });
  const waveform = Buffer.alloc(1000, 7).toString("base64");
  const analysis = { loudnessLufs: -9, truePeakDb: -1, waveform };
  return (await client.call("uploads.complete", { uploadId, hue: null, analysis })).trackId;
}

/** Somebody new in the room. */
export async function addMember(owner: Client, roomId: RoomId, role: "editor" | "participant" | "viewer"): Promise<Member> {
  const member = await newMember();
  await owner.call("members.add", { id: roomId, username: member.username, role });
  return member;
}

/** A lossy WebP's header (RFC 9649 §2.5). */
export function webpOf(side: number): Uint8Array {
  const bytes = new Uint8Array(30);
  bytes.set(new TextEncoder().encode("RIFF1234WEBPVP8 "));
  new DataView(bytes.buffer).setUint16(26, side, true);
  new DataView(bytes.buffer).setUint16(28, side, true);
  return bytes;
}

export function sendCover(client: Client, body: Uint8Array): Promise<Response> {
  return client.fetch("/api/covers", { method: "POST", headers: { Origin: ORIGIN }, body });
}

export async function newCover(client: Client): Promise<ObjectId> {
  return (await (await sendCover(client, webpOf(512))).json<CoverAnswer>()).coverId;
}

export const isCoverStored = async (cover: ObjectId) => (await env.MEDIA.head(`cover/${cover}`)) !== null;
export const titlesIn = async (id: RoomId) => (await entriesOf(id)).map(({ track }) => track.title);
export const rowOf = (id: TrackId) => env.DB.prepare("SELECT * FROM tracks WHERE id = ?").bind(id).first();
export const sweepLater = (afterMs: number) => sweep(env, Date.now() + afterMs);

/** What their browser sends to be known. */
export async function cookieOf({ username }: Member): Promise<string> {
  const user = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<{ id: UserId }>();
  if (!user) throw new Error(`no user ${username}`);
  return seedSession(user.id);
}

/** A Worker whose calls of one method of a room go through `through`. */
export function envWith(
  method: "add" | "drop" | "replaceTrack",
  through: (call: () => unknown, args: readonly unknown[], id: DurableObjectId) => unknown,
): Cloudflare.Env {
  const get = (id: DurableObjectId) => {
    const stub = env.ROOM.get(id);
    return new Proxy(stub, {
      get(_, name: "add" | "drop" | "replaceTrack" | "command") {
        // each method of a stub is a call to the object
        const call = (...args: unknown[]) => (stub[name] as (...given: unknown[]) => unknown)(...args);
        return name === method ? (...args: unknown[]) => through(() => call(...args), args, id) : call;
      },
    });
  };
  const namespace = { idFromName: (name: string) => env.ROOM.idFromName(name), get };
  return new Proxy(env, { get: (target, name) => (name === "ROOM" ? namespace : Reflect.get(target, name)) });
}
