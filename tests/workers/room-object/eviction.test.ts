import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import { DEFAULT_PLAY_ORDER } from "#app/domain/playback/play-order.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { appendToQueue } from "#app/domain/playback/queue.ts";
import { renewRanks } from "#app/domain/playlist/playlist.ts";
import type { UndoLog } from "#app/domain/room/decision.ts";
import { recordEdit } from "#app/domain/room/record-edit.ts";
import { emptyRoom, evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildPlaylist, editId, entryId, INFO, userId } from "#tests/support/builders.ts";
import { createMemoryRoomStorage } from "#tests/support/memory-room-storage.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { createRoomWithTracks, seedTracks } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";
import { RoomStorage } from "#workers/room-object/room-storage.ts";
import type { RoomStoreDeps } from "#workers/room-object/room-store.ts";

describe("a room whose object is evicted between any two commands", () => {
  it("SC2 RM4 has the same state after each eviction", async () => {
    const random = seededRandom(11);
    const owner = await registerUser();
    const { id } = await owner.call("rooms.create", { name: "Evicted" });
    const trackIds = await seedTracks(owner.username, id, { count: 8, durationMs: 600_000 });
    await owner.call("playlist.add", { roomId: id, trackIds });
    const readState = () => owner.call("rooms.getState", { id });

    for (let step = 0; step < 40; step++) {
      const { state } = await readState();
      const ids = state.playlist.map((entry) => entry.id);
      const pickEntry = () => ids[Math.floor(random() * ids.length)] ?? entryId("none");
      const current = state.playback.status === "idle" ? pickEntry() : state.playback.entryId;
      const commands: RoomCommand[] = [
        { type: "play" },
        { type: "pause" },
        { type: "seek", entryId: current, positionMs: random() * 500_000 },
        { type: "next", entryId: current },
        { type: "previous", entryId: current },
        { type: "select", entryId: pickEntry() },
        { type: "move", entryIds: [pickEntry()], afterEntryId: null },
      ];
      const command = step === 30 ? ({ type: "remove", entryIds: [current] } as const) : commands[step % commands.length];
      if (!command) throw new Error("no command");
      await owner.call("rooms.command", { id, command });
      const before = await readState();
      await evictRoom(id);
      const after = await readState();
      expect(after.state).toEqual(before.state);
      expect(after.revision).toBe(before.revision);
    }
  });
});

it("DV14 keeps the volume and the mute of the loudspeakers, and has full volume in a room that was stored without them", async () => {
  const { owner, id } = await createRoomWithTracks();
  const readLoudspeakers = async () => (await owner.call("rooms.getState", { id })).state.loudspeakers;
  expect(await readLoudspeakers()).toEqual({ volume: 1, isMuted: false });
  await evictRoom(id);
  expect(await readLoudspeakers()).toEqual({ volume: 1, isMuted: false });
  await owner.call("rooms.command", { id, command: { type: "group-volume", volume: 0.25 } });
  await owner.call("rooms.command", { id, command: { type: "mute-room", isOn: true } });
  await evictRoom(id);
  expect(await readLoudspeakers()).toEqual({ volume: 0.25, isMuted: true });
});

it("has the settings that rooms did not have when it was stored", async () => {
  const { owner, id } = await createRoomWithTracks();
  const { state } = await owner.call("rooms.getState", { id });
  const { guestsMayControl: _, guestsMayAdd: __, ...earlier } = state.info;
  await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
    storage.sql.exec("UPDATE state SET json = ? WHERE key = 'info'", JSON.stringify(earlier));
  });
  await evictRoom(id);
  await owner.call("rooms.update", { id, guestsMayControl: true });
  expect((await owner.call("rooms.getState", { id })).state.info).toMatchObject({
    guestsMayControl: true,
    guestsMayAdd: false,
  });
  expect(await createClient().refusal("rooms.command", { id, command: { type: "play" } })).toBeUndefined();
});

