import { describe, expect, it } from "vitest";
import type { EditId } from "#app/domain/ids.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { seedTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";
import {
  createVotingRoom,
  currentOf,
  joinAsMember,
  leaves,
  ownVotesBecome,
  skipVotesBecome,
} from "#tests/workers/support/voting-room.ts";
import { newId } from "#workers/crypto/random.ts";

const { setSecond } = controlServerClock();
const closeAll = (devices: readonly { readonly socket: WebSocket }[]) => {
  for (const { socket } of devices) socket.close(1000);
};

describe("a vote to skip", () => {
  it("VO1 skips with half of the people present, and VO6 is announced without a name", async () => {
    const { id, entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис"]);
    const [anna, boris] = users;
    if (!anna || !boris) throw new Error("people are missing");
    await skipVotesBecome(ownerDevice, [0, 2]);
    const annasPhone = await joinRoom(anna, id);
    expect(await anna.device.command({ type: "next", entryId })).toBeNull();
    expect(currentOf(anna.device)).toBe(entryId);
    await skipVotesBecome(ownerDevice, [1, 2]);
    await ownVotesBecome(annasPhone, ({ skip }) => skip === entryId);
    expect(await boris.device.command({ type: "vote-skip", entryId, isFor: true })).toBeNull();
    await leaves(ownerDevice, entryId);
    const events = (await annasPhone.next("events")).events;
    expect(events[0]).toMatchObject({ type: "playback-controlled", kind: "vote", userId: null, guestName: null });
    await skipVotesBecome(ownerDevice, [0, 2]);
    closeAll([ownerDevice, anna.device, boris.device, annasPhone]);
  });

  it("VO3 can be withdrawn, counts once for all devices, and is not needed by the owner", async () => {
    const { id, entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис", "Клара", "Давид"]);
    const [anna] = users;
    if (!anna) throw new Error("Anna is missing");
    await skipVotesBecome(ownerDevice, [0, 3]);
    const annasPhone = await joinRoom(anna, id);
    await anna.device.command({ type: "next", entryId });
    await annasPhone.command({ type: "next", entryId });
    await skipVotesBecome(ownerDevice, [1, 3]);
    await annasPhone.command({ type: "vote-skip", entryId, isFor: false });
    await skipVotesBecome(ownerDevice, [0, 3]);
    await ownVotesBecome(anna.device, ({ skip }) => skip === null);
    await ownerDevice.command({ type: "next", entryId });
    expect(currentOf(ownerDevice)).not.toBe(entryId);
    closeAll([ownerDevice, annasPhone, ...users.map(({ device }) => device)]);
  });

  it("VO2 passes when a person leaves", async () => {
    const { entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис", "Клара", "Давид"]);
    const [anna, boris, clara] = users;
    for (const user of [anna, boris]) await user?.device.command({ type: "next", entryId });
    await skipVotesBecome(ownerDevice, [2, 3]);
    clara?.device.socket.close(1000);
    await leaves(ownerDevice, entryId);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
  });

  it("VO2 loses the vote of a person who leaves, and VO1 ends with two people", async () => {
    const { entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис", "Клара"]);
    const [anna, boris, clara] = users;
    await anna?.device.command({ type: "next", entryId });
    await skipVotesBecome(ownerDevice, [1, 2]);
    anna?.device.socket.close(1000);
    await skipVotesBecome(ownerDevice, [0, 2]);
    boris?.device.socket.close(1000);
    await skipVotesBecome(ownerDevice, null);
    await clara?.device.command({ type: "next", entryId });
    await leaves(ownerDevice, entryId);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
  });

  it("VO4 cannot be avoided over the socket or over HTTP", async () => {
    const { id, entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис"]);
    const [anna] = users;
    if (!anna) throw new Error("Anna is missing");
    const other = ownerDevice.state().playlist[2];
    if (!other) throw new Error("no other entry");
    const select = { type: "select", entryId: other.id } as const;
    expect(await anna.device.command(select)).toBe("vote-needed");
    expect(await anna.device.command({ type: "seek", entryId, positionMs: 599_000 })).toBe("vote-needed");
    expect(await anna.refusal("rooms.command", { id, command: select })).toBe("vote-needed");
    await anna.device.command({ type: "pause" });
    expect(await anna.device.command(select)).toBe("vote-needed");
    expect(currentOf(anna.device)).toBe(entryId);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
  });

  it("VO4 cannot be avoided by the undo of an addition", async () => {
    const { id, ownerDevice, users } = await createVotingRoom(["Анна", "Борис"]);
    const [anna] = users;
    if (!anna) throw new Error("Anna is missing");
    const trackIds = await seedTracks(anna.username, id, { count: 1 });
    const editId = newId<EditId>();
    await anna.call("playlist.add", { roomId: id, trackIds, editId });
    const added = (await readPlaylist(id)).at(-1)?.id;
    if (!added) throw new Error("nothing was added");
    const undo = { type: "undo", editId } as const;
    await ownerDevice.command({ type: "select", entryId: added });
    expect(await anna.device.command(undo)).toBe("vote-needed");
    expect(currentOf(ownerDevice)).toBe(added);
    await ownerDevice.command({ type: "next", entryId: added });
    expect(await anna.device.command(undo)).toBeNull();
    expect((await readPlaylist(id)).map((entry) => entry.id)).not.toContain(added);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
  });

  it("VO7 survives the eviction of the object, and a device that joins receives it", async () => {
    const { id, entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис", "Клара"]);
    const [anna] = users;
    if (!anna) throw new Error("Anna is missing");
    expect(await anna.call("votes.skip", { roomId: id, entryId, isFor: true })).toMatchObject({ revision: expect.any(Number) });
    await skipVotesBecome(ownerDevice, [1, 2]);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
    await evictRoom(id);
    const [first, , third] = [
      await joinRoom(anna, id),
      await joinRoom(users[1] ?? anna, id),
      await joinRoom(users[2] ?? anna, id),
    ];
    await ownVotesBecome(first, ({ skip }) => skip === entryId);
    await skipVotesBecome(third, [1, 2]);
    await third.command({ type: "next", entryId });
    await leaves(first, entryId);
    closeAll([first, third]);
  });

  it("VO5 ends with the play of the track, also if that repeats", async () => {
    setSecond(0);
    const { entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис", "Клара"]);
    // near the end, because devices are closed that are silent for long
    await ownerDevice.command({ type: "seek", entryId, positionMs: 598_000 });
    await users[0]?.device.command({ type: "next", entryId });
    await skipVotesBecome(ownerDevice, [1, 2]);
    await ownVotesBecome(users[0]?.device ?? ownerDevice, ({ skip }) => skip === entryId);
    await ownerDevice.command({ type: "repeat", repeat: "one" });
    setSecond(5);
    await ownerDevice.command({ type: "pause" });
    await skipVotesBecome(ownerDevice, [0, 2]);
    await ownVotesBecome(users[0]?.device ?? ownerDevice, ({ skip }) => skip === null);
    expect(currentOf(ownerDevice)).toBe(entryId);
    closeAll([ownerDevice, ...users.map(({ device }) => device)]);
  });

  it("VO1 follows the settings and the roles", async () => {
    const { owner, id, entryId, ownerDevice, users } = await createVotingRoom(["Анна", "Борис"]);
    const [anna] = users;
    if (!anna) throw new Error("Anna is missing");
    await skipVotesBecome(ownerDevice, [0, 2]);
    await owner.call("rooms.update", { id, skipVoteShare: 100 });
    await skipVotesBecome(ownerDevice, [0, 3]);
    const viewer = await joinAsMember(owner, id, { name: "Виктор", role: "viewer" });
    await owner.call("rooms.update", { id, guestsMayControl: true });
    await skipVotesBecome(ownerDevice, [0, 4]);
    await anna.device.command({ type: "next", entryId });
    await skipVotesBecome(ownerDevice, [1, 4]);
    await owner.call("rooms.update", { id, skipVoteShare: 33 });
    await skipVotesBecome(ownerDevice, [1, 2]);
    await owner.call("rooms.update", { id, skipVoteShare: null });
    await skipVotesBecome(ownerDevice, null);
    expect(await owner.refusal("rooms.update", { id, skipVoteShare: 40 })).toBe("invalid-arguments");
    closeAll([ownerDevice, viewer.device, ...users.map(({ device }) => device)]);
  });
});
