import { abortAllDurableObjects, env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { emptyRoom, evolve } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { buildPlaylist, entryId, INFO } from "#tests/support/builders.ts";
import { entryOf, staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { type Client, newClient } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { newRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { createPlayHistory } from "#workers/room-object/play-history.ts";
import type { Room } from "#workers/room-object/room-object.ts";
import { createRoomStorage } from "#workers/room-object/room-storage.ts";

const START_MS = Date.now();
const current = (device: RoomDevice) => currentEntryId(device.state().playback) ?? entryId("none");

/** The clock of the server, so many seconds into the test. */
function atSecond(second: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS + second * 1000 });
}
afterEach(() => {
  vi.useRealTimers();
});

async function tell(client: Client, id: string) {
  const { plays } = await client.call("rooms.getHistory", { id });
  return plays.map(({ title, atMs, isHere }) => [title, Math.floor((atMs - START_MS) / 1000), isHere]);
}

describe("a room's history", () => {
  it("HI1 HI3 has what was played, with who added it; guests may read it", async () => {
    atSecond(0);
    const { owner, id } = await newRoomWithTracks();
    const device = await joinRoom(owner, id);
    expect(await owner.call("rooms.getHistory", { id })).toEqual({ plays: [], nextBeforeMs: null });
    await device.command({ type: "play" });
    await device.next("events");
    atSecond(10);
    await device.command({ type: "next", entryId: current(device) });
    await device.next("events");
    atSecond(12);
    await device.command({ type: "next", entryId: current(device) });
    const guest = newClient();
    expect(await tell(guest, id)).toEqual([
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
      isHere: true,
    });
    expect(plays[1]?.addedBy?.name).toBe("Mira");
    device.socket.close(1000);
  });

  it("HI4 goes on while nobody is there, and outlives the object", async () => {
    atSecond(0);
    const { owner, id } = await newRoomWithTracks();
    await owner.call("rooms.command", { id, command: { type: "play" } });
    atSecond(70);
    expect(await runDurableObjectAlarm(roomObject(env, id as RoomId))).toBe(true);
    await abortAllDurableObjects();
    const told = [
      ["Track 2", 60, true],
      ["Track 1", 0, true],
    ];
    expect(await tell(owner, id)).toEqual(told);
    // it was on before the object was thrown out: going on is no new play, the last track is one
    await owner.call("rooms.command", { id, command: { type: "pause" } });
    await abortAllDurableObjects();
    await owner.call("rooms.command", { id, command: { type: "play" } });
    expect(await tell(owner, id)).toEqual(told);
    atSecond(100_000);
    expect(await tell(owner, id)).toEqual([["Track 3", 120, true], ...told]);
  });

  it("keeps what has left the playlist, and knows that it is not there", async () => {
    atSecond(0);
    const { owner, id } = await newRoomWithTracks();
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    await device.next("events");
    atSecond(30);
    await device.command({ type: "remove", entryIds: [current(device)] });
    expect(await tell(owner, id)).toEqual([
      ["Track 2", 30, true],
      ["Track 1", 0, false],
    ]);
    device.socket.close(1000);
  });

  it("shows the cover of what the playlist holds, and none of what it does not", async () => {
    const { owner, id } = await newRoomWithTracks({ tracks: 0 });
    const { state } = await owner.call("rooms.getState", { id });
    const entry = entryOf(state.info.owner, { title: "Covered" });
    await roomObject(env, state.info.id).add(staleMetadata(state.info), [entry], state.info.owner);
    await owner.call("rooms.command", { id, command: { type: "play" } });
    const cover = async () => (await owner.call("rooms.getHistory", { id })).plays[0]?.cover;
    expect(await cover()).toBe(entry.track.cover);
    await owner.call("rooms.command", { id, command: { type: "remove", entryIds: [entry.id] } });
    expect(await cover()).toBeNull();
  });

  it("is told to nobody who may not come in, and ends with the room", async () => {
    const { owner, id } = await newRoomWithTracks();
    await owner.call("rooms.command", { id, command: { type: "play" } });
    await owner.call("rooms.update", { id, password: "let me in" });
    expect(await newClient().refusal("rooms.getHistory", { id })).toBe("room-password-required");
    expect(await tell(owner, id)).toHaveLength(1);
    const object = roomObject(env, id as RoomId);
    await owner.call("rooms.remove", { id });
    expect(await owner.refusal("rooms.getHistory", { id })).toBe("room-not-found");
    const tables = "SELECT name FROM sqlite_master WHERE name = 'history'";
    await runInDurableObject(object, (_: Room, { storage }) => expect(storage.sql.exec(tables).toArray()).toEqual([]));
  });

  it("comes in pages, without a gap and without a repetition", async () => {
    atSecond(0);
    const { owner, id } = await newRoomWithTracks({ tracks: playbackLimits.historyPage * 2 + 20, durationMs: 6000.25 });
    await owner.call("rooms.command", { id, command: { type: "play" } });
    atSecond(100_000);
    const pages: string[][] = [];
    for (let beforeMs: number | null | undefined; beforeMs !== null; ) {
      const page = await owner.call("rooms.getHistory", { id, ...(beforeMs !== undefined && { beforeMs }) });
      pages.push(page.plays.map(({ title }) => title));
      beforeMs = page.nextBeforeMs;
    }
    expect(pages.map((page) => page.length)).toEqual([playbackLimits.historyPage, playbackLimits.historyPage, 20]);
    expect(pages.flat()).toEqual(
      Array.from({ length: playbackLimits.historyPage * 2 + 20 }, (_, i) => `Track ${i + 1}`).reverse(),
    );
  });
});

describe("what a room keeps of its history", () => {
  const playing = (id: EntryId, anchorMs: number): RoomEvent => ({
    type: "playback-changed",
    playback: { status: "playing", entryId: id, positionMs: 0, anchorMs },
    isNewRound: false,
  });

  it("is the last thousand plays, and what happened as a whole", async () => {
    const id = "historyaaaaaaaaa" as RoomId;
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      const room = createRoomStorage(storage);
      const history = createPlayHistory(storage);
      const playlist = buildPlaylist(2);
      let state = emptyRoom({ ...INFO, id });
      let revision = 0;
      const save = (events: readonly RoomEvent[]) => {
        state = events.reduce(evolve, state);
        revision += 1;
        room.save(events, state, revision);
      };
      save([
        { type: "room-changed", info: state.info },
        { type: "entries-added", entries: playlist },
      ]);
      const count = playbackLimits.historyEntries + 5;
      for (let i = 0; i < count; i++) save([playing(entryId((i % 2) + 1), START_MS + i * 10_000)]);
      const all = () => storage.sql.exec<{ at_ms: number }>("SELECT at_ms FROM history ORDER BY at_ms").toArray();
      expect(all()).toHaveLength(playbackLimits.historyEntries);
      expect(all()[0]?.at_ms).toBe(START_MS + 50_000);

      const latest = history.page(Number.MAX_SAFE_INTEGER);
      const next = playing(entryId(2), START_MS + count * 10_000);
      // an entry that is there already is a fault of ours: nothing of it is written
      const twice: RoomEvent[] = [next, { type: "entries-added", entries: playlist }];
      expect(() => room.save(twice, state, revision + 1)).toThrow();
      expect(history.page(Number.MAX_SAFE_INTEGER)).toEqual(latest);
    });
  });
});
