import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFile, sendFile } from "#tests/workers/support/upload.ts";
import { grantMedia, readMediaToken } from "#workers/media/media-token.ts";

const FILE = "plain.flac";

async function roomWithTrack() {
  const owner = await newMember();
  const { id } = await owner.call("rooms.create", { name: "Media" });
  const uploadId = await sendFile(owner, { roomId: id, fileName: FILE, file: audioFile(FILE) });
  await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
  const guest = await joinRoom(newClient(), id);
  const [entry] = guest.state().playlist;
  if (!entry) throw new Error("no entry");
  guest.socket.close(1000);
  return { id, entry, query: guest.snapshot.media.query };
}

describe("audio from the storage", () => {
  const client = newClient();
  let room: { id: RoomId; entry: Entry; query: string };
  let other: typeof room;
  beforeAll(async () => {
    room = await roomWithTrack();
    other = await roomWithTrack();
  });

  const get = (headers: Record<string, string> = {}, path = `/media/audio/${room.entry.track.id}?${room.query}`) =>
    client.fetch(path, { headers });

  it("comes whole, immutable, and with its type", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(audioFile(FILE));
    expect(answer.headers.get("Content-Type")).toBe("audio/flac");
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    expect(answer.headers.get("Accept-Ranges")).toBe("bytes");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=100-199", 100, 200],
    ["bytes=-50", -50, undefined],
    ["bytes=89000-", 89_000, undefined],
    ["bytes=89000-99999999", 89_000, undefined],
  ])("comes in ranges: %s", async (range, from, to) => {
    const answer = await get({ Range: range });
    const expected = audioFile(FILE).slice(from, to);
    expect(answer.status).toBe(206);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(expected);
    const size = audioFile(FILE).length;
    const start = from < 0 ? size + from : from;
    expect(answer.headers.get("Content-Range")).toBe(`bytes ${start}-${start + expected.length - 1}/${size}`);
    expect(answer.headers.get("Content-Length")).toBe(String(expected.length));
  });

  it.each(["bytes=900000-900010", "bytes=-0"])("a range without a byte is 416: %s", async (range) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("Content-Range")).toBe(`bytes */${audioFile(FILE).length}`);
  });

  it("is not sent again to who has it", async () => {
    const etag = (await get()).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^".+"$/);
    const again = await get({ "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.get("ETag")).toBe(etag);
    expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("is sent under the conditions of the request only", async () => {
    const answer = await get();
    const etag = answer.headers.get("ETag") ?? "";
    const modified = answer.headers.get("Last-Modified") ?? "";
    const statusOf = async (headers: Record<string, string>) => (await get(headers)).status;
    expect(await statusOf({ "If-None-Match": `"a" "b", W/${etag}` })).toBe(304);
    expect(await statusOf({ "If-Modified-Since": modified })).toBe(304);
    expect(await statusOf({ "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200);
    expect(await statusOf({ "If-Match": etag })).toBe(200);
    expect(await statusOf({ "If-Match": '"other"' })).toBe(412);
    expect(await statusOf({ "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
    expect(await statusOf({ Range: "bytes=0-9", "If-Range": etag })).toBe(206);
    expect(await statusOf({ Range: "bytes=0-9", "If-Range": modified })).toBe(206);
    expect(await statusOf({ Range: "bytes=0-9", "If-Range": '"other"' })).toBe(200);
  });

  it("HEAD tells the size, whatever range it names", async () => {
    const path = `/media/audio/${room.entry.track.id}?${room.query}`;
    const answer = await client.fetch(path, { method: "HEAD", headers: { Range: "bytes=0-9" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Length")).toBe(String(audioFile(FILE).length));
  });

  it("has a seek map beside it", async () => {
    const map = await get({}, `/media/map/${room.entry.track.id}?${room.query}`);
    expect(await map.json()).toMatchObject({ format: "flac", sampleRate: 44_100, totalFrames: 264_600 });
  });

  it("is for those only whom the room let in", async () => {
    const path = `/media/audio/${room.entry.track.id}`;
    expect((await get({}, path)).status).toBe(403);
    expect((await get({}, `${path}?l=nonsense`)).status).toBe(403);
    // a token of another room, and a reference moved into it
    expect((await get({}, `${path}?${other.query}`)).status).toBe(404);
    expect((await get({}, `/media/audio/${other.entry.track.id}?${room.query}`)).status).toBe(404);
    const forged = room.query.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await get({}, `${path}?${forged}`)).status).toBe(403);
    expect((await get({}, `/media/audio/${room.entry.track.id.slice(0, -1)}?${room.query}`)).status).toBe(404);
    expect((await get({}, `/media/cover/${room.entry.track.id}?${room.query}`)).status).toBe(404);
  });

  it("an address expires, and is the same for a while when asked for again", () => {
    const secret = env.APP_SECRET;
    const roomId = room.id;
    const nowMs = 1_800_000_000_000;
    const subject = "abcdefghijklmnop" as UserId;
    const listener = { roomId, subject, epoch: 3, untilMs: null };
    const grant = grantMedia(secret, { ...listener, nowMs });
    expect(grantMedia(secret, { ...listener, nowMs: nowMs + 1000 }).query).toBe(grant.query);
    expect(grant.expiresAtMs - nowMs).toBeGreaterThanOrEqual(connectionLimits.mediaTokenMs);
    const token = grant.query.slice(2);
    expect(readMediaToken(secret, token, grant.expiresAtMs - 1)).toEqual({
      roomId,
      subject,
      epoch: 3,
      expiresAtMs: grant.expiresAtMs,
    });
    expect(readMediaToken(secret, token, grant.expiresAtMs)).toBeNull();
    expect(readMediaToken(`${secret}x`, token, nowMs)).toBeNull();
  });
});
