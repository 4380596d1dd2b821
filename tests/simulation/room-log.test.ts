import { describe, expect, it } from "vitest";
import type { EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildEntry, editId, entryId, SERVER, userId } from "#tests/support/builders.ts";
import { type Link, type SimulatedRoom, simulateRoom } from "#tests/support/simulated-room.ts";
import { createVirtualTime } from "#tests/support/virtual-time.ts";
import { pick } from "./pick.ts";

const PEOPLE = 20;
const EDITS = 2000;
const ENTRIES_MAX = 60;
/** Enough for every retry, and for dead connections to be noticed. */
const SETTLE_MS = 120_000;
const LINKS: readonly Link[] = [
  { delayMs: 2, jitterMs: 1, breakChance: 0, silentBreakChance: 0, lossChance: 0.02 },
  { delayMs: 60, jitterMs: 80, breakChance: 0.01, silentBreakChance: 0.2, lossChance: 0.01 },
  { delayMs: 300, jitterMs: 900, breakChance: 0.04, silentBreakChance: 0.5, lossChance: 0 },
];
const ROLES = ["admin", "editor", "participant"] as const;

type Person = { readonly id: UserId; readonly role: (typeof ROLES)[number]; readonly device: RoomConnection; edits: EditId[] };
type Reply = { readonly command: RoomCommand; readonly id: EditId; readonly error: string | null };

/** Ranks are left out: a renewal of all ranks changes them, and not the order. */
const order = ({ playlist }: RoomState) => playlist.map(({ id }) => id);

function pickEdit(random: () => number, { device, edits }: Person): RoomCommand {
  const playlist = device.view.get().state?.playlist ?? [];
  const ids = playlist.length > 0 ? playlist.map(({ id }) => id) : [entryId("none")];
  const one = (): EntryId => pick(random, ids);
  return pick<RoomCommand>(random, [
    { type: "move", entryIds: [one()], afterEntryId: random() < 0.3 ? null : one() },
    { type: "move", entryIds: [...new Set([one(), one(), one()])], afterEntryId: null },
    { type: "remove", entryIds: [...new Set([one(), one()])] },
    { type: "queue", entryIds: [one()], isNext: random() < 0.7 },
    { type: "shuffle", isOn: random() < 0.5 },
    { type: "undo", editId: pick(random, edits) },
    { type: "undo", editId: edits.at(-1) ?? editId("none") },
    { type: "undo", editId: edits.at(-1) ?? editId("none") },
  ]);
}

/** Adds an entry or, as a manager does over HTTP, sets the playlist back and expects exactly the former state. */
function runOnServer(room: SimulatedRoom, random: () => number, { step, person, states }: ServerStep): void {
  const store = room.store();
  const place = 1 + Math.floor(random() * Math.max(1, room.log().length));
  const former = states.get(place);
  if (random() < 0.15 && former && person.role === "admin") {
    const actor = { kind: "person", userId: person.id, effectiveRole: "admin" } as const;
    expect(store.run({ type: "set-back", place, toMs: 0 }, actor, editId(`b${step}`))).toMatchObject({ ok: true });
    expect(order(store.state())).toEqual(former);
    person.edits.push(editId(`b${step}`));
  } else if (store.state().playlist.length < ENTRIES_MAX) {
    const adder = { id: person.id, name: "Adder", avatar: "#000000" };
    const entries = [buildEntry(step, { addedBy: person.id, durationMs: 600_000 })];
    store.run({ type: "add", entries, person: adder }, SERVER, editId(`a${step}`));
    person.edits.push(editId(`a${step}`));
  }
}

type States = Map<number, ReturnType<typeof order>>;
type ServerStep = { readonly step: number; readonly person: Person; readonly states: States };

function simulate(seed: number) {
  const random = seededRandom(seed);
  const time = createVirtualTime(1_000_000);
  const room = simulateRoom(time, random);
  const people = Array.from({ length: PEOPLE }, (_, i): Person => {
    const [id, role] = [userId(`user${i}`), ROLES[i % ROLES.length] ?? "editor"];
    return { id, role, device: room.join({ userId: id, role }, pick(random, LINKS)), edits: [editId("none")] };
  });
  const replies: Reply[] = [];
  /** The playlist before the edit at each place. */
  const states: States = new Map();
  const recordState = () => void states.set(room.log().length + 1, order(room.state()));
  for (let step = 0; step < EDITS; step++) {
    const person = pick(random, people);
    const dice = random();
    if (dice < 0.25) runOnServer(room, random, { step, person, states });
    else if (dice < 0.28) room.evict();
    else {
      const [command, id] = [pickEdit(random, person), editId(`c${step}`)];
      void person.device.command(command, id).then((error) => replies.push({ command, id, error }));
      person.edits.push(id);
    }
    // one step at a time, so that no edit is missed between two records
    const until = time.nowMs() + random() * 100;
    for (recordState(); time.nowMs() < until; recordState()) time.advance(Math.min(1, until - time.nowMs()));
  }
  room.repairLinks();
  room
    .store()
    .run({ type: "add", entries: [buildEntry(EDITS)], person: { id: userId("last"), name: "L", avatar: "#000000" } }, SERVER);
  time.advance(SETTLE_MS);
  return { room, people, replies, time };
}

/** The ranks that the changes of the log lead to. No edit is applied twice, and none is missing. */
function replayLog(room: SimulatedRoom): ReadonlyMap<EntryId, string> {
  const ranks = new Map<EntryId, string>();
  for (const { edit } of room.log()) {
    for (const { entryId: id, before, after } of edit.changes) {
      expect(ranks.get(id) ?? null).toBe(before);
      if (after === null) ranks.delete(id);
      else ranks.set(id, after);
    }
  }
  return ranks;
}

/** The acknowledged removals of entries that are still in the playlist although no edit after the removal has returned them. */
function findLost(room: SimulatedRoom, replies: readonly Reply[]): readonly Reply[] {
  const log = room.log();
  const present = new Set(room.state().playlist.map(({ id }) => id));
  return replies.filter(({ command, id, error }) => {
    if (command.type !== "remove" || error !== null) return false;
    const place = log.findIndex(({ editId: logged }) => logged === id);
    const later = new Set(log.slice(place + 1).flatMap(({ edit }) => edit.changes.map((change) => change.entryId)));
    return command.entryIds.some((entry) => present.has(entry) && !later.has(entry));
  });
}

describe("twenty people on bad links who edit, undo and set the playlist back, with restarts of the object", () => {
  it.each([1, 2, 3])("LU7 RL1 RM4 all end equal, and nothing acknowledged is lost (seed %i)", async (seed) => {
    const { room, people, replies } = simulate(seed);
    await Promise.resolve();
    const state = room.state();
    for (const { device } of people) {
      expect(device.view.get().confirmed).toEqual(state);
      expect(device.view.get().pending).toEqual([]);
    }
    const undone = replies.filter(({ command, error }) => command.type === "undo" && error === null);
    expect(undone.length).toBeGreaterThan(20);
    expect(replies.some(({ error }) => error === "changed-since")).toBe(true);
    expect(room.log().length).toBeGreaterThan(EDITS / 4);
    expect(replayLog(room)).toEqual(new Map(state.playlist.map(({ id, rank }) => [id, rank])));
    expect(findLost(room, replies)).toEqual([]);
  });
});