/** Batches of events for the contract of both storages: SQLite, and the memory of simulations. */
const EVENTS: readonly (readonly RoomEvent[])[] = [
  [{ type: "room-changed", info: INFO }],
  [
    { type: "person-changed", person: { id: userId("mira"), name: "Мира", avatar: "#e9b84c" } },
    { type: "entries-added", entries: buildPlaylist(5) },
    { type: "playback-changed", playback: { status: "paused", entryId: entryId(1), positionMs: 0 }, isNewRound: false },
  ],
  [{ type: "entries-moved", ranks: [{ entryId: entryId(5), rank: "Zz" }] }],
  // the first entry takes the rank that the second one has before the move
  [
    {
      type: "entries-moved",
      ranks: [
        { entryId: entryId(4), rank: "Zz" },
        { entryId: entryId(5), rank: "Zzz" },
      ],
    },
  ],
  [
    {
      type: "playback-changed",
      playback: { status: "playing", entryId: entryId(2), positionMs: 1.5, anchorMs: 99, fadeInMs: 5000 },
      isNewRound: false,
    },
  ],
  [{ type: "order-changed", repeat: "all", shuffleSeed: 7, crossfadeMs: 5000 }],
  [
    {
      type: "playback-controlled",
      kind: "seek",
      userId: userId("mira"),
      guestName: null,
      before: { status: "playing", entryId: entryId(2), positionMs: 1.5, anchorMs: 99 },
    },
    {
      type: "playback-restored",
      userId: null,
      guestName: "Kim",
      playback: { status: "playing", entryId: entryId(4), positionMs: 3, anchorMs: 120 },
      order: { repeat: "one", played: { kept: 0, following: [entryId(4)] } },
    },
  ],
  [{ type: "playback-restored", userId: null, guestName: null, playback: null, order: { repeat: "off" } }],
  [{ type: "queue-changed", change: appendToQueue([], [entryId(3), entryId(1)]) }],
  [{ type: "playback-changed", playback: { status: "paused", entryId: entryId(1), positionMs: 0 }, isNewRound: false }],
  [
    { type: "entries-removed", entryIds: [entryId(2), entryId(3)] },
    { type: "person-changed", person: { id: userId("mira"), name: "Mira", avatar: "https://example.org/a.png" } },
  ],
  [{ type: "room-changed", info: { ...INFO, name: "Кухня", isFair: true, isLeveled: false } }],
];

/** The undo record of a control of playback. */
const RECORD: PlaybackRecord = {
  revision: 3,
  atMs: 1000,
  kind: "next",
  playback: { status: "playing", entryId: entryId(1), positionMs: 500, anchorMs: 1000 },
  order: DEFAULT_PLAY_ORDER,
  isUndone: false,
};

/** The row of the log for the removal. */
const REMOVAL = {
  userId: userId("mira"),
  isGuest: false,
  editId: editId(1),
  edit: {
    subject: { kind: "remove", title: "Track 2", count: 2 },
    changes: [
      { entryId: entryId(2), before: "a1", after: null },
      { entryId: entryId(3), before: "a2", after: null },
    ],
    order: [],
  },
} as const;

function expectStorageContract(storage: RoomStoreDeps["storage"] & { readonly log: UndoLog }): void {
  expect(storage.load()).toBeNull();
  let state = emptyRoom(INFO);
  for (const [i, events] of EVENTS.entries()) {
    state = events.reduce(evolve, state);
    const record = i === EVENTS.length - 1 && { playbackRecord: RECORD };
    const isRemoval = events.some(({ type }) => type === "entries-removed");
    storage.save(events, state, { revision: i + 1, edit: isRemoval ? REMOVAL : null, ...record });
    expect(storage.load()).toEqual({ state, revision: i + 1, playbackRecord: i === EVENTS.length - 1 ? RECORD : null });
  }
  const removed = storage.log.removedEntries([entryId(2), entryId(4), entryId(3)]);
  expect(removed.map(({ id, track, rank }) => [id, track.title, rank]).sort()).toEqual([
    [entryId(2), "Track 2", "a1"],
    [entryId(3), "Track 3", "a2"],
  ]);
  const { changes } = REMOVAL.edit;
  expect(storage.log.findEdit(editId(1))).toMatchObject({ userId: userId("mira"), kind: "remove", changes, order: [] });
  expect(storage.log.placementsBefore(1)).toEqual(changes.map(({ entryId: id, before: rank }) => ({ entryId: id, rank })));
  expect(storage.log.placementsBefore(2)).toBeNull();
}

