import { env } from "cloudflare:test";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { tracks } from "#db/schema/tracks.ts";
import { browserOf, seedUser } from "#tests/workers/permissions/callers.ts";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { trackRow } from "#tests/workers/support/tracks.ts";
import { hashOf, newSound } from "#tests/workers/support/upload.ts";
import { addMember, bringTrack, newCover } from "#tests/workers/tracks/edited-tracks.ts";
import { streamOf, zipOf } from "#workers/accounts/export/export-archive.ts";
import { attachment } from "#workers/http/attachment.ts";

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
  it("says who somebody is and how they sign in, and nothing that signs in", async () => {
    const member = await newMember("Мира");
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
      linkedAccounts: [{ provider: "github", idThere: "4711" }],
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

  it("holds the photo, the best that there is of it", async () => {
    const [self, plain] = [await seedUser("Self"), await seedUser("Plain")];
    const face = (size: number) => new Uint8Array(size).fill(size % 251);
    for (const { person } of [self, plain]) {
      await env.MEDIA.put(`avatar/${person.id}`, face(640));
      await env.DB.prepare("UPDATE users SET avatar = ? WHERE id = ?").bind(`/media/avatar/${person.id}`, person.id).run();
    }
    await env.MEDIA.put(`avatar/${self.person.id}-256`, face(2560));
    expect((await exported(browserOf(self))).files["avatar.jpg"]).toEqual(face(2560));
    expect((await exported(browserOf(plain))).files["avatar.jpg"]).toEqual(face(640));
    expect((await exported(await newMember())).files["avatar.jpg"]).toBeUndefined();
  });

  it("tells of each track, with links that lead to its file and its cover", async () => {
    const owner = await newMember();
    const { id: roomId } = await owner.call("rooms.create", { name: "Evening & <Night>" });
    const file = newSound();
    const trackId = await bringTrack(owner, roomId, file, 'a <b> "c".wav');
    const cover = { id: await newCover(owner), hue: 1 };
    await owner.call("tracks.update", { trackId, changes: { title: "Song <b>" }, cover });
    const { json, text } = await exported(owner);
    const [track] = json("tracks.json");
    expect(track).toMatchObject({
      ...{ id: trackId, title: "Song <b>", sha256: hashOf(file), sizeBytes: file.length, rooms: ["Evening & <Night>"] },
      audioUrl: `${ORIGIN}/media/own/${trackId}`,
    });
    const sound = await owner.fetch(String(track?.audioUrl).slice(ORIGIN.length));
    expect(new Uint8Array(await sound.arrayBuffer())).toEqual(file);
    expect((await owner.fetch(String(track?.coverUrl).slice(ORIGIN.length))).status).toBe(200);
    expect(text("audio.html")).toContain(`href="${ORIGIN}/media/own/${trackId}" download>Song &#60;b&#62;</a>`);
    expect(text("audio.html")).not.toContain("<b>");
  });

  it("tells of rooms that are theirs, that they are in, and that they have marked", async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const make = async (client: Client, name: string) => (await client.call("rooms.create", { name })).id;
    await make(owner, "Own");
    const [theirs, marked] = [await make(other, "Theirs"), await make(other, "Marked")];
    await make(other, "Neither");
    await other.call("members.add", { id: theirs, username: owner.username, role: "editor" });
    await owner.call("rooms.toggleFavorite", { roomId: marked, userId: await idOf(owner.username) });
    await owner.call("rooms.toggleFavorite", { roomId: theirs, userId: await idOf(owner.username) });
    const rooms = (await exported(owner)).json("rooms.json");
    expect(rooms.map(({ name, role, isFavorite }) => [name, role, isFavorite]).sort()).toEqual([
      ["Marked", null, true],
      ["Own", "owner", false],
      ["Theirs", "editor", true],
    ]);
  });

  it("tells of files that are on their way and of invitations that were made, and opens no door", async () => {
    const [owner, other] = [await newMember(), await newMember()];
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
    expect(uploads).toContainEqual({ fileName: `to ${own}.wav`, sizeBytes: 4711, begunAt: expect.any(String), room: "Own" });
    expect(uploads).toContainEqual(expect.objectContaining({ fileName: `to ${left}.wav`, room: null }));
    const made = { role: "viewer", usesLeft: 5, madeAt: expect.any(String), expiresAt: expect.any(String), room: "Own" };
    expect(json("invites.json")).toEqual([made]);
    expect(all).not.toContain(code);
    expect(text("README.txt")).toContain("history of what\nhas played");
    const stranger = await exported(await newMember());
    expect([stranger.json("uploads.json"), stranger.json("invites.json")]).toEqual([[], []]);
  });

  it("has nothing of anybody else in it", async () => {
    const owner = await newMember("Owner");
    const { id: roomId } = await owner.call("rooms.create", { name: "Shared" });
    const other = await addMember(owner, roomId, "editor");
    const othersTrack = await bringTrack(other, roomId);
    const { id: hidden } = await other.call("rooms.create", { name: "Secret place" });
    const ownTrack = await bringTrack(owner, roomId);
    await other.call("playlist.add", { roomId: hidden, trackIds: [ownTrack] });
    await other.call("rooms.update", { id: hidden, visibility: "hidden" });
    const { all } = await exported(owner);
    for (const foreign of [othersTrack, other.username, await idOf(other.username), "Secret place"]) {
      expect(all).not.toContain(foreign);
    }
    expect(all).toContain(ownTrack);
  });

  it("goes through more than a page, each track once, and leaves out what was removed", async () => {
    const self = await seedUser("Many");
    const db = createDb(env.DB);
    const rows = Array.from({ length: 450 }, (_, i) =>
      trackRow(self.person.id, { title: `Track ${i}`, createdAtMs: Math.floor(i / 100), deletedAtMs: i === 7 ? 1 : null }),
    );
    const [first, ...others] = rows.map((row) => db.insert(tracks).values(row));
    if (first) await db.batch([first, ...others]);
    const titles = (await exported(browserOf(self))).json("tracks.json").map(({ title }) => String(title));
    expect(titles.length).toBe(449);
    expect(new Set(titles).size).toBe(449);
    expect(titles).not.toContain("Track 7");
  });

  it("is not asked for by another site, which would use up those of its visitor", async () => {
    const someone = await seedUser("Visitor");
    const ask = (site: string) => browserOf(someone).fetch("/api/account/export", { headers: { "Sec-Fetch-Site": site } });
    for (const site of ["cross-site", "same-site"]) expect((await ask(site)).status).toBe(403);
    const counted = "SELECT count(*) AS n FROM attempts WHERE key = ?";
    const key = `account-exported:${someone.person.id}`;
    expect(await env.DB.prepare(counted).bind(key).first("n")).toBe(0);
    for (const site of ["same-origin", "none"]) expect((await ask(site)).status).toBe(200);
  });

  it("is for whoever is signed in, ten times an hour", async () => {
    expect((await newClient().fetch("/api/account/export")).status).toBe(401);
    const browser = browserOf(await seedUser("Often"));
    for (let times = 0; times < 10; times++) expect((await browser.fetch("/api/account/export")).status).toBe(200);
    expect((await browser.fetch("/api/account/export")).status).toBe(429);
  });
});

