import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { emptyRoom, evolve } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { buildPlaylist, entryId, INFO } from "#tests/support/builders.ts";
import { createEntry, staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { PlayHistory } from "#workers/room-object/play-history.ts";
import type { Room } from "#workers/room-object/room-object.ts";
import { RoomStorage } from "#workers/room-object/room-storage.ts";

const { startMs, setSecond } = controlServerClock();
const getCurrentEntryId = (device: RoomDevice) => currentEntryId(device.state().playback) ?? entryId("none");

/** The plays of a room: title, second, and whether the track is in the playlist. */
async function listPlays(client: Client, id: string) {
  const { plays } = await client.call("rooms.getHistory", { id });
  return plays.map(({ title, atMs, isInPlaylist }) => [title, Math.floor((atMs - startMs) / 1000), isInPlaylist]);
}

/** A room with three entries. */
async function createRoomWithEntries() {
  const { owner, id } = await createRoomWithTracks();
  const { state } = await owner.call("rooms.getState", { id });
  const [first, last] = [state.playlist[0], state.playlist.at(-1)];
  if (!first || !last) throw new Error("no entries");
  return { owner, id, firstId: first.id, lastId: last.id };
}

/** Runs a command and returns its revision. */
async function run(client: Client, id: string, command: RoomCommand): Promise<number> {
  return (await client.call("rooms.command", { id, command })).revision;
}

describe("a room's history", () => {
  it("HI1 HI3 lists plays with the person who added the track, for guests too", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    expect(await owner.call("rooms.getHistory", { id })).toEqual({ plays: [], nextBeforeMs: null });
    await device.command({ type: "play" });
    await device.next("events");
    setSecond(10);
    await device.command({ type: "next", entryId: getCurrentEntryId(device) });
    await device.next("events");
    setSecond(12);
    await device.command({ type: "next", entryId: getCurrentEntryId(device) });
    const guest = createClient();
    expect(await listPlays(guest, id)).toEqual([
      ["Track 3", 12, true],
      ["Track 1", 0, true],
    ]);
    const { plays } = await guest.call("rooms.getHistory", { id });
    const [entry] = device.state().playlist;
    expect(plays[1]).toEqual({
      atMs: plays[1]?.atMs,
      trackId: entry?.track.id,
      title: "Track 1",
      artist: "Artist",
      durationMs: 60_000,
      cover: null,
      addedBy: device.state().people[entry?.addedBy ?? ("" as never)],
      isInPlaylist: true,
    });
    expect(plays[1]?.addedBy?.name).toBe("Mira");
    device.socket.close(1000);
  });

  it("HI5 continues the play that a short play has interrupted and that returns by an undo", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    setSecond(20);
    await device.command({ type: "next", entryId: getCurrentEntryId(device) });
    setSecond(22);
    expect(await device.command({ type: "restore-playback", revision: device.revision() })).toBeNull();
    expect(await listPlays(owner, id)).toEqual([["Track 1", 0, true]]);
    setSecond(30);
    await device.command({ type: "next", entryId: getCurrentEntryId(device) });
    setSecond(37);
    expect(await device.command({ type: "restore-playback", revision: device.revision() })).toBeNull();
    expect(await listPlays(owner, id)).toEqual([
      ["Track 1", 37, true],
      ["Track 2", 30, true],
      ["Track 1", 0, true],
    ]);
    device.socket.close(1000);
  });

  it.each(["next", "remove"] as const)(
    "HI5 continues the last track after the undo of %s, even if the object was evicted",
    async (type) => {
      setSecond(0);
      const { owner, id, lastId } = await createRoomWithEntries();
      await run(owner, id, { type: "select", entryId: lastId });
      setSecond(20);
      const command = type === "next" ? ({ type, entryId: lastId } as const) : ({ type, entryIds: [lastId] } as const);
      const revision = await run(owner, id, command);
      await evictRoom(id);
      setSecond(28);
      await run(owner, id, { type: "restore-playback", revision });
      await run(owner, id, { type: "pause" });
      await run(owner, id, { type: "play" });
      expect(await listPlays(owner, id)).toEqual([["Track 3", 0, true]]);
    },
  );

  it("HI5 continues a short play in place of the one that has replaced it", async () => {
    setSecond(0);
    const { owner, id, firstId, lastId } = await createRoomWithEntries();
    await run(owner, id, { type: "select", entryId: lastId });
    setSecond(20);
    await run(owner, id, { type: "select", entryId: firstId });
    setSecond(23);
    const revision = await run(owner, id, { type: "next", entryId: firstId });
    setSecond(25);
    await run(owner, id, { type: "restore-playback", revision });
    setSecond(28);
    // it has played for three seconds twice
    await run(owner, id, { type: "select", entryId: lastId });
    expect(await listPlays(owner, id)).toEqual([
      ["Track 3", 28, true],
      ["Track 1", 20, true],
      ["Track 3", 0, true],
    ]);
  });

  it("HI5 keeps the first play of a room after its undo if it was long", async () => {
    setSecond(0);
    const { owner, id, lastId } = await createRoomWithEntries();
    const revision = await run(owner, id, { type: "select", entryId: lastId });
    setSecond(7);
    await run(owner, id, { type: "restore-playback", revision });
    setSecond(10);
    await run(owner, id, { type: "play" });
    expect(await listPlays(owner, id)).toEqual([
      ["Track 1", 10, true],
      ["Track 3", 0, true],
    ]);
  });

  it("HI4 continues without connections, and survives the eviction of the object", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.command", { id, command: { type: "play" } });
    setSecond(70);
    // there is none while the alarm runs that publishes the first track
    const runAlarm = () => runDurableObjectAlarm(roomObject(env, id as RoomId));
    await expect.poll(runAlarm, { timeout: 20_000 }).toBe(true);
    await evictRoom(id);
    const plays = [
      ["Track 2", 60, true],
      ["Track 1", 0, true],
    ];
    expect(await listPlays(owner, id)).toEqual(plays);
    // resuming a track after an eviction is no new play
    await owner.call("rooms.command", { id, command: { type: "pause" } });
    await evictRoom(id);
    await owner.call("rooms.command", { id, command: { type: "play" } });
    expect(await listPlays(owner, id)).toEqual(plays);
    setSecond(100_000);
    expect(await listPlays(owner, id)).toEqual([["Track 3", 120, true], ...plays]);
  });

  it("keeps plays of removed tracks, and marks them as not in the playlist", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    await device.next("events");
    setSecond(30);
    await device.command({ type: "remove", entryIds: [getCurrentEntryId(device)] });
    expect(await listPlays(owner, id)).toEqual([
      ["Track 2", 30, true],
      ["Track 1", 0, false],
    ]);
    device.socket.close(1000);
  });

  it("contains covers only of tracks in the playlist", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 0 });
    const { state } = await owner.call("rooms.getState", { id });
    const entry = createEntry(state.info.owner, { title: "Covered" });
    await roomObject(env, state.info.id).addEntries(staleMetadata(state.info), { entries: [entry], person: state.info.owner });
    await owner.call("rooms.command", { id, command: { type: "play" } });
    const readCover = async () => (await owner.call("rooms.getHistory", { id })).plays[0]?.cover;
    expect(await readCover()).toBe(entry.track.cover);
    await owner.call("rooms.command", { id, command: { type: "remove", entryIds: [entry.id] } });
    expect(await readCover()).toBeNull();
  });

  it("is refused to people without access, and deleted with the room", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.command", { id, command: { type: "play" } });
    await owner.call("rooms.update", { id, password: "let me in" });
    expect(await createClient().refusal("rooms.getHistory", { id })).toBe("room-password-required");
    expect(await listPlays(owner, id)).toHaveLength(1);
    const object = roomObject(env, id as RoomId);
    await owner.call("rooms.remove", { id });
    expect(await owner.refusal("rooms.getHistory", { id })).toBe("room-not-found");
    const tables = "SELECT name FROM sqlite_master WHERE name = 'history'";
    await runInDurableObject(object, (_: Room, { storage }) => expect(storage.sql.exec(tables).toArray()).toEqual([]));
  });

  it("has pages without gaps or repetitions", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks({ tracks: playbackLimits.historyPageSize * 2 + 20, durationMs: 6000.25 });
    await owner.call("rooms.command", { id, command: { type: "play" } });
    // a room that has missed more skips the first of them
    for (const second of [200, 400, 600, 100_000]) {
      setSecond(second);
      await owner.call("rooms.getHistory", { id });
    }
    const pages: string[][] = [];
    for (let beforeMs: number | null | undefined; beforeMs !== null; ) {
      const page = await owner.call("rooms.getHistory", { id, ...(beforeMs !== undefined && { beforeMs }) });
      pages.push(page.plays.map(({ title }) => title));
      beforeMs = page.nextBeforeMs;
    }
    expect(pages.map((page) => page.length)).toEqual([playbackLimits.historyPageSize, playbackLimits.historyPageSize, 20]);
    expect(pages.flat()).toEqual(
      Array.from({ length: playbackLimits.historyPageSize * 2 + 20 }, (_, i) => `Track ${i + 1}`).reverse(),
    );
  });
});

