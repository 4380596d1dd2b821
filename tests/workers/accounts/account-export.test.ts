import { env } from "cloudflare:test";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { saveListening } from "#db/queries/listening.ts";
import { tracks } from "#db/schema/tracks.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { buildTrackRow } from "#tests/workers/support/tracks.ts";
import { createNoise, hashFile } from "#tests/workers/support/upload.ts";
import { addMember, createCover, uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { createZip, toStream } from "#workers/accounts/export/export-archive.ts";
import { attachmentHeader } from "#workers/http/attachment.ts";

async function exported(client: Client) {
  const answer = await client.fetch("/api/account/export");
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array(0));
  return {
    answer,
    files,
    text,
    json: <T = Record<string, unknown>[]>(name: string): T => JSON.parse(text(name)) as T,
    all: Object.keys(files).map(text).join("\n"),
  };
}

const idOf = async (username: string) =>
  (await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<UserId>("id")) as UserId;

describe("an export", () => {
  it("contains the profile and the sign-in methods, and no credentials", async () => {
    const member = await registerUser("Мира");
    const id = await idOf(member.username);
    await env.DB.prepare(
      "INSERT INTO linked_accounts (provider, provider_user_id, user_id, created_at_ms) VALUES ('github', '4711', ?, 0)",
    )
      .bind(id)
      .run();
    const { answer, text, json, all } = await exported(member);
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get("Content-Disposition")).toContain(`filename*=UTF-8''tutti-${member.username}-${day}.zip`);
    expect(json<object>("profile.json")).toMatchObject({
      ...{ id, name: "Мира", username: member.username, email: `${member.username}@example.org`, hasPassword: true },
      linkedAccounts: [{ provider: "github", accountId: "4711" }],
      sessions: [{ signedInAt: expect.stringContaining(day) }],
    });
    const secrets = await env.DB.prepare(
      "SELECT password_hash AS hash, token_hash AS token FROM users JOIN sessions ON user_id = id WHERE id = ?",
    )
      .bind(id)
      .first<{ hash: string; token: string }>();
    for (const secret of [secrets?.hash, secrets?.token]) expect(all).not.toContain(secret);
    expect(text("README.txt")).toContain("Ссылки в audio.html");
    expect([json("rooms.json"), json("tracks.json")]).toEqual([[], []]);
  });

  it("contains whether the person shows where they listen, and the room if they may see it", async () => {
    const [owner, member] = [await registerUser("Otto"), await registerUser("Мира")];
    const userId = await idOf(member.username);
    const read = async () => (await exported(member)).json<object>("profile.json");
    expect(await read()).toMatchObject({ isListeningShown: false, listeningIn: null });
    await member.call("users.setListeningShown", { id: userId, isShown: true });
    expect(await read()).toMatchObject({ isListeningShown: true, listeningIn: null });
    const { id: roomId } = await owner.call("rooms.create", { name: "Evening" });
    await saveListening(createDb(env.DB), { roomId, present: new Map([[userId, 0]]), nowMs: Date.now() });
    expect(await read()).toMatchObject({ listeningIn: { room: "Evening", since: "1970-01-01T00:00:00.000Z" } });
    await owner.call("rooms.update", { id: roomId, visibility: "hidden" });
    expect(await read()).toMatchObject({ isListeningShown: true, listeningIn: null });
  });

  it("contains the photo at its largest size", async () => {
    const [self, plain] = [await seedUser("Self"), await seedUser("Plain")];
    const photo = (size: number) => new Uint8Array(size).fill(size % 251);
    for (const { person } of [self, plain]) {
      await env.MEDIA.put(`avatar/${person.id}`, photo(640));
      await env.DB.prepare("UPDATE users SET avatar = ? WHERE id = ?").bind(`/media/avatar/${person.id}`, person.id).run();
    }
    await env.MEDIA.put(`avatar/${self.person.id}-256`, photo(2560));
    expect((await exported(clientFor(self))).files["avatar.jpg"]).toEqual(photo(2560));
    expect((await exported(clientFor(plain))).files["avatar.jpg"]).toEqual(photo(640));
    expect((await exported(await registerUser())).files["avatar.jpg"]).toBeUndefined();
  });

  it("lists each track with working links to its file and cover", async () => {
    const owner = await registerUser();
    const { id: roomId } = await owner.call("rooms.create", { name: "Evening & <Night>" });
    const file = createNoise();
    const trackId = await uploadTrack(owner, roomId, file, 'a <b> "c".wav');
    const cover = { id: await createCover(owner), hue: 1 };
    await owner.call("tracks.update", { trackId, changes: { title: "Song <b>" }, cover });
    const { json, text } = await exported(owner);
    const [track] = json("tracks.json");
    expect(track).toMatchObject({
      ...{ id: trackId, title: "Song <b>", sha256: hashFile(file), sizeBytes: file.length, rooms: ["Evening & <Night>"] },
      audioUrl: `${ORIGIN}/media/own/${trackId}`,
    });
    const sound = await owner.fetch(String(track?.audioUrl).slice(ORIGIN.length));
    expect(new Uint8Array(await sound.arrayBuffer())).toEqual(file);
    expect((await owner.fetch(String(track?.coverUrl).slice(ORIGIN.length))).status).toBe(200);
    expect(text("audio.html")).toContain(`href="${ORIGIN}/media/own/${trackId}" download>Song &#60;b&#62;</a>`);
    expect(text("audio.html")).not.toContain("<b>");
  });

  it("lists rooms that the user owns, has a role in or has marked as favorites", async () => {
    const [owner, other] = [await registerUser(), await registerUser()];
    const make = async (client: Client, name: string) => (await client.call("rooms.create", { name })).id;
    await make(owner, "Own");
    const [shared, marked] = [await make(other, "Shared"), await make(other, "Marked")];
    await make(other, "Neither");
    await other.call("members.add", { id: shared, username: owner.username, role: "editor" });
    await owner.call("rooms.toggleFavorite", { roomId: marked, userId: await idOf(owner.username) });
    await owner.call("rooms.toggleFavorite", { roomId: shared, userId: await idOf(owner.username) });
    const rooms = (await exported(owner)).json("rooms.json");
    expect(rooms.map(({ name, role, isFavorite }) => [name, role, isFavorite]).sort()).toEqual([
      ["Marked", null, true],
      ["Own", "owner", false],
      ["Shared", "editor", true],
    ]);
  });

  it("lists the user's own edits in rooms in which they have a role, and no edits of others", async () => {
    const [owner, other] = [await registerUser(), await registerUser()];
    const { id: shared } = await other.call("rooms.create", { name: "Shared" });
    const { id: left } = await other.call("rooms.create", { name: "Left" });
    for (const id of [shared, left]) {
      await other.call("members.add", { id, username: owner.username, role: "admin" });
      await owner.call("rooms.command", { id, command: { type: "repeat", repeat: "all" } });
      await other.call("rooms.command", { id, command: { type: "repeat", repeat: "one" } });
    }
    await other.call("members.remove", { id: left, userId: await idOf(owner.username) });
    expect((await exported(owner)).json("edits.json")).toEqual([
      { room: "Shared", editedAt: expect.any(String), kind: "repeat", repeat: "all" },
    ]);
  });

  it("lists uploads in progress and created invites, without invite links", async () => {
    const [owner, other] = [await registerUser(), await registerUser()];
    const { id: own } = await owner.call("rooms.create", { name: "Own" });
    const { id: left } = await other.call("rooms.create", { name: "Left" });
    await other.call("members.add", { id: left, username: owner.username, role: "editor" });
    for (const roomId of [own, left]) {
      await owner.call("uploads.announce", { roomId, files: [{ fileName: `to ${roomId}.wav`, sizeBytes: 4711 }] });
    }
    await other.call("members.remove", { id: left, userId: await idOf(owner.username) });
    await other.call("rooms.update", { id: left, visibility: "hidden" });
    const { code } = await owner.call("invites.create", { id: own, role: "viewer", expiresInMs: 3_600_000, uses: 5 });
    const { json, all, text } = await exported(owner);
    const uploads = json("uploads.json");
    expect(uploads).toContainEqual({ fileName: `to ${own}.wav`, sizeBytes: 4711, startedAt: expect.any(String), room: "Own" });
    expect(uploads).toContainEqual(expect.objectContaining({ fileName: `to ${left}.wav`, room: null }));
    const invite = { role: "viewer", usesLeft: 5, createdAt: expect.any(String), expiresAt: expect.any(String), room: "Own" };
    expect(json("invites.json")).toEqual([invite]);
    expect(all).not.toContain(code);
    expect(text("README.txt")).toContain("which names who added what");
    const others = await exported(await registerUser());
    expect([others.json("uploads.json"), others.json("invites.json")]).toEqual([[], []]);
  });

  it("lists the tracks of others that the user has saved, without their uploaders", async () => {
    const [owner, other] = [await registerUser(), await registerUser("Ада")];
    const { id: roomId } = await other.call("rooms.create", { name: "Theirs" });
    const [first, second] = [await uploadTrack(other, roomId), await uploadTrack(other, roomId)];
    await other.call("tracks.update", { trackId: first, changes: { title: "Saved", artist: "Oda", album: "Tapes" } });
    await other.call("tracks.update", { trackId: second, changes: { title: "Gone" } });
    for (const trackId of [first, second]) await owner.call("tracks.save", { roomId, trackId });
    await other.call("tracks.remove", { trackIds: [second] });
    const { json, all } = await exported(owner);
    expect(json("saved.json")).toEqual([{ title: "Saved", artist: "Oda", album: "Tapes", savedAt: expect.any(String) }]);
    for (const foreign of [first, "Ада", other.username]) expect(all).not.toContain(foreign);
    expect((await exported(other)).json("saved.json")).toEqual([]);
  });

  it("contains nothing of other users", async () => {
    const owner = await registerUser("Owner");
    const { id: roomId } = await owner.call("rooms.create", { name: "Shared" });
    const other = await addMember(owner, roomId, "editor");
    const othersTrack = await uploadTrack(other, roomId);
    const { id: hidden } = await other.call("rooms.create", { name: "Secret place" });
    const ownTrack = await uploadTrack(owner, roomId);
    await other.call("playlist.add", { roomId: hidden, trackIds: [ownTrack] });
    await other.call("rooms.update", { id: hidden, visibility: "hidden" });
    const { all } = await exported(owner);
    for (const foreign of [othersTrack, other.username, await idOf(other.username), "Secret place"]) {
      expect(all).not.toContain(foreign);
    }
    expect(all).toContain(ownTrack);
  });

  it("contains each track once across pages, and no removed tracks", async () => {
    const self = await seedUser("Many");
    const db = createDb(env.DB);
    const rows = Array.from({ length: 450 }, (_, i) =>
      buildTrackRow(self.person.id, { title: `Track ${i}`, createdAtMs: Math.floor(i / 100), deletedAtMs: i === 7 ? 1 : null }),
    );
    const [first, ...others] = rows.map((row) => db.insert(tracks).values(row));
    if (first) await db.batch([first, ...others]);
    const titles = (await exported(clientFor(self))).json("tracks.json").map(({ title }) => String(title));
    expect(titles.length).toBe(449);
    expect(new Set(titles).size).toBe(449);
    expect(titles).not.toContain("Track 7");
  });

  it("is refused to other sites, and does not count against the limit then", async () => {
    const user = await seedUser("Visitor");
    const download = (site: string) => clientFor(user).fetch("/api/account/export", { headers: { "Sec-Fetch-Site": site } });
    for (const site of ["cross-site", "same-site"]) expect((await download(site)).status).toBe(403);
    const counted = "SELECT count(*) AS n FROM attempts WHERE key = ?";
    const key = `account-export/user:${user.person.id}`;
    expect(await env.DB.prepare(counted).bind(key).first("n")).toBe(0);
    for (const site of ["same-origin", "none"]) expect((await download(site)).status).toBe(200);
  });

  it("requires a session and is limited to ten per hour", async () => {
    expect((await createClient().fetch("/api/account/export")).status).toBe(401);
    const browser = clientFor(await seedUser("Often"));
    for (let times = 0; times < 10; times++) expect((await browser.fetch("/api/account/export")).status).toBe(200);
    expect((await browser.fetch("/api/account/export")).status).toBe(429);
  });
});

