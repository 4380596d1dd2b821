import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { expectNoOrphans } from "#tests/workers/media/stored-objects.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { entriesOf, newRoom, newSound } from "#tests/workers/support/upload.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import {
  addMember,
  bringTrack,
  cookieOf,
  envWith,
  HOUR_MS,
  isCoverStored,
  MINUTE_MS,
  newCover,
  rowOf,
  sweepLater,
  titlesIn,
} from "./edited-tracks.ts";

describe("whoever has uploaded a track", () => {
  it("changes it in all rooms that hold it, for whoever listens there and for whoever searches", async () => {
    const { owner, id } = await newRoom();
    const other = await newRoom();
    const trackId = await bringTrack(owner, id);
    await other.owner.call("members.add", { id: other.id, username: owner.username, role: "participant" });
    await owner.call("playlist.add", { roomId: other.id, trackIds: [trackId] });
    const device = await joinRoom(newClient(), other.id);
    const changes = { title: " Лёд\n", artist: "Вера Ланская", year: 1998 };
    const changed = await owner.call("tracks.update", { trackId, changes });
    expect(changed).toMatchObject({ trackId, track: { id: trackId, title: "Лёд", artist: "Вера Ланская", year: 1998 } });
    for (const room of [id, other.id]) expect((await entriesOf(room))[0]?.track).toEqual(changed.track);
    expect(device.state().playlist[0]?.track).toEqual(changed.track);
    expect(await rowOf(trackId)).toMatchObject({ title: "Лёд", genre: "", search_key: "лед\nвера ланская\n" });
    const words = await env.DB.prepare("SELECT word FROM track_words WHERE track_id = ? ORDER BY word").bind(trackId).all();
    expect(words.results.map(({ word }) => word)).toEqual(["вера", "ланская", "лед"]);
    device.socket.close(1000);
  });

  it("is told what is wrong, and nothing changes", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const before = await rowOf(trackId);
    const refusal = (changes: object) => owner.refusal("tracks.update", { trackId, changes });
    expect(await refusal({ title: " " })).toBe("track-title-required");
    expect(await refusal({ title: "-" })).toBe("track-title-too-short");
    expect(await refusal({ title: "x".repeat(201) })).toBe("track-title-too-long");
    expect(await refusal({ title: "Good", album: "x".repeat(201) })).toBe("track-text-too-long");
    expect(await refusal({ title: "Good", year: 998 })).toBe("track-year-invalid");
    expect(await refusal({ title: "Good", durationMs: 1 })).toBe("invalid-arguments");
    expect(await owner.refusal("tracks.update", { trackId: "aaaaaaaaaaaaaaaa", changes: {} })).toBe("track-not-found");
    expect(await rowOf(trackId)).toEqual(before);
  });

  it("changes it from several pages at once: every field comes through, and the rooms show what is stored", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const all = [{ artist: "A" }, { album: "B" }, { genre: "C" }, { year: 2001 }, { title: "D" }, { title: "E" }];
    await Promise.all(all.map((changes) => owner.call("tracks.update", { trackId, changes })));
    const row = await rowOf(trackId);
    expect(row).toMatchObject({ artist: "A", album: "B", genre: "C", year: 2001 });
    expect(row?.search_key).toBe(`${String(row?.title).toLowerCase()}\na\nb`);
    expect((await entriesOf(id))[0]?.track).toMatchObject({
      title: row?.title,
      artist: "A",
      album: "B",
      genre: "C",
      year: 2001,
    });
  });

  it("is told last what is true, however late a room hears of what was before", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const meanwhile = [{ title: "Second" }];
    const late = envWith("replaceTrack", async (tell) => {
      for (const changes of meanwhile.splice(0)) await owner.call("tracks.update", { trackId, changes });
      return tell();
    });
    const slow = newClient(undefined, { Cookie: await cookieOf(owner) }, late);
    await slow.call("tracks.update", { trackId, changes: { title: "First" } });
    expect(await rowOf(trackId)).toMatchObject({ title: "Second" });
    expect(await titlesIn(id)).toEqual(["Second"]);
  });

  it("has changed it even where a room cannot be told, and the room hears of it from the sweep", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const cookie = await cookieOf(owner);
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const cutOff = newClient(
      undefined,
      { Cookie: cookie },
      envWith("replaceTrack", () => Promise.reject(new Error("the room is away"))),
    );
    await cutOff.call("tracks.update", { trackId, changes: { title: "Told later" } });
    expect(await rowOf(trackId)).toMatchObject({ title: "Told later" });
    expect(fault.mock.calls).toEqual([[expect.stringContaining("the room is away")]]);
    fault.mockRestore();
    expect(await titlesIn(id)).toEqual(["song"]);
    const isNoted = async () =>
      (await env.DB.prepare("SELECT 1 FROM pending_notifications WHERE track_id = ?").bind(trackId).first()) !== null;
    await sweepLater(30_000);
    expect([await titlesIn(id), await isNoted()]).toEqual([["song"], true]);
    await sweepLater(2 * MINUTE_MS);
    expect([await titlesIn(id), await isNoted()]).toEqual([["Told later"], false]);
  });

  it("waits with a room that cannot be told behind all others that wait, and leaves no note where all were told", async () => {
    const { owner, id } = await newRoom();
    const [first, second] = [await bringTrack(owner, id), await bringTrack(owner, id)];
    const notes = async () =>
      (await env.DB.prepare("SELECT track_id FROM pending_notifications ORDER BY since_ms").all()).results;
    for (const trackId of [first, second]) await owner.call("tracks.update", { trackId, changes: { genre: "Polka" } });
    expect(await notes()).toEqual([]);
    await env.DB.prepare("INSERT INTO pending_notifications SELECT id, iif(id = ?, 1, 2) FROM tracks WHERE id IN (?1, ?2)")
      .bind(first, second)
      .run();
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const isFirst = (args: readonly unknown[]) => JSON.stringify(args).includes(first);
    const away = envWith("replaceTrack", (tell, args) => (isFirst(args) ? Promise.reject(new Error("away")) : tell()));
    await sweep(away, Date.now());
    fault.mockRestore();
    const since = await env.DB.prepare("SELECT since_ms FROM pending_notifications WHERE track_id = ?")
      .bind(first)
      .first<number>("since_ms");
    expect(since).toBeGreaterThan(Date.now() - MINUTE_MS);
    expect(await notes()).toEqual([{ track_id: first }]);
  });
});

