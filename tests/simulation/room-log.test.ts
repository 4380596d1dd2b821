import { describe, expect, it } from "vitest";
import type { EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { buildEntry, editId, entryId, SERVER, trackId, userId } from "#tests/support/builders.ts";
import { type Link, type SimulatedRoom, simulateRoom } from "#tests/support/simulated-room.ts";
import { createVirtualTime } from "#tests/support/virtual-time.ts";
import { pick } from "./pick.ts";

const PEOPLE = 20;
const EDITS = 2000;
const ENTRIES_MAX = 60;
/** The chance that a step of the server deletes all tracks of a person for good, as the removal of an account does. */
const ACCOUNT_REMOVAL_CHANCE = 0.04;
/** Enough for every retry, and for dead connections to be noticed. */
const SETTLE_MS = 120_000;
const LINKS: readonly Link[] = [
  { delayMs: 2, jitterMs: 1, breakChance: 0, silentBreakChance: 0, lossChance: 0.02 },
  { delayMs: 60, jitterMs: 80, breakChance: 0.01, silentBreakChance: 0.2, lossChance: 0.01 },
  { delayMs: 300, jitterMs: 900, breakChance: 0.04, silentBreakChance: 0.5, lossChance: 0 },
];
const ROLES = ["admin", "editor", "participant"] as const;

type Person = {
  readonly id: UserId;
  readonly role: (typeof ROLES)[number];
  readonly device: RoomConnection;
  readonly edits: EditId[];
  /** The numbers of the entries and tracks that the person has added. */
  readonly added: number[];
};
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
    { type: "crossfade", ms: Math.floor(random() * 3) * 1000 },
    { type: "undo", editId: pick(random, edits) },
    { type: "undo", editId: edits.at(-1) ?? editId("none") },
    { type: "undo", editId: edits.at(-1) ?? editId("none") },
  ]);
}

/** The server's part: the playlist before the edit at each place, and the entries of tracks that were deleted for good. */
type Server = { readonly states: Map<number, readonly EntryId[]>; readonly deleted: Set<EntryId> };
type ServerStep = Server & { readonly step: number; readonly person: Person };

/** Adds an entry, sets the playlist back as a manager does over HTTP, or deletes the tracks of an account. */
function runOnServer(room: SimulatedRoom, random: () => number, options: ServerStep): void {
  const { step, person, states, deleted } = options;
  const store = room.store();
  const place = 1 + Math.floor(random() * Math.max(1, room.log().length));
  const former = states.get(place);
  if (random() < 0.15 && former && person.role === "admin") {
    const actor = { kind: "person", userId: person.id, effectiveRole: "admin" } as const;
    expect(store.run({ type: "set-back", place, toMs: 0 }, actor, editId(`b${step}`))).toMatchObject({ ok: true });
    expect(order(store.state())).toEqual(former.filter((id) => !deleted.has(id)));
    person.edits.push(editId(`b${step}`));
  } else if (random() < ACCOUNT_REMOVAL_CHANCE) {
    for (const added of person.added) deleted.add(entryId(added));
    room.removeTracks(person.added.splice(0).map((added) => trackId(added)));
  } else if (store.state().playlist.length < ENTRIES_MAX) {
    const adder = { id: person.id, name: "Adder", avatar: "#000000" };
    const entries = [buildEntry(step, { addedBy: person.id, durationMs: 600_000 })];
    store.run({ type: "add", entries, person: adder }, SERVER, editId(`a${step}`));
    person.edits.push(editId(`a${step}`));
    person.added.push(step);
  }
}

function simulate(seed: number) {
  const random = seededRandom(seed);
  const time = createVirtualTime(1_000_000);
  const room = simulateRoom(time, random);
  const people = Array.from({ length: PEOPLE }, (_, i): Person => {
    const [id, role] = [userId(`user${i}`), ROLES[i % ROLES.length] ?? "editor"];
    return { id, role, device: room.join({ userId: id, role }, pick(random, LINKS)), edits: [editId("none")], added: [] };
  });
  const replies: Reply[] = [];
  const [states, deleted]: [Server["states"], Server["deleted"]] = [new Map(), new Set()];
  const recordState = () => {
    const present = order(room.state());
    expect(present.filter((id) => deleted.has(id))).toEqual([]);
    states.set(room.log().length + 1, present);
  };
  for (let step = 0; step < EDITS; step++) {
    const person = pick(random, people);
    const dice = random();
    if (dice < 0.25) runOnServer(room, random, { step, person, states, deleted });
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
  return { room, people, replies, deleted };
}

/** The ranks that the changes of the log lead to. No edit is applied twice, and none is missing but what deletes for good. */
function replayLog(room: SimulatedRoom, deleted: ReadonlySet<EntryId>): ReadonlyMap<EntryId, string> {
  const ranks = new Map<EntryId, string>();
  for (const { edit } of room.log()) {
    for (const { entryId: id, before, after } of edit.changes) {
      expect(ranks.get(id) ?? null).toBe(before);
      if (after === null) ranks.delete(id);
      else ranks.set(id, after);
    }
  }
  for (const id of deleted) ranks.delete(id);
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
  it.each([1, 2, 3])(
    "LU7 RL1 RM4 all end equal, nothing acknowledged is lost, and what is deleted for good stays so (seed %i)",
    async (seed) => {
      const { room, people, replies, deleted } = simulate(seed);
      await Promise.resolve();
      const state = room.state();
      for (const { device } of people) {
        expect(device.view.get().confirmed).toEqual(state);
        expect(device.view.get().pending).toEqual([]);
      }
      expect(deleted.size).toBeGreaterThan(20);
      const undone = replies.filter(({ command, error }) => command.type === "undo" && error === null);
      expect(undone.length).toBeGreaterThan(20);
      expect(replies.some(({ error }) => error === "changed-since")).toBe(true);
      expect(room.log().length).toBeGreaterThan(EDITS / 4);
      expect(replayLog(room, deleted)).toEqual(new Map(state.playlist.map(({ id, rank }) => [id, rank])));
      expect(findLost(room, replies)).toEqual([]);
    },
  );
});
