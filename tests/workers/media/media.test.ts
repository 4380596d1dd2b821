import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFixture, uploadFile } from "#tests/workers/support/upload.ts";
import { grantMedia, readMediaGrant, toListener } from "#workers/media/media-grant.ts";

const FILE = "plain.flac";

async function createRoomWithTrack() {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Media" });
  const uploadId = await uploadFile(owner, { roomId: id, fileName: FILE, file: audioFixture(FILE) });
  await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
  const guest = await joinRoom(createClient(), id);
  const [entry] = guest.state().playlist;
  if (!entry) throw new Error("no entry");
  guest.socket.close(1000);
  return { id, entry, query: guest.snapshot.media.query };
}

describe("stored audio", () => {
  const client = createClient();
  let room: { id: RoomId; entry: Entry; query: string };
  let other: typeof room;
  beforeAll(async () => {
    room = await createRoomWithTrack();
    other = await createRoomWithTrack();
  });

  const get = (headers: Record<string, string> = {}, path = `/media/audio/${room.entry.track.id}?${room.query}`) =>
    client.fetch(path, { headers });

  it("is sent in full, as immutable and with its type", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(audioFixture(FILE));
    expect(response.headers.get("Content-Type")).toBe("audio/flac");
    expect(response.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    expect(response.headers.get("Accept-Ranges")).toBe("bytes");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=100-199", 100, 200],
    ["bytes=-50", -50, undefined],
    ["bytes=89000-", 89_000, undefined],
    ["bytes=89000-99999999", 89_000, undefined],
  ])("is sent in part for the range %s", async (range, from, to) => {
    const response = await get({ Range: range });
    const expected = audioFixture(FILE).slice(from, to);
    expect(response.status).toBe(206);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(expected);
    const size = audioFixture(FILE).length;
    const start = from < 0 ? size + from : from;
    expect(response.headers.get("Content-Range")).toBe(`bytes ${start}-${start + expected.length - 1}/${size}`);
    expect(response.headers.get("Content-Length")).toBe(String(expected.length));
  });

  it.each(["bytes=900000-900010", "bytes=-0"])("responds with 416 to the unsatisfiable range %s", async (range) => {
    const response = await get({ Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe(`bytes */${audioFixture(FILE).length}`);
  });

  it("is not sent again to a client that has it", async () => {
    const etag = (await get()).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^".+"$/);
    const again = await get({ "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.get("ETag")).toBe(etag);
    expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("is sent only if the conditions of the request are met", async () => {
    const response = await get();
    const etag = response.headers.get("ETag") ?? "";
    const modified = response.headers.get("Last-Modified") ?? "";
    const getStatus = async (headers: Record<string, string>) => (await get(headers)).status;
    expect(await getStatus({ "If-None-Match": `"a" "b", W/${etag}` })).toBe(304);
    expect(await getStatus({ "If-Modified-Since": modified })).toBe(304);
    expect(await getStatus({ "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200);
    expect(await getStatus({ "If-Match": etag })).toBe(200);
    expect(await getStatus({ "If-Match": '"other"' })).toBe(412);
    expect(await getStatus({ "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
    expect(await getStatus({ Range: "bytes=0-9", "If-Range": etag })).toBe(206);
    expect(await getStatus({ Range: "bytes=0-9", "If-Range": modified })).toBe(206);
    expect(await getStatus({ Range: "bytes=0-9", "If-Range": '"other"' })).toBe(200);
  });

  it("HEAD responds with the full size, with a range too", async () => {
    const path = `/media/audio/${room.entry.track.id}?${room.query}`;
    const response = await client.fetch(path, { method: "HEAD", headers: { Range: "bytes=0-9" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Length")).toBe(String(audioFixture(FILE).length));
  });

  it("has a seek map", async () => {
    const map = await get({}, `/media/map/${room.entry.track.id}?${room.query}`);
    expect(await map.json()).toMatchObject({ format: "flac", sampleRate: 44_100, totalFrames: 264_600 });
  });

  it("is sent only with a grant of a room that has the track", async () => {
    const path = `/media/audio/${room.entry.track.id}`;
    expect((await get({}, path)).status).toBe(403);
    expect((await get({}, `${path}?l=nonsense`)).status).toBe(403);
    // the grant of another room, and a track of another room
    expect((await get({}, `${path}?${other.query}`)).status).toBe(404);
    expect((await get({}, `/media/audio/${other.entry.track.id}?${room.query}`)).status).toBe(404);
    const forged = room.query.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await get({}, `${path}?${forged}`)).status).toBe(403);
    expect((await get({}, `/media/audio/${room.entry.track.id.slice(0, -1)}?${room.query}`)).status).toBe(404);
    expect((await get({}, `/media/cover/${room.entry.track.id}?${room.query}`)).status).toBe(404);
  });

  it("is not sent with the grant of a session that has ended, and with that of another session of the person", async () => {
    const person = await registerUser();
    const elsewhere = createClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: person.username, password: "correct horse" });
    const readGrant = async (client: Client) => {
      const { socket, snapshot } = await joinRoom(client, room.id);
      socket.close(1000);
      return snapshot.media.query;
    };
    const path = `/media/audio/${room.entry.track.id}`;
    const [here, there] = [await readGrant(person), await readGrant(elsewhere)];
    expect((await get({}, `${path}?${here}`)).status).toBe(200);
    await person.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: ORIGIN } });
    await expect.poll(async () => (await get({}, `${path}?${here}`)).status).toBe(403);
    expect((await get({}, `${path}?${there}`)).status).toBe(200);
  });

  it("a grant expires, and is the same when it is issued again soon after", () => {
    const secret = env.APP_SECRET;
    const roomId = room.id;
    const nowMs = 1_800_000_000_000;
    const listener = toListener("abcdefghijklmnop" as UserId, "0123456789abcdef0123456789abcdef");
    const content = { roomId, listener, epoch: 3, untilMs: null };
    const grant = grantMedia(secret, { ...content, nowMs });
    expect(grantMedia(secret, { ...content, nowMs: nowMs + 1000 }).query).toBe(grant.query);
    expect(grant.expiresAtMs - nowMs).toBeGreaterThanOrEqual(connectionLimits.mediaGrantMs);
    const token = grant.query.slice(2);
    expect(readMediaGrant(secret, token, grant.expiresAtMs - 1)).toEqual({
      roomId,
      listener: { userId: "abcdefghijklmnop", sessionStart: "0123456789abcdef" },
      epoch: 3,
      expiresAtMs: grant.expiresAtMs,
    });
    expect(readMediaGrant(secret, token, grant.expiresAtMs)).toBeNull();
    expect(readMediaGrant(`${secret}x`, token, nowMs)).toBeNull();
  });
});
