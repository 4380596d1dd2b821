import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { connectToRoom, type RoomConnection } from "#tests/workers/permissions/connect-to-room.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";

/** A room with a password, and a person without access to it. */
async function createLockedRoom() {
  const [owner, person] = [await registerUser("Owner"), await registerUser("Lev")];
  const { id } = await owner.call("rooms.create", { name: "Kitchen" });
  await owner.call("rooms.update", { id, password: "sesame" });
  return { owner, person, id };
}

it("a person who waits for access tries again when the room's password is removed, and joins", async () => {
  const { owner, person, id } = await createLockedRoom();
  const waiting = await connectToRoom(person, id);
  expect(await waiting.outcome).toBe("waiting");
  await owner.call("rooms.update", { id, password: null });
  await expect.poll(() => waiting.closeCode()).toBe(CLOSE_CODES.rejoin);
  const joined = await connectToRoom(person, id);
  expect(await joined.outcome).toBe("joined");
  joined.socket.close(1000);
});

it("a person waits with five sockets at most, and the oldest makes way for another", async () => {
  const { person, id } = await createLockedRoom();
  const sockets: RoomConnection[] = [];
  for (let i = 0; i < 6; i++) {
    const socket = await connectToRoom(person, id);
    expect(await socket.outcome).toBe("waiting");
    sockets.push(socket);
  }
  const closed = CLOSE_CODES["too-many-messages"];
  await expect.poll(() => sockets.map((socket) => socket.closeCode())).toEqual([closed, null, null, null, null, null]);
  expect((await roomObject(env, id).inspect())?.waiting).toBe(5);
  for (const { socket } of sockets) socket.close(1000);
});