describe("an archive", () => {
  it("is written as it is read: a piece is asked for when there is room for it", async () => {
    let made = 0;
    async function* pieces() {
      for (; made < 200; made++) yield crypto.getRandomValues(new Uint8Array(10_000));
    }
    const reader = streamOf(zipOf([{ name: "a", pieces: pieces() }], Date.now()), () => undefined).getReader();
    for (let read = 0; read < 5; read++) await reader.read();
    expect(made).toBeLessThan(30);
    await reader.cancel();
  });

  it("that fails half-way is seen to be broken", async () => {
    async function* pieces() {
      yield "half";
      throw new Error("the database is away");
    }
    const faults: unknown[] = [];
    const body = streamOf(zipOf([{ name: "a", pieces: pieces() }], Date.now()), (error) => faults.push(error));
    await expect(new Response(body).arrayBuffer()).rejects.toThrow("the database is away");
    expect(faults).toHaveLength(1);
  });
});

describe("one's own file", () => {
  it("is given whole and in ranges, under the name that it had", async () => {
    const owner = await newMember();
    const { id: roomId } = await owner.call("rooms.create", { name: "Files" });
    const file = newSound();
    const trackId = await bringTrack(owner, roomId, file, "Вечер (1).wav");
    const whole = await owner.fetch(`/media/own/${trackId}`);
    expect(whole.headers.get("Content-Disposition")).toContain("filename*=UTF-8''%D0%92%D0%B5%D1%87%D0%B5%D1%80%20%281%29.wav");
    expect(whole.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(file);
    const part = await owner.fetch(`/media/own/${trackId}`, { headers: { Range: "bytes=10-19" } });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 10-19/${file.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(10, 20));
    const again = await owner.fetch(`/media/own/${trackId}`, { headers: { "If-None-Match": whole.headers.get("ETag") ?? "" } });
    expect(again.status).toBe(304);
  });

  it("is nobody else's, and gone with its track", async () => {
    const owner = await newMember();
    const { id: roomId }: { id: RoomId } = await owner.call("rooms.create", { name: "Files" });
    const trackId = await bringTrack(owner, roomId);
    const editor = await addMember(owner, roomId, "editor");
    expect((await editor.fetch(`/media/own/${trackId}`)).status).toBe(404);
    expect((await newClient().fetch(`/media/own/${trackId}`)).status).toBe(401);
    expect((await owner.fetch("/media/own/nothing")).status).toBe(404);
    await owner.call("tracks.remove", { trackIds: [trackId] });
    expect((await owner.fetch(`/media/own/${trackId}`)).status).toBe(404);
  });

  it("has a name that no header breaks on", () => {
    expect(attachment('a"b\\c\r\nX: y\ud800.wav')).toBe(
      "attachment; filename=\"a_b_c__X: y_.wav\"; filename*=UTF-8''a%22b%5Cc%0D%0AX%3A%20y%EF%BF%BD.wav",
    );
  });
});
