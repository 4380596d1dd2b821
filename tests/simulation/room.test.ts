import { describe, expect, it } from "vitest";
import type { Role } from "#app/domain/access/permissions.ts";
import type { EditId, UserId } from "#app/domain/ids.ts";
import { REPEATS } from "#app/domain/playback/play-order.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { roundToMicroseconds } from "#app/domain/tracks/track.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildEntry, editId, entryId, SERVER, userId } from "#tests/support/builders.ts";
import { type Link, type SimulatedRoom, simulateRoom } from "#tests/support/simulated-room.ts";
import { createVirtualTime } from "#tests/support/virtual-time.ts";
import { forEachSeed } from "./for-each-seed.ts";
import { pick } from "./pick.ts";

const DEVICES = 16;
const STEPS = 250;
/** Enough for every retry, and for dead connections to be noticed. */
const SETTLE_MS = 120_000;
const ROLES: readonly (Role | null)[] = ["owner", "admin", "editor", "participant", "viewer", null];
const LINKS: readonly Link[] = [
  { delayMs: 2, jitterMs: 1, breakChance: 0, silentBreakChance: 0, lossChance: 0.02 },
  { delayMs: 60, jitterMs: 80, breakChance: 0.01, silentBreakChance: 0.2, lossChance: 0.01 },
  { delayMs: 300, jitterMs: 900, breakChance: 0.04, silentBreakChance: 0.5, lossChance: 0 },
];

/** A command that a person might send who sees the device's state of the room. */
function pickCommand(random: () => number, device: RoomConnection, editIds: readonly EditId[]): RoomCommand {
  const { state } = device.view.get();
  const ids = state && state.playlist.length > 0 ? state.playlist.map(({ id }) => id) : [entryId("none")];
  const current = state && state.playback.status !== "idle" ? state.playback.entryId : pick(random, ids);
  return pick<RoomCommand>(random, [
    { type: "play" },
    { type: "pause" },
    { type: "seek", entryId: current, positionMs: random() * 90_000 },
    { type: "next", entryId: current },
    { type: "previous", entryId: current },
    { type: "select", entryId: pick(random, ids) },
    { type: "move", entryIds: [pick(random, ids)], afterEntryId: random() < 0.3 ? null : pick(random, ids) },
    { type: "move", entryIds: [pick(random, ids), pick(random, ids)], afterEntryId: null },
    { type: "remove", entryIds: [pick(random, ids)] },
    { type: "undo", editId: pick(random, editIds) },
    { type: "restore-playback", revision: device.view.get().revision },
    { type: "repeat", repeat: pick(random, REPEATS) },
    { type: "shuffle", isOn: random() < 0.5 },
    { type: "group-volume", volume: Math.floor(random() * 5) / 4 },
    { type: "mute-room", isOn: random() < 0.5 },
    { type: "crossfade", ms: Math.floor(random() * 13) * 1000 },
    { type: "queue", entryIds: [pick(random, ids), pick(random, ids)], isNext: random() < 0.8 },
  ]);
}

function addEntry(room: SimulatedRoom, adder: UserId, entry: ReturnType<typeof buildEntry>): void {
  const person = { id: adder, name: "Adder", avatar: "#000000" };
  room.store().run({ type: "add", entries: [entry], person }, SERVER);
}

/** A room with many devices on bad links, whose object is evicted from time to time. Everyone sends commands at random. */
function simulate(seed: number) {
  const random = seededRandom(seed);
  const time = createVirtualTime(1_000_000);
  const room = simulateRoom(time, random);
  const devices = Array.from({ length: DEVICES }, (_, i) => {
    const id = userId(`user${i}`);
    const role = pick(random, ROLES);
    return room.join({ userId: role === null && random() < 0.5 ? null : id, role }, pick(random, LINKS));
  });
  const replies: (string | null)[] = [];
  const editIds: EditId[] = [editId("none")];
  for (let step = 0; step < STEPS; step++) {
    const dice = random();
    if (dice < 0.15) {
      const adder = userId(`user${Math.floor(random() * DEVICES)}`);
      const durationMs = roundToMicroseconds(1000 + random() * 60_000);
      addEntry(room, adder, buildEntry(step, { addedBy: adder, durationMs }));
    } else if (dice < 0.25) {
      room.evict();
    } else {
      const device = pick(random, devices);
      const id = editId(step);
      void device.command(pickCommand(random, device, editIds), id).then((error) => replies.push(error));
      editIds.push(id);
    }
    time.advance(random() * 400);
  }
  room.repairLinks();
  // by the revision of this event, a device notices that it has lost earlier ones
  addEntry(room, userId("last"), buildEntry(STEPS));
  time.advance(SETTLE_MS);
  return { room, devices, replies, time };
}

describe("a room with many devices on bad links", () => {
  it("RM4 brings all devices to the same state, with any of 40 seeds", () => {
    forEachSeed(40, (seed) => {
      const { room, devices } = simulate(seed);
      const state = room.state();
      for (const device of devices) {
        const view = device.view.get();
        expect(view.connection).toBe("open");
        expect(view.pending).toEqual([]);
        expect(view.confirmed).toEqual(state);
        expect(view.state).toEqual(state);
      }
    });
  });

  it("settles every command, with success or an error", async () => {
    const { devices, replies, time } = simulate(77);
    time.advance(60_000);
    await Promise.resolve();
    expect(devices.every((device) => device.view.get().pending.length === 0)).toBe(true);
    expect(replies.length).toBeGreaterThan(100);
    expect(replies.some((error) => error === null)).toBe(true);
    expect(replies.some((error) => error === "forbidden")).toBe(true);
  });
});
