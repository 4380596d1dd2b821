import { env, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { newRoomWithTracks as newRoom } from "#tests/workers/support/tracks.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { createConnectionStore } from "#workers/room-object/connections.ts";
import { Room } from "#workers/room-object/room-object.ts";

/** Does something as the object that wakes when its alarm rings: the same sockets and storage, nothing remembered. */
function inWokenRoom(id: RoomId, act: (room: Room, ctx: DurableObjectState) => Promise<void>): Promise<void> {
  return runInDurableObject(roomObject(env, id), (_: Room, ctx) => act(new Room(ctx, env), ctx));
}

describe("a room that slept", () => {
  it("looks who is still there, although it slept since they came", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + connectionLimits.socketSilentMs + 1000 });
    await inWokenRoom(id, (room) => room.alarm());
    vi.useRealTimers();
    expect((await device.closed).code).toBe(CLOSE_CODES.silent);
  });

  it("does not count who it has closed on and has not heard of since, not even after a sleep", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    await inWokenRoom(id, async (_, ctx) => {
      for (const socket of createConnectionStore(ctx).sockets()) createConnectionStore(ctx).forget(socket);
      expect(ctx.getWebSockets()).toHaveLength(1);
      expect(createConnectionStore(ctx).sockets()).toEqual([]);
    });
    device.socket.close(1000);
  });

  it("hands out the next grant for sound, although it slept since the last", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    await inWokenRoom(id, async (room, ctx) => {
      for (const socket of ctx.getWebSockets()) {
        socket.serializeAttachment({ ...socket.deserializeAttachment(), mediaUntilMs: Date.now() });
      }
      await room.alarm();
    });
    expect((await device.next("media-grant")).media).toEqual(device.snapshot.media);
    device.socket.close(1000);
  });

  it("says in the list of rooms only what is new, although it slept since", async () => {
    const { owner, id } = await newRoom();
    const device = await joinRoom(owner, id);
    const said = () =>
      createDb(env.DB)
        .select({ activeUsers: rooms.activeUsers, saidAtMs: rooms.presenceUpdatedAtMs })
        .from(rooms)
        .where(eq(rooms.id, id));
    // written down last of all: from then on it knows that it was said
    const noted = () => runInDurableObject(roomObject(env, id), (_: Room, { storage }) => storage.kv.get("presence-said"));
    await expect.poll(noted).toMatchObject({ activeUsers: 1 });
    const before = await said();
    await inWokenRoom(id, (room) => room.alarm());
    expect(await said()).toEqual(before);
    device.socket.close(1000);
  });
});
