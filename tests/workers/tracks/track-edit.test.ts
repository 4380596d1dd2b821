import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/units.ts";
import { expectNoOrphans } from "#tests/workers/media/expect-no-orphans.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createNoise, createRoom, readPlaylist } from "#tests/workers/support/upload.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import {
  addMember,
  createCover,
  createSessionCookie,
  findTrackRow,
  isCoverStored,
  listTitles,
  sweepAfter,
  uploadTrack,
} from "./track-fixtures.ts";

describe("an uploader", () => {
  it("changes a track in all rooms that have it, for connected devices and for searches", async () => {
    const { owner, id } = await createRoom();
    const other = await createRoom();
    const trackId = await uploadTrack(owner, id);
    await other.owner.call("members.add", { id: other.id, username: owner.username, role: "participant" });
    await owner.call("playlist.add", { roomId: other.id, trackIds: [trackId] });
    const device = await joinRoom(createClient(), other.id);
    const changes = { title: " Лёд\n", artist: "Вера Ланская", year: 1998 };
    const changed = await owner.call("tracks.update", { trackId, changes });
    expect(changed).toMatchObject({ trackId, track: { id: trackId, title: "Лёд", artist: "Вера Ланская", year: 1998 } });
    for (const room of [id, other.id]) expect((await readPlaylist(room))[0]?.track).toEqual(changed.track);
    expect(device.state().playlist[0]?.track).toEqual(changed.track);
    expect(await findTrackRow(trackId)).toMatchObject({ title: "Лёд", genre: "", search_key: "лед\nвера ланская\n" });
    const words = await env.DB.prepare("SELECT word FROM track_words WHERE track_id = ? ORDER BY word").bind(trackId).all();
    expect(words.results.map(({ word }) => word)).toEqual(["вера", "ланская", "лед"]);
    device.socket.close(1000);
  });

  it("is named with the track, also to others who may edit it", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const { tracks } = (await owner.call("rooms.get", { id })).content;
    const found = await editor.call("tracks.get", { trackId, roomId: id });
    expect(found.track).toEqual((await readPlaylist(id))[0]?.track);
    expect(found.uploader).toMatchObject({ id: tracks[0]?.uploadedBy, name: "Mira" });
    expect(await owner.call("tracks.get", { trackId })).toEqual(found);
  });

  it("gets an error code for invalid changes, and nothing changes", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const before = await findTrackRow(trackId);
    const refusal = (changes: object) => owner.refusal("tracks.update", { trackId, changes });
    expect(await refusal({ title: " " })).toBe("track-title-required");
    expect(await refusal({ title: "-" })).toBe("track-title-too-short");
    expect(await refusal({ title: "x".repeat(201) })).toBe("track-title-too-long");
    expect(await refusal({ title: "Good", album: "x".repeat(201) })).toBe("track-text-too-long");
    expect(await refusal({ title: "Good", year: 998 })).toBe("track-year-invalid");
    expect(await refusal({ title: "Good", durationMs: 1 })).toBe("invalid-arguments");
    expect(await owner.refusal("tracks.update", { trackId: "aaaaaaaaaaaaaaaa", changes: {} })).toBe("track-not-found");
    expect(await findTrackRow(trackId)).toEqual(before);
  });

  it("may change a track from several pages at once: all fields are stored, and the rooms get the stored track", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const all = [{ artist: "A" }, { album: "B" }, { genre: "C" }, { year: 2001 }, { title: "D" }, { title: "E" }];
    await Promise.all(all.map((changes) => owner.call("tracks.update", { trackId, changes })));
    const row = await findTrackRow(trackId);
    expect(row).toMatchObject({ artist: "A", album: "B", genre: "C", year: 2001 });
    expect(row?.search_key).toBe(`${String(row?.title).toLowerCase()}\na\nb`);
    expect((await readPlaylist(id))[0]?.track).toMatchObject({
      title: row?.title,
      artist: "A",
      album: "B",
      genre: "C",
      year: 2001,
    });
  });

  it("is shown the stored track in a room although the notification of an earlier change arrives late", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const laterChanges = [{ title: "Second" }];
    const late = interceptRoomCalls("replaceTrack", async (call) => {
      for (const changes of laterChanges.splice(0)) await owner.call("tracks.update", { trackId, changes });
      return call();
    });
    const slow = createClient({ headers: { Cookie: await createSessionCookie(owner) }, bindings: late });
    await slow.call("tracks.update", { trackId, changes: { title: "First" } });
    expect(await findTrackRow(trackId)).toMatchObject({ title: "Second" });
    expect(await listTitles(id)).toEqual(["Second"]);
  });

  it("changes a track although a room fails, which the sweep notifies later", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const cookie = await createSessionCookie(owner);
    const errorLog = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const cutOff = createClient({
      headers: { Cookie: cookie },
      bindings: interceptRoomCalls("replaceTrack", () => Promise.reject(new Error("the room is down"))),
    });
    await cutOff.call("tracks.update", { trackId, changes: { title: "Changed" } });
    expect(await findTrackRow(trackId)).toMatchObject({ title: "Changed" });
    expect(errorLog.mock.calls).toEqual([[expect.stringContaining("the room is down")]]);
    errorLog.mockRestore();
    expect(await listTitles(id)).toEqual(["song"]);
    const isPending = async () =>
      (await env.DB.prepare("SELECT 1 FROM pending_notifications WHERE track_id = ?").bind(trackId).first()) !== null;
    await sweepAfter(30_000);
    expect([await listTitles(id), await isPending()]).toEqual([["song"], true]);
    await sweepAfter(2 * MINUTE_MS);
    expect([await listTitles(id), await isPending()]).toEqual([["Changed"], false]);
  });

  it("leaves a pending notification only if a room fails; the sweep retries it behind the others", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = [await uploadTrack(owner, id), await uploadTrack(owner, id)];
    const listPending = async () =>
      (await env.DB.prepare("SELECT track_id FROM pending_notifications ORDER BY since_ms").all()).results;
    for (const trackId of [first, second]) await owner.call("tracks.update", { trackId, changes: { genre: "Polka" } });
    expect(await listPending()).toEqual([]);
    await env.DB.prepare("INSERT INTO pending_notifications SELECT id, iif(id = ?, 1, 2) FROM tracks WHERE id IN (?1, ?2)")
      .bind(first, second)
      .run();
    const errorLog = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const isFirst = (args: readonly unknown[]) => JSON.stringify(args).includes(first);
    const failing = interceptRoomCalls("replaceTrack", (call, args) =>
      isFirst(args) ? Promise.reject(new Error("down")) : call(),
    );
    await sweep(failing, Date.now());
    errorLog.mockRestore();
    const since = await env.DB.prepare("SELECT since_ms FROM pending_notifications WHERE track_id = ?")
      .bind(first)
      .first<number>("since_ms");
    expect(since).toBeGreaterThan(Date.now() - MINUTE_MS);
    expect(await listPending()).toEqual([{ track_id: first }]);
  });
});