describe("whoever may arrange a room's playlist", () => {
  it("makes an edition of their own, which stays in the room and plays there", async () => {
    const { owner, id } = await newRoom();
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const file = newSound();
    const trackId = await bringTrack(owner, id, file);
    await owner.call("playlist.add", { roomId: second, trackIds: [trackId] });
    const editor = await addMember(owner, id, "editor");
    const [before] = await entriesOf(id);
    const original = await rowOf(trackId);
    const made = await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edited", album: "Депо" } });
    expect(made.trackId).not.toBe(trackId);
    expect(await rowOf(trackId)).toEqual(original);
    expect(await titlesIn(second)).toEqual(["song"]);
    const [entry] = await entriesOf(id);
    const { id: _, ...facts } = { ...before?.track, title: "Edited", album: "Депо" };
    expect(entry).toEqual({ ...before, track: { ...facts, id: made.trackId } });
    expect(
      await env.DB.prepare("SELECT * FROM pending_notifications WHERE track_id = ?").bind(made.trackId).first(),
    ).toBeNull();
    const device = await joinRoom(newClient(), id);
    const { query } = device.snapshot.media;
    const sound = await newClient().fetch(`/media/audio/${made.trackId}?${query}`);
    expect(Buffer.compare(Buffer.from(await sound.arrayBuffer()), file)).toBe(0);
    const wave = await newClient().fetch(`/media/wave/${made.trackId}?${query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
    // theirs by now
    const again = await editor.call("tracks.update", { trackId: made.trackId, changes: { title: "Again" } });
    expect(again.trackId).toBe(made.trackId);
    expect(await titlesIn(id)).toEqual(["Again"]);
  });

  it("makes no edition where nothing changes", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const count = async () => (await env.DB.prepare("SELECT count(*) AS n FROM tracks").first<{ n: number }>())?.n;
    const before = await count();
    expect((await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "song " } })).trackId).toBe(trackId);
    expect(await count()).toBe(before);
  });

  it("changes only what they added, as a participant", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const participant = await addMember(owner, id, "participant");
    const changes = { title: "Mine" };
    expect(await participant.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("forbidden");
    await participant.call("playlist.add", { roomId: id, trackIds: [trackId] });
    await participant.call("tracks.update", { trackId, roomId: id, changes });
    expect(await titlesIn(id)).toEqual(["song", "Mine"]);
  });

  it("reaches nothing outside of it by bringing another's track into a room of their own", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const guest = await addMember(owner, id, "viewer");
    const own = (await guest.call("rooms.create", { name: "Theirs" })).id;
    const changes = { title: "Taken over" };
    expect(await guest.refusal("tracks.update", { trackId, roomId: own, changes })).toBe("track-not-found");
    await guest.call("playlist.add", { roomId: own, trackIds: [trackId] });
    const before = await rowOf(trackId);
    const { trackId: taken } = await guest.call("tracks.update", { trackId, roomId: own, changes });
    expect(await rowOf(trackId)).toEqual(before);
    expect([await titlesIn(id), await titlesIn(own)]).toEqual([["song"], ["Taken over"]]);
    await guest.call("tracks.update", { trackId: taken, roomId: id, changes: { title: "Still theirs" } });
    expect([await titlesIn(id), await titlesIn(own)]).toEqual([["song"], ["Still theirs"]]);
    expect(await guest.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("forbidden");
  });

  it("is refused as a stranger, a viewer or a guest", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const viewer = await addMember(owner, id, "viewer");
    const stranger = await newMember();
    const ask = (client: Client, roomId?: RoomId) =>
      client.refusal("tracks.update", { trackId, roomId, changes: { title: "No" } });
    expect([await ask(viewer, id), await ask(stranger, id)]).toEqual(["forbidden", "forbidden"]);
    expect([await ask(viewer), await ask(stranger)]).toEqual(["track-not-found", "track-not-found"]);
    expect(await ask(newClient(), id)).toBe("login-required");
    expect(await titlesIn(id)).toEqual(["song"]);
  });

  it("leaves nothing where the entry has gone at that moment", async () => {
    const { owner, id } = await newRoom();
    const trackId = await bringTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const [entry] = await entriesOf(id);
    if (!entry) throw new Error("no entry");
    const cover = await newCover(editor);
    const before = (await env.DB.prepare("SELECT id FROM tracks").all()).results;
    const late = envWith("replaceTrack", async (tell) => {
      await owner.call("rooms.command", { id, command: { type: "remove", entryIds: [entry.id] } });
      return tell();
    });
    const slow = newClient(undefined, { Cookie: await cookieOf(editor) }, late);
    const wanted = { trackId, roomId: id, changes: { title: "Late" }, cover: { id: cover, hue: 1 } };
    expect(await slow.refusal("tracks.update", wanted)).toBe("entry-not-found");
    await sweepLater(HOUR_MS);
    await sweepLater(3 * HOUR_MS);
    expect((await env.DB.prepare("SELECT id FROM tracks").all()).results).toEqual(before);
    expect(await isCoverStored(cover)).toBe(false);
    await expectNoOrphans();
  });
});
