import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { connectionSchema } from "#workers/room-contract/join-request.ts";
import type { Room } from "#workers/room-object/room-object.ts";

describe("the name of a guest", () => {
  it("CN7 is shown to everyone in the room until the guest changes it, removes it or leaves", async () => {
    const { owner, id } = await createRoom();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    guest.send({ type: "set-name", name: "  Анна\u202e  Мария " });
    await host.guestNamesBecome(["Анна Мария"]);
    const late = await joinRoom(createClient(), id);
    expect(late.snapshot).toMatchObject({ guests: 2, guestNames: ["Анна Мария"] });
    guest.send({ type: "set-name", name: "Аня" });
    await host.guestNamesBecome(["Аня"]);
    late.send({ type: "set-name", name: "Борис" });
    await host.guestNamesBecome(["Аня", "Борис"]);
    late.send({ type: "set-name", name: null });
    await host.guestNamesBecome(["Аня"]);
    guest.socket.close(1000);
    await host.guestNamesBecome([]);
    for (const device of [host, late]) device.socket.close(1000);
  });

  it("CN7 is not sent again when the guest's device measures another round trip", async () => {
    const { owner, id } = await createRoom();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    guest.send({ type: "set-name", name: "Анна" });
    await host.guestNamesBecome(["Анна"]);
    for (const roundTripMs of [40, 400]) {
      guest.send({ type: "clock", sentLocalMs: 0, roundTripMs });
      await guest.next("clock");
    }
    const late = await joinRoom(createClient(), id);
    // the first message since the name
    expect(await host.next("presence")).toMatchObject({ guests: 2, guestNames: null });
    for (const device of [host, guest, late]) device.socket.close(1000);
  });

  it("CN7 survives the hibernation of the room object, and is not part of the room", async () => {
    const { owner, id } = await createRoom();
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    guest.send({ type: "set-name", name: "Анна" });
    await host.guestNamesBecome(["Анна"]);
    const attached = await runInDurableObject(roomObject(env, id), (_: Room, ctx) =>
      ctx.getWebSockets().map((socket) => connectionSchema.parse(socket.deserializeAttachment()).guestName),
    );
    expect([...attached].sort()).toEqual([null, "Анна"]);
    expect(JSON.stringify((await owner.call("rooms.getState", { id })).state)).not.toContain("Анна");
    for (const device of [host, guest]) device.socket.close(1000);
  });

  it("CN7 is refused if it is invalid, and to people who have an account", async () => {
    const { id } = await createRoom();
    const [guest, spectator] = [await joinRoom(createClient(), id), await joinRoom(await registerUser("Ilse"), id)];
    const invalid = ["", "\u200b", "a\u0000", "x".repeat(31), "x".repeat(300), 5, undefined];
    for (const name of invalid) {
      guest.send(JSON.stringify({ type: "set-name", name }));
      expect((await guest.next("error")).error, String(name)).toBe("message-malformed");
    }
    spectator.send({ type: "set-name", name: "Мира" });
    expect((await spectator.next("error")).error).toBe("forbidden");
    expect((await joinRoom(createClient(), id)).snapshot.guestNames).toEqual([]);
    for (const device of [guest, spectator]) device.socket.close(1000);
  });

  it("CN8 can be changed a few times at once, and a guest who goes on is disconnected", async () => {
    const { owner, id } = await createRoom();
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const [host, guest] = [await joinRoom(owner, id), await joinRoom(createClient(), id)];
    const changes = Math.floor(connectionLimits.socketMessageBurst / (connectionLimits.guestNameMessageCost + 1));
    for (let i = 0; i < changes; i++) guest.send({ type: "set-name", name: `Имя ${i}` });
    await host.guestNamesBecome([`Имя ${changes - 1}`]);
    for (let i = 0; i < 20; i++) guest.send({ type: "set-name", name: `Другое ${i}` });
    expect((await guest.closed).code).toBe(CLOSE_CODES["too-many-messages"]);
    await host.guestNamesBecome([]);
    host.socket.close(1000);
  });

  it("CN8 is one of at most 50 that are listed", async () => {
    const { id } = await createRoom();
    const guests = await Promise.all(Array.from({ length: 52 }, () => joinRoom(createClient(), id)));
    await Promise.all(
      guests.map(async (guest, i) => {
        guest.send({ type: "set-name", name: `Гость ${i}` });
        await guest.probe();
      }),
    );
    const { snapshot, socket } = await joinRoom(createClient(), id);
    expect(snapshot.guests).toBe(53);
    expect(snapshot.guestNames).toHaveLength(connectionLimits.namedGuests);
    for (const device of [...guests, { socket }]) device.socket.close(1000);
  });
});