describe("the stored history of a room", () => {
  const buildPlayback = (id: EntryId, anchorMs: number): RoomEvent => ({
    type: "playback-changed",
    playback: { status: "playing", entryId: id, positionMs: 0, anchorMs },
    isNewRound: false,
  });

  it("is limited to the last thousand plays, and written together with the room's state", async () => {
    const id = "historyaaaaaaaaa" as RoomId;
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      const room = new RoomStorage(storage);
      const history = new PlayHistory(storage.sql);
      const playlist = buildPlaylist(2);
      let state = emptyRoom({ ...INFO, id });
      let revision = 0;
      const save = (events: readonly RoomEvent[]) => {
        state = events.reduce(evolve, state);
        revision += 1;
        room.save(events, state, { revision, edit: null });
      };
      save([
        { type: "room-changed", info: state.info },
        { type: "entries-added", entries: playlist },
      ]);
      const count = playbackLimits.historyEntries + 5;
      for (let i = 0; i < count; i++) save([buildPlayback(entryId((i % 2) + 1), startMs + i * 10_000)]);
      const readRows = () => storage.sql.exec<{ at_ms: number }>("SELECT at_ms FROM history ORDER BY at_ms").toArray();
      expect(readRows()).toHaveLength(playbackLimits.historyEntries);
      expect(readRows()[0]?.at_ms).toBe(startMs + 50_000);

      const latest = history.list(Number.MAX_SAFE_INTEGER);
      const next = buildPlayback(entryId(2), startMs + count * 10_000);
      // adding existing entries throws: nothing of the batch is written
      const events: RoomEvent[] = [next, { type: "entries-added", entries: playlist }];
      expect(() => room.save(events, state, { revision: revision + 1, edit: null })).toThrow();
      expect(history.list(Number.MAX_SAFE_INTEGER)).toEqual(latest);
    });
  });
});
