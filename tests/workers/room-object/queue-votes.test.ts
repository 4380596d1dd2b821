import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { listQueue } from "#app/domain/playback/play-order.ts";
import { staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createVotingRoom, joinAsMember, ownVotesBecome } from "#tests/workers/support/voting-room.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

afterEach(() => void vi.restoreAllMocks());

/** A room whose second, third and fourth entry are queued, with votes in Up next. */
async function createQueueRoom() {
  const room = await createVotingRoom(["Анна", "Борис"]);
  await room.owner.call("rooms.update", { id: room.id, hasQueueVotes: true });
  const queued = room.ownerDevice
    .state()
    .playlist.slice(1)
    .map(({ id }) => id);
  await room.ownerDevice.command({ type: "queue", entryIds: queued, isNext: true });
  const [anna, boris] = room.users;
  if (!anna || !boris) throw new Error("people are missing");
  const [first, second, third] = queued;
  if (!first || !second || !third) throw new Error("entries are missing");
  return { ...room, anna, boris, first, second, third };
}

async function queueBecomes(device: RoomDevice, expected: readonly EntryId[]): Promise<void> {
  while (listQueue(device.state().order).join() !== expected.join()) await device.next("events");
}

async function votesBecome(device: RoomDevice, expected: Readonly<Record<EntryId, number>>): Promise<void> {
  const isExpected = () => JSON.stringify(device.state().order.queueVotes) === JSON.stringify(expected);
  while (!isExpected()) await device.next("events");
}

function countStoredVotes(id: RoomId): Promise<number> {
  const query = "SELECT count(*) AS n FROM queue_votes";
  return runInDurableObject(roomObject(env, id), (_, { storage }) => storage.sql.exec<{ n: number }>(query).one().n);
}

/** Stores a vote as an object does that ends before it has counted it. */
async function storeUncountedVote(id: RoomId, entryId: EntryId, user: { readonly username: string }): Promise<void> {
  const userId = await readUserId(user);
  await runInDurableObject(roomObject(env, id), (_, { storage }) => {
    storage.sql.exec("INSERT INTO queue_votes VALUES (?, ?, 1)", entryId, userId);
  });
}

const vote = (entryId: EntryId, isFor = true) => ({ type: "vote-queue", entryId, isFor }) as const;

describe("votes for queued entries", () => {
  it("VO8 count although the object has ended before it has counted them", async () => {
    const { id, anna, boris, ownerDevice, first, second, third } = await createQueueRoom();
    await storeUncountedVote(id, third, anna);
    for (const { socket } of [ownerDevice, anna.device, boris.device]) socket.close(1000);
    await evictRoom(id);
    const device = await joinRoom(anna, id);
    await queueBecomes(device, [third, first, second]);
    device.socket.close(1000);
  });

  it("VO8 order the queue for everyone, and a withdrawal returns the entry to its place", async () => {
    const { id, anna, boris, ownerDevice, first, second, third } = await createQueueRoom();
    const annasPhone = await joinRoom(anna, id);
    expect(await anna.device.command(vote(third))).toBeNull();
    expect(await boris.device.command(vote(third))).toBeNull();
    expect(await anna.device.command(vote(second))).toBeNull();
    await ownVotesBecome(annasPhone, ({ queue }) => queue.length === 2);
    await queueBecomes(ownerDevice, [third, second, first]);
    // a repeated vote counts once
    expect(await boris.device.command(vote(third))).toBeNull();
    await votesBecome(ownerDevice, { [second]: 1, [third]: 2 });
    for (const person of [anna, boris]) await person.device.command(vote(third, false));
    await queueBecomes(ownerDevice, [second, first, third]);
    // an entry that was taken out of the queue and is queued again has no votes
    await ownerDevice.command({ type: "queue", entryIds: [second], isNext: false });
    await ownVotesBecome(annasPhone, ({ queue }) => queue.length === 0);
  });

  it("VO8 are refused where the room has none", async () => {
    const { owner, id, anna, ownerDevice, third } = await createQueueRoom();
    await anna.device.command(vote(third));
    await votesBecome(ownerDevice, { [third]: 1 });
    await owner.call("rooms.update", { id, hasQueueVotes: false });
    await votesBecome(ownerDevice, {});
    expect(await anna.device.command(vote(third))).toBe("forbidden");
    expect(await countStoredVotes(id)).toBe(0);
  });

  it("VO9 survive the eviction of the object, and end when the entry plays", async () => {
    const { owner, id, anna, boris, ownerDevice, entryId, second, third } = await createQueueRoom();
    await anna.device.command(vote(third));
    await boris.device.command(vote(second));
    await votesBecome(ownerDevice, { [second]: 1, [third]: 1 });
    for (const { socket } of [ownerDevice, anna.device, boris.device]) socket.close(1000);
    await evictRoom(id);
    await owner.call("rooms.command", { id, command: { type: "next", entryId } });
    const { state } = await owner.call("rooms.getState", { id });
    expect(state.order.queueVotes).toEqual({ [third]: 1 });
    expect(await countStoredVotes(id)).toBe(1);
    const device = await joinRoom(anna, id);
    await ownVotesBecome(device, ({ queue }) => queue.join() === third);
    device.socket.close(1000);
  });

  it("VO9 of a person end when they lose the role, are removed or delete their account", async () => {
    const { owner, id, anna, boris, ownerDevice, third } = await createQueueRoom();
    const clara = await joinAsMember(owner, id, { name: "Клара", role: "participant" });
    for (const person of [anna, boris, clara]) await person.device.command(vote(third));
    await votesBecome(ownerDevice, { [third]: 3 });
    await owner.call("members.changeRole", { id, userId: await readUserId(anna), role: "viewer" });
    await votesBecome(ownerDevice, { [third]: 2 });
    await owner.call("members.remove", { id, userId: await readUserId(boris) });
    await votesBecome(ownerDevice, { [third]: 1 });
    const { info } = ownerDevice.state();
    await roomObject(env, id).removePerson(staleMetadata(info), await readUserId(clara));
    await votesBecome(ownerDevice, {});
    expect(await countStoredVotes(id)).toBe(0);
  });

  it("VO9 of a spectator end when the room no longer lets them add tracks", async () => {
    const { owner, id, anna, ownerDevice, third } = await createQueueRoom();
    await owner.call("rooms.update", { id, guestsMayAdd: true });
    const spectator = await registerUser("Зоя");
    for (const person of [anna, spectator]) await person.call("rooms.command", { id, command: vote(third) });
    await votesBecome(ownerDevice, { [third]: 2 });
    await owner.call("rooms.update", { id, guestsMayAdd: false });
    await votesBecome(ownerDevice, { [third]: 1 });
    expect(await spectator.refusal("rooms.command", { id, command: vote(third) })).toBe("forbidden");
  });

  it("VO9 of a deleted account end in a room that was not notified, because the person has no role in it", async () => {
    const { owner, id, ownerDevice, third } = await createQueueRoom();
    await owner.call("rooms.update", { id, guestsMayAdd: true });
    const spectator = await registerUser("Зоя");
    await spectator.call("rooms.command", { id, command: vote(third) });
    await votesBecome(ownerDevice, { [third]: 1 });
    await env.DB.prepare("DELETE FROM users WHERE id = ?")
      .bind(await readUserId(spectator))
      .run();
    skipTime(connectionLimits.presenceRefreshMs + 1000);
    const device = await joinRoom(owner, id);
    await votesBecome(device, {});
    expect(await countStoredVotes(id)).toBe(0);
    device.socket.close(1000);
  });
});