describe("a member who may arrange entries", () => {
  it("makes an edition, which replaces the track in that room only and can be played there", async () => {
    const { owner, id } = await createRoom();
    const second = (await owner.call("rooms.create", { name: "Second" })).id;
    const file = createNoise();
    const trackId = await uploadTrack(owner, id, file);
    await owner.call("playlist.add", { roomId: second, trackIds: [trackId] });
    const editor = await addMember(owner, id, "editor");
    const [before] = await readPlaylist(id);
    const original = await findTrackRow(trackId);
    const made = await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "Edited", album: "Депо" } });
    expect(made.trackId).not.toBe(trackId);
    expect(await findTrackRow(trackId)).toEqual(original);
    expect(await listTitles(second)).toEqual(["song"]);
    const [entry] = await readPlaylist(id);
    const { id: _, ...facts } = { ...before?.track, title: "Edited", album: "Депо" };
    expect(entry).toEqual({ ...before, track: { ...facts, id: made.trackId } });
    expect(
      await env.DB.prepare("SELECT * FROM pending_notifications WHERE track_id = ?").bind(made.trackId).first(),
    ).toBeNull();
    const device = await joinRoom(createClient(), id);
    const { query } = device.snapshot.media;
    const sound = await createClient().fetch(`/media/audio/${made.trackId}?${query}`);
    expect(Buffer.compare(Buffer.from(await sound.arrayBuffer()), file)).toBe(0);
    const wave = await createClient().fetch(`/media/wave/${made.trackId}?${query}`);
    expect(new Uint8Array(await wave.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));
    device.socket.close(1000);
    // the edition is their own track
    const again = await editor.call("tracks.update", { trackId: made.trackId, changes: { title: "Again" } });
    expect(again.trackId).toBe(made.trackId);
    expect(await listTitles(id)).toEqual(["Again"]);
  });

  it("makes no edition without a change", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const count = async () => (await env.DB.prepare("SELECT count(*) AS n FROM tracks").first<{ n: number }>())?.n;
    const before = await count();
    expect((await editor.call("tracks.update", { trackId, roomId: id, changes: { title: "song " } })).trackId).toBe(trackId);
    expect(await count()).toBe(before);
  });

  it("as a participant changes only entries that they added", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const participant = await addMember(owner, id, "participant");
    const changes = { title: "Mine" };
    expect(await participant.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("forbidden");
    await participant.call("playlist.add", { roomId: id, trackIds: [trackId] });
    await participant.call("tracks.update", { trackId, roomId: id, changes });
    expect(await listTitles(id)).toEqual(["song", "Mine"]);
  });

  it("cannot change another person's track elsewhere by adding it to a room of their own", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const guest = await addMember(owner, id, "viewer");
    const own = (await guest.call("rooms.create", { name: "Theirs" })).id;
    const changes = { title: "Taken over" };
    expect(await guest.refusal("tracks.update", { trackId, roomId: own, changes })).toBe("track-not-found");
    await guest.call("playlist.add", { roomId: own, trackIds: [trackId] });
    const before = await findTrackRow(trackId);
    const { trackId: taken } = await guest.call("tracks.update", { trackId, roomId: own, changes });
    expect(await findTrackRow(trackId)).toEqual(before);
    expect([await listTitles(id), await listTitles(own)]).toEqual([["song"], ["Taken over"]]);
    await guest.call("tracks.update", { trackId: taken, roomId: id, changes: { title: "Still theirs" } });
    expect([await listTitles(id), await listTitles(own)]).toEqual([["song"], ["Still theirs"]]);
    expect(await guest.refusal("tracks.update", { trackId, roomId: id, changes })).toBe("forbidden");
  });

  it("is not a stranger, a viewer or a guest, who are refused", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const viewer = await addMember(owner, id, "viewer");
    const stranger = await registerUser();
    const requestEdit = (client: Client, roomId?: RoomId) =>
      client.refusal("tracks.update", { trackId, roomId, changes: { title: "No" } });
    expect([await requestEdit(viewer, id), await requestEdit(stranger, id)]).toEqual(["forbidden", "forbidden"]);
    expect([await requestEdit(viewer), await requestEdit(stranger)]).toEqual(["track-not-found", "track-not-found"]);
    expect(await requestEdit(createClient(), id)).toBe("login-required");
    expect(await listTitles(id)).toEqual(["song"]);
  });

  it("leaves no data if the entry is removed during the edit", async () => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const editor = await addMember(owner, id, "editor");
    const [entry] = await readPlaylist(id);
    if (!entry) throw new Error("no entry");
    const cover = await createCover(editor);
    const before = (await env.DB.prepare("SELECT id FROM tracks").all()).results;
    const late = interceptRoomCalls("replaceTrack", async (call) => {
      await owner.call("rooms.command", { id, command: { type: "remove", entryIds: [entry.id] } });
      return call();
    });
    const slow = createClient({ headers: { Cookie: await createSessionCookie(editor) }, bindings: late });
    const request = { trackId, roomId: id, changes: { title: "Late" }, cover: { id: cover, hue: 1 } };
    expect(await slow.refusal("tracks.update", request)).toBe("entry-not-found");
    await sweepAfter(HOUR_MS);
    await sweepAfter(3 * HOUR_MS);
    expect((await env.DB.prepare("SELECT id FROM tracks").all()).results).toEqual(before);
    expect(await isCoverStored(cover)).toBe(false);
    await expectNoOrphans();
  });
});
