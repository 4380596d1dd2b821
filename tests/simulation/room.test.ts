import { describe, expect, it } from "vitest";
import type { Role } from "#app/domain/access/permissions.ts";
import { REPEATS } from "#app/domain/playback/play-order.ts";
import { type RoomCommand, UNDO_KINDS } from "#app/domain/room/room-command.ts";
import { inMicroseconds } from "#app/domain/tracks/track.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildEntry, entryId, SERVER, userId } from "#tests/support/builders.ts";
import { type Link, simulateRoom } from "#tests/support/simulated-room.ts";
import { virtualTime } from "#tests/support/virtual-time.ts";

const DEVICES = 16;
const STEPS = 250;
const ROLES: readonly (Role | null)[] = ["owner", "admin", "editor", "participant", "viewer", null];
const LINKS: readonly Link[] = [
  { delayMs: 2, jitterMs: 1, breaks: 0, isSilent: 0, loses: 0.02 },
  { delayMs: 60, jitterMs: 80, breaks: 0.01, isSilent: 0.2, loses: 0.01 },
  { delayMs: 300, jitterMs: 900, breaks: 0.04, isSilent: 0.5, loses: 0 },
];

function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Something that somebody may do who looks at their own idea of the room. */
function someCommand(random: () => number, device: RoomConnection): RoomCommand {
  const { state } = device.view();
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
    { type: "restore", what: pick(random, UNDO_KINDS), entryIds: [pick(random, ids), entryId(Math.floor(random() * STEPS))] },
    { type: "repeat", repeat: pick(random, REPEATS) },
    { type: "shuffle", isOn: random() < 0.5 },
    { type: "queue", entryIds: [pick(random, ids), pick(random, ids)], isNext: random() < 0.8 },
  ]);
}

/** A room with many devices behind bad links, an object that is thrown out now and then, and people who touch everything. */
function simulate(seed: number) {
  const random = seededRandom(seed);
  const time = virtualTime(1_000_000);
  const room = simulateRoom(time, random);
  const devices = Array.from({ length: DEVICES }, (_, i) => {
    const id = userId(`user${i}`);
    const role = pick(random, ROLES);
    return room.join({ userId: role === null && random() < 0.5 ? null : id, role }, pick(random, LINKS));
  });
  const answers: (string | null)[] = [];
  for (let step = 0; step < STEPS; step++) {
    const dice = random();
    if (dice < 0.15) {
      const adder = userId(`user${Math.floor(random() * DEVICES)}`);
      const entries = [buildEntry(step, { addedBy: adder, durationMs: inMicroseconds(1000 + random() * 60_000) })];
      room.core().run({ type: "add", entries, person: { id: adder, name: "Adder", avatar: "#000000" } }, SERVER);
    } else if (dice < 0.25) {
      room.evict();
    } else {
      const device = pick(random, devices);
      void device.command(someCommand(random, device)).then((error) => answers.push(error));
    }
    time.pass(random() * 400);
  }
  room.heal();
  // news after the last loss shows who has missed some
  room
    .core()
    .run(
      { type: "add", entries: [buildEntry(STEPS)], person: { id: userId("last"), name: "Last", avatar: "#000000" } },
      SERVER,
    );
  // long enough for every retry, and for dead connections to be found out
  time.pass(120_000);
  return { room, devices, answers, time };
}

describe("a room with many devices behind bad links", () => {
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

  it.each(seeds)("RM4 seed %i: all end in the same state", (seed) => {
    const { room, devices } = simulate(seed);
    const state = room.state();
    for (const device of devices) {
      const view = device.view();
      expect(view.connection).toBe("open");
      expect(view.pending).toEqual([]);
      expect(view.confirmed).toEqual(state);
      expect(view.state).toEqual(state);
    }
  });

  it("every command is answered, one way or the other", async () => {
    const { devices, answers, time } = simulate(77);
    time.pass(60_000);
    await Promise.resolve();
    expect(devices.every((device) => device.view().pending.length === 0)).toBe(true);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.some((answer) => answer === null)).toBe(true);
    expect(answers.some((answer) => answer === "forbidden")).toBe(true);
  });
});
