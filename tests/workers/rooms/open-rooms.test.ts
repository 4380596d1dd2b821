import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { CLOSED_ROOM } from "#app/domain/access/permissions.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { createDb } from "#db/client.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { entryId } from "#tests/support/builders.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks, seedTracks } from "#tests/workers/support/tracks.ts";
import { audioFixture, uploadFile } from "#tests/workers/support/upload.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

const OPEN = { guestsMayControl: true, guestsMayAdd: true };

/** The outcomes of many commands of one device: more than a guest's share, and fewer than the messages of a connection. */
function runMany({ command: run }: RoomDevice, command: RoomCommand): Promise<readonly (string | null)[]> {
  return Promise.all(Array.from({ length: connectionLimits.socketMessageBurst - 20 }, () => run(command)));
}

describe("a room that lets everyone take part", () => {
  it("RM6 lets guests and spectators control playback, over the socket and over HTTP", async () => {
    const { owner, id } = await createRoomWithTracks();
    const [guest, spectator] = [await joinRoom(createClient(), id), await joinRoom(await registerUser("Ilse"), id)];
    expect(guest.state().info).toMatchObject(CLOSED_ROOM);
    expect(await guest.command({ type: "play" })).toBe("login-required");
    expect(await spectator.command({ type: "play" })).toBe("forbidden");
    await owner.call("rooms.update", { id, guestsMayControl: true });
    expect(await guest.command({ type: "play" })).toBeNull();
    expect(await spectator.command({ type: "pause" })).toBeNull();
    expect(await createClient().refusal("rooms.command", { id, command: { type: "play" } })).toBeUndefined();
    await expect.poll(() => spectator.state().playback.status).toBe("playing");
    expect(spectator.state().info).toMatchObject({ guestsMayControl: true, guestsMayAdd: false });
    const [entry] = guest.state().playlist;
    if (!entry) throw new Error("no entry");
    expect(await guest.command({ type: "remove", entryIds: [entry.id] })).toBe("login-required");
    for (const device of [guest, spectator]) device.socket.close(1000);
  });

  it("RM7 lets everyone signed in add tracks, and arrange those they added", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 2 });
    const ilse = await registerUser("Ilse");
    const trackIds = await seedTracks(ilse.username, id, { count: 1 });
    expect(await ilse.refusal("playlist.add", { roomId: id, trackIds })).toBe("forbidden");
    await owner.call("rooms.update", { id, guestsMayAdd: true });
    await ilse.call("playlist.add", { roomId: id, trackIds });
    const uploadId = await uploadFile(ilse, { roomId: id, fileName: "cbr.mp3", file: audioFixture("cbr.mp3") });
    await ilse.call("uploads.complete", { uploadId, hue: null, analysis: null });
    const device = await joinRoom(ilse, id);
    const [theirs, , own, uploaded] = device.state().playlist;
    if (!theirs || !own || !uploaded) throw new Error("an entry is missing");
    expect(device.snapshot.self.effectiveRole).toBe("spectator");
    expect(device.state().people[own.addedBy]?.name).toBe("Ilse");
    expect(await device.command({ type: "move", entryIds: [own.id], afterEntryId: null })).toBeNull();
    expect(await device.command({ type: "remove", entryIds: [uploaded.id] })).toBeNull();
    expect(await device.command({ type: "remove", entryIds: [theirs.id] })).toBe("forbidden");
    expect(await device.command({ type: "play" })).toBe("forbidden");
    expect(device.state().playlist.map((entry) => entry.id)[0]).toBe(own.id);
    expect(await createClient().refusal("playlist.add", { roomId: id, trackIds })).toBe("login-required");
    device.socket.close(1000);
  });

  it("RM8 refuses connected people, uploads in progress and delayed commands as soon as it is closed", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.update", { id, ...OPEN });
    const ilse = await registerUser("Ilse");
    const [guest, spectator] = [await joinRoom(createClient(), id), await joinRoom(ilse, id)];
    expect(await guest.command({ type: "play" })).toBeNull();
    const uploadId = await uploadFile(ilse, { roomId: id, fileName: "cbr.mp3", file: audioFixture("cbr.mp3") });
    const open = await findRoom(createDb(env.DB), id);
    if (!open) throw new Error("no room");
    await owner.call("rooms.update", { id, ...CLOSED_ROOM });
    expect(await guest.command({ type: "pause" })).toBe("login-required");
    expect(await spectator.command({ type: "pause" })).toBe("forbidden");
    expect(guest.state().info).toMatchObject(CLOSED_ROOM);
    expect(await ilse.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).toBe("forbidden");
    // a command whose Worker has read the settings before they changed
    const actor = { kind: "person", userId: null, effectiveRole: "guest" } as const;
    const delayed = await roomObject(env, id).runCommand(toRoomMetadata(open), { type: "pause" }, actor);
    expect(delayed).toEqual({ ok: false, error: "login-required" });
    for (const device of [guest, spectator]) device.socket.close(1000);
  });

  it("CN2 limits the commands of its guests together, and not those of other people", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.update", { id, guestsMayControl: true });
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const host = await joinRoom(owner, id);
    const guests = await Promise.all(Array.from({ length: 5 }, () => joinRoom(createClient(), id)));
    const command = { type: "pause" } as const;
    const outcomes = (await Promise.all(guests.map((guest) => runMany(guest, command)))).flat();
    expect(outcomes.filter((error) => error === null)).toHaveLength(connectionLimits.socketMessageBurst);
    expect(new Set(outcomes)).toEqual(new Set([null, "too-many-messages"]));
    expect(await createClient().refusal("rooms.command", { id, command })).toBe("too-many-messages");
    expect(await host.command(command)).toBeNull();
    for (const device of [host, ...guests]) device.socket.close(1000);
  });

  it("CN2 admits the commands of a guest while another one floods the room", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.update", { id, guestsMayControl: true });
    vi.setSystemTime(Date.now());
    const [flooder, other] = [await joinRoom(createClient(), id), await joinRoom(createClient(), id)];
    const command = { type: "pause" } as const;
    const outcomes = await runMany(flooder, command);
    expect(outcomes.filter((error) => error === null)).toHaveLength(connectionLimits.guestCommandBurst);
    expect(await other.command(command)).toBeNull();
    expect(await createClient().refusal("rooms.command", { id, command })).toBeUndefined();
    for (const device of [flooder, other]) device.socket.close(1000);
  });

  it("CN2 does not count the commands of guests that it refuses together with the others", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.update", { id, guestsMayControl: true });
    vi.setSystemTime(Date.now());
    const [first, second] = [await joinRoom(createClient(), id), await joinRoom(createClient(), id)];
    const refused = { type: "remove", entryIds: [entryId("any")] } as const;
    const outcomes = [...(await runMany(first, refused)), ...(await runMany(second, refused))];
    expect(outcomes.length).toBeGreaterThan(connectionLimits.socketMessageBurst);
    expect(new Set(outcomes)).toEqual(new Set(["login-required"]));
    for (const device of [first, second]) expect(await device.command({ type: "pause" })).toBeNull();
    for (const device of [first, second]) device.socket.close(1000);
  });

  it("CN2 limits all commands of guests over HTTP by their address, refused ones too", async () => {
    const { id } = await createRoomWithTracks();
    vi.setSystemTime(Date.now());
    const actor = { kind: "person", userId: null, effectiveRole: "guest" } as const;
    const stored = await findRoom(createDb(env.DB), id);
    if (!stored) throw new Error("no room");
    const runFrom = (address: string) =>
      roomObject(env, id).runCommand(toRoomMetadata(stored), { type: "pause" }, actor, { address });
    for (let i = 0; i < connectionLimits.socketMessageBurst; i++) {
      expect(await runFrom("10.9.0.1")).toEqual({ ok: false, error: "login-required" });
    }
    expect(await runFrom("10.9.0.1")).toEqual({ ok: false, error: "too-many-messages" });
    expect(await runFrom("10.9.0.2")).toEqual({ ok: false, error: "login-required" });
  });

  it("RM6 still asks everyone without a role for its password", async () => {
    const { owner, id } = await createRoomWithTracks();
    await owner.call("rooms.update", { id, ...OPEN, password: "sesame" });
    const command = { id, command: { type: "play" } };
    expect(await createClient().refusal("rooms.command", command)).toBe("room-password-required");
    const ilse = await registerUser("Ilse");
    expect(await ilse.refusal("uploads.list", { roomId: id })).toBe("room-password-required");
  });
});

describe("the settings that open a room", () => {
  it("are changed by admins and the owner only, one by one, and are on or off", async () => {
    const { owner, id } = await createRoomWithTracks();
    const readOpening = async () => {
      const { info } = (await owner.call("rooms.getState", { id })).state;
      return [info.guestsMayControl, info.guestsMayAdd];
    };
    const editor = await registerUser("Лев");
    await owner.call("members.add", { id, username: editor.username, role: "editor" });
    expect(await editor.refusal("rooms.update", { id, guestsMayAdd: true })).toBe("forbidden");
    for (const invalid of ["yes", 1, null]) {
      expect(await owner.refusal("rooms.update", { id, guestsMayControl: invalid })).toBe("invalid-arguments");
    }
    expect(await readOpening()).toEqual([false, false]);
    await owner.call("rooms.update", { id, guestsMayAdd: true });
    expect(await readOpening()).toEqual([false, true]);
    await owner.call("rooms.update", { id, guestsMayControl: true });
    expect(await readOpening()).toEqual([true, true]);
    await owner.call("rooms.update", { id, name: "Renamed" });
    expect(await readOpening()).toEqual([true, true]);
  });
});
