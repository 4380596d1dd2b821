import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createDb } from "#db/client.ts";
import { findRoom } from "#db/queries/rooms.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

async function newRoom() {
  const mira = await registerUser("Mira");
  const { id } = await mira.call("rooms.create", { name: "Kitchen" });
  const { _id } = await mira.call("users.getCurrentUser", { email: `${mira.username}@example.org` });
  const readMetadata = async () => {
    const found = await findRoom(createDb(env.DB), id);
    if (!found) throw new Error("no room");
    return toRoomMetadata(found);
  };
  /** The room's settings after a call with the metadata. */
  const infoAfter = async (metadata: Awaited<ReturnType<typeof readMetadata>>) => {
    const state = await roomObject(env, id).getState(metadata);
    return state.ok ? state.value.state.info : null;
  };
  return { mira, id, ownerId: _id, readMetadata, infoAfter };
}

it("a call that has read the owner's former name does not bring it back", async () => {
  const { mira, ownerId, readMetadata, infoAfter } = await newRoom();
  const slow = await readMetadata();
  await infoAfter(slow);
  await mira.call("users.updateUserProfile", { id: ownerId, name: "Mira K." });
  expect((await infoAfter(slow))?.owner.name).toBe("Mira K.");
  expect((await infoAfter(await readMetadata()))?.owner.name).toBe("Mira K.");
});

it("a call that has read former settings does not bring them back, not even as the first one after a restart", async () => {
  const { mira, id, readMetadata, infoAfter } = await newRoom();
  const slow = await readMetadata();
  await mira.call("rooms.update", { id, name: "Cellar" });
  expect((await infoAfter(slow))?.name).toBe("Cellar");
  await evictRoom(id);
  expect((await infoAfter(slow))?.name).toBe("Cellar");
});

it("a room learns a new name of its owner that it was not notified of", async () => {
  const { mira, id, ownerId, readMetadata, infoAfter } = await newRoom();
  await infoAfter(await readMetadata());
  await env.DB.prepare("UPDATE users SET name = 'Mira K.' WHERE id = ?").bind(ownerId).run();
  const device = await joinRoom(mira, id);
  await device.next("events");
  expect(device.state().info.owner.name).toBe("Mira K.");
  device.socket.close(1000);
});