describe("a room's storage", () => {
  it("RM4 stores the state that events lead to, in SQLite", async () => {
    await runInDurableObject(roomObject(env, INFO.id), (_: Room, { storage }) =>
      expectStorageContract(new RoomStorage(storage)),
    );
  });

  it("RM4 stores the same in the memory of a simulation", () => {
    expectStorageContract(createMemoryRoomStorage());
  });

  it("PL11 keeps the places of undone entries when all ranks are renewed", async () => {
    await runInDurableObject(roomObject(env, INFO.id), (_: Room, { storage }) => {
      const room = new RoomStorage(storage);
      let state = room.load()?.state ?? emptyRoom(INFO);
      const run = (event: RoomEvent) => {
        const before = state;
        state = evolve(before, event);
        const edit = recordEdit(before, [event], { command: { type: "move", entryIds: [], afterEntryId: null }, undone: null });
        room.save([event], state, { revision: 100, edit: edit && { userId: null, isGuest: true, editId: null, edit } });
      };
      run({
        type: "entries-added",
        entries: buildPlaylist(9)
          .slice(5)
          .map((entry, i) => ({ ...entry, rank: `b0${"V".repeat(i)}` })),
      });
      const [first, , moved, last] = state.playlist.slice(-4);
      if (!first || !moved || !last) throw new Error("no entries");
      run({ type: "entries-removed", entryIds: state.playlist.slice(-3, -2).map(({ id }) => id) });
      run({ type: "entries-moved", ranks: [{ entryId: moved.id, rank: "a00" }] });
      run({ type: "ranks-renewed", ranks: renewRanks(state.playlist) });
      expect(room.load()?.state).toEqual(state);
      const rankOf = (id: EntryId) => state.playlist.find((entry) => entry.id === id)?.rank ?? "";
      const [removed] = room.log.removedEntries([entryId(7)]);
      const previous = room.log.placementsBefore(3)?.find((placement) => placement.entryId === moved.id);
      for (const rank of [removed?.rank, previous?.rank ?? undefined]) {
        expect([rankOf(first.id), rank, rankOf(last.id)]).toEqual([rankOf(first.id), rank, rankOf(last.id)].sort());
      }
    });
  });

  it("RM4 returns an entry with the track as it is today, also from tables of before", async () => {
    const [entry] = buildPlaylist(1);
    if (!entry) throw new Error("no entry");
    await runInDurableObject(roomObject(env, "former" as RoomId), (_: Room, { storage }) => {
      const { sql } = storage;
      sql.exec("DROP TABLE entries; DROP TABLE departed_entries;");
      sql.exec("CREATE TABLE entries (id TEXT PRIMARY KEY, rank TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID");
      sql.exec(
        "CREATE TABLE departed_entries (entry_id TEXT PRIMARY KEY, track_id TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID",
      );
      const { rank, ...rest } = entry;
      sql.exec("INSERT INTO entries VALUES (?, ?, ?)", entry.id, rank, JSON.stringify(rest));
      const room = new RoomStorage(storage);
      let state: RoomState = { ...emptyRoom(INFO), playlist: [entry] };
      const run = (event: RoomEvent) => {
        state = evolve(state, event);
        room.save([{ type: "room-changed", info: INFO }, event], state, { revision: 1, edit: null });
      };
      const edited = { ...entry.track, title: "Edited" };
      run({ type: "track-changed", entryIds: [entry.id], track: edited });
      expect(room.load()?.state.playlist).toEqual([{ ...entry, track: edited }]);
      run({ type: "entries-removed", entryIds: [entry.id] });
      expect(room.load()?.state.playlist).toEqual([]);
      const merged = { ...edited, id: "other" as TrackId };
      room.log.departed.replaceTrack(entry.track.id, merged);
      expect(room.log.departed.listTracks([entry.id])).toEqual([merged.id]);
      // the rank is the new one, and the rest what was kept
      run({ type: "entries-added", entries: [{ ...entry, rank: "b00" }] });
      expect(room.load()?.state.playlist).toEqual([{ ...entry, rank: "b00", track: merged }]);
      expect(room.log.departed.listTracks([entry.id])).toEqual([]);
    });
  });

  it("stores all events of a command or none", async () => {
    await runInDurableObject(roomObject(env, INFO.id), (_: Room, { storage }) => {
      const room = new RoomStorage(storage);
      const before = room.load();
      const [entry] = buildPlaylist(1);
      if (!entry || !before) throw new Error("no entry");
      const events: RoomEvent[] = [
        { type: "playback-changed", playback: { status: "idle" }, isNewRound: false },
        { type: "entries-added", entries: [entry, entry] },
      ];
      const revision = before.revision + 1;
      expect(() => room.save(events, before.state, { revision, edit: null, playbackRecord: null })).toThrow();
      expect(room.load()).toEqual(before);
    });
  });
});
