import { describe, expect, it } from "vitest";
import type { DeviceId } from "#app/domain/ids.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { closeAll, idOf, receivedBy, request } from "#tests/workers/support/room-devices.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { joinAsMember } from "#tests/workers/support/voting-room.ts";
import { newId } from "#workers/crypto/random.ts";

const CHANGES = ["device-change", "sound-check", "sound-check-end", "calibration"] as const;

describe("a change of a device", () => {
  it("DV1 DV2 is passed on to it, with the name of the person who made it", async () => {
    const { owner, id } = await createRoom();
    const mira = await registerUser("Мира");
    const [phone, laptop, other] = [await joinRoom(mira, id), await joinRoom(mira, id), await joinRoom(owner, id)];
    expect(new Set([phone, laptop, other].map(idOf)).size).toBe(3);
    const change = { name: "Кухня", volume: 0.4, isMuted: true, role: "left", delayMs: 9000 } as const;
    expect(await request(laptop, { type: "change", deviceId: idOf(phone), change })).toBeNull();
    const received = await phone.next("device-change");
    expect(received).toEqual({ type: "device-change", change: { ...change, delayMs: 500 }, by: "Мира", isOwn: true });
    for (const device of [laptop, other]) expect(await receivedBy(device, CHANGES)).toEqual([]);
    closeAll([phone, laptop, other]);
  });

  it("DV2 is refused on the devices of others, to guests too, who have only the device they use", async () => {
    const { owner, id } = await createRoom();
    const [ownersDevice, guest, sameAddress] = [
      await joinRoom(owner, id),
      await joinRoom(createClient({ address: "10.9.0.1" }), id),
      await joinRoom(createClient({ address: "10.9.0.1" }), id),
    ];
    const spectator = await joinRoom(await registerUser(), id);
    for (const sender of [guest, spectator]) {
      for (const target of [ownersDevice, sameAddress]) {
        const deviceId = idOf(target);
        for (const value of [
          { type: "change", deviceId, change: { isMuted: true } },
          { type: "disconnect", deviceId },
          { type: "test", deviceIds: [idOf(sender), deviceId] },
          { type: "metronome", deviceIds: [deviceId] },
          { type: "calibrate", deviceIds: [deviceId] },
        ] as const) {
          expect(await request(sender, value)).toBe("forbidden");
        }
      }
    }
    const change = { volume: 0.1 };
    expect(await request(guest, { type: "change", deviceId: idOf(guest), change })).toBeNull();
    expect(await guest.next("device-change")).toEqual({ type: "device-change", change, by: null, isOwn: true });
    const devices = [ownersDevice, guest, sameAddress, spectator];
    for (const device of devices) expect(await receivedBy(device, CHANGES)).toEqual([]);
    closeAll(devices);
  });

  it("DV3 of an admin mutes, adjusts and gives roles to any device, and nothing else, until they are no admin", async () => {
    const { owner, id } = await createRoom();
    const admin = await joinAsMember(owner, id, { name: "Админ", role: "admin" });
    const guest = await joinRoom(createClient(), id);
    const deviceId = idOf(guest);
    const mute = { type: "change", deviceId, change: { isMuted: true, role: "low", delayMs: -20 } } as const;
    expect(await request(admin.device, mute)).toBeNull();
    expect(await guest.next("device-change")).toMatchObject({ change: mute.change, by: "Админ", isOwn: false });
    for (const change of [{ name: "x" }, { volume: 0 }, { isMuted: true, volume: 0 }]) {
      expect(await request(admin.device, { type: "change", deviceId, change })).toBe("forbidden");
    }
    expect(await request(admin.device, { type: "disconnect", deviceId })).toBe("forbidden");
    const { userId } = admin.device.snapshot.self;
    if (!userId) throw new Error("the admin is a guest");
    await owner.call("members.changeRole", { id, userId, role: "viewer" });
    expect(await request(admin.device, mute)).toBe("forbidden");
    closeAll([admin.device, guest]);
  });

  it("DV2 is refused if the device has left or has never been there", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = [await joinRoom(owner, id), await joinRoom(owner, id)];
    const { id: otherRoom } = await owner.call("rooms.create", { name: "Elsewhere" });
    const elsewhere = await joinRoom(owner, otherRoom);
    second.socket.close(1000);
    await first.personWithDevices("Mira", 1);
    const change = { isMuted: true };
    for (const deviceId of [idOf(second), newId<DeviceId>(), idOf(elsewhere)]) {
      expect(await request(first, { type: "change", deviceId, change })).toBe("device-not-found");
      expect(await request(first, { type: "disconnect", deviceId })).toBe("device-not-found");
      expect(await request(first, { type: "test", deviceIds: [deviceId] })).toBe("device-not-found");
    }
    closeAll([first, elsewhere]);
  });

  it("DV9 that cannot be read is answered, and sent to no device", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = [await joinRoom(owner, id), await joinRoom(owner, id)];
    const change = { isMuted: true, script: "<script>" };
    const message = { type: "device-request", id: "b".repeat(16), request: { type: "change", deviceId: idOf(second), change } };
    first.send(JSON.stringify(message));
    expect(await first.next("reply")).toEqual({ type: "reply", id: message.id, error: "message-malformed" });
    expect(await receivedBy(second, CHANGES)).toEqual([]);
    closeAll([first, second]);
  });
});

describe("disconnecting a device", () => {
  it("DV4 closes it for good, and answers first if it is the sender's own", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = [await joinRoom(owner, id), await joinRoom(owner, id)];
    expect(await request(first, { type: "disconnect", deviceId: idOf(second) })).toBeNull();
    expect(await second.closed).toEqual({ code: CLOSE_CODES.disconnected, reason: "disconnected" });
    await first.personWithDevices("Mira", 1);
    expect(await request(first, { type: "disconnect", deviceId: idOf(first) })).toBeNull();
    expect((await first.closed).code).toBe(CLOSE_CODES.disconnected);
  });
});