describe("an export's archive", () => {
  it("is written only as fast as it is read", async () => {
    let produced = 0;
    async function* chunks() {
      for (; produced < 200; produced++) yield crypto.getRandomValues(new Uint8Array(10_000));
    }
    const reader = toStream(createZip([{ name: "a", chunks: chunks() }], Date.now()), () => undefined).getReader();
    for (let read = 0; read < 5; read++) await reader.read();
    expect(produced).toBeLessThan(30);
    await reader.cancel();
  });

  it("breaks the download if a file fails halfway", async () => {
    async function* chunks() {
      yield "half";
      throw new Error("the database is unavailable");
    }
    const faults: unknown[] = [];
    const body = toStream(createZip([{ name: "a", chunks: chunks() }], Date.now()), (error) => faults.push(error));
    await expect(new Response(body).arrayBuffer()).rejects.toThrow("the database is unavailable");
    expect(faults).toHaveLength(1);
  });
});

describe("the download of an own file", () => {
  it("serves the file and ranges of it under its original name", async () => {
    const owner = await registerUser();
    const { id: roomId } = await owner.call("rooms.create", { name: "Files" });
    const file = createNoise();
    const trackId = await uploadTrack(owner, roomId, file, "Вечер (1).wav");
    const complete = await owner.fetch(`/media/own/${trackId}`);
    expect(complete.headers.get("Content-Disposition")).toContain(
      "filename*=UTF-8''%D0%92%D0%B5%D1%87%D0%B5%D1%80%20%281%29.wav",
    );
    expect(complete.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(new Uint8Array(await complete.arrayBuffer())).toEqual(file);
    const part = await owner.fetch(`/media/own/${trackId}`, { headers: { Range: "bytes=10-19" } });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 10-19/${file.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(10, 20));
    const again = await owner.fetch(`/media/own/${trackId}`, {
      headers: { "If-None-Match": complete.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("is refused to others, and after the track is removed", async () => {
    const owner = await registerUser();
    const { id: roomId }: { id: RoomId } = await owner.call("rooms.create", { name: "Files" });
    const trackId = await uploadTrack(owner, roomId);
    const editor = await addMember(owner, roomId, "editor");
    expect((await editor.fetch(`/media/own/${trackId}`)).status).toBe(404);
    expect((await createClient().fetch(`/media/own/${trackId}`)).status).toBe(401);
    expect((await owner.fetch("/media/own/nothing")).status).toBe(404);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect((await owner.fetch(`/media/own/${trackId}`)).status).toBe(404);
  });

  it("escapes the file name in its header", () => {
    expect(attachmentHeader('a"b\\c\r\nX: y\ud800.wav')).toBe(
      "attachment; filename=\"a_b_c__X: y_.wav\"; filename*=UTF-8''a%22b%5Cc%0D%0AX%3A%20y%EF%BF%BD.wav",
    );
  });
});
