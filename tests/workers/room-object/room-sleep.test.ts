import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { MESSAGE_RATE, SharedBudgets } from "#app/domain/access/budget.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { rooms } from "#db/schema/rooms.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ConnectionStore } from "#workers/room-object/connection-store.ts";
import { Room } from "#workers/room-object/room-object.ts";

/** Runs `act` with a new object on the same sockets and storage, as after a hibernation: memory is lost. */
function runInWokenRoom(id: RoomId, act: (room: Room, ctx: DurableObjectState) => Promise<void>): Promise<void> {
  return runInDurableObject(roomObject(env, id), (_: Room, ctx) => act(new Room(ctx, env), ctx));
}

const openStore = (ctx: DurableObjectState) => new ConnectionStore(ctx, new SharedBudgets(MESSAGE_RATE));

const readPresence = (id: RoomId) =>
  createDb(env.DB)
    .select({ activeUsers: rooms.activeUsers, updatedAtMs: rooms.presenceUpdatedAtMs })
    .from(rooms)
    .where(eq(rooms.id, id))
    .get();
/** Stored last, after D1 and the lobby have the number. */
const readPublished = (id: RoomId) =>
  runInDurableObject(roomObject(env, id), (_: Room, { storage }) => storage.kv.get("published-presence"));

describe("a room that wakes from hibernation", () => {
  it("CN3 closes connections that have been silent for too long, and counts their users no more", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await expect.poll(() => readPublished(id)).toMatchObject({ activeUsers: 1 });
    vi.setSystemTime(Date.now() + connectionLimits.socketTimeoutMs + 1000);
    await runInWokenRoom(id, (room) => room.alarm());
    expect((await device.closed).code).toBe(CLOSE_CODES.silent);
    await expect.poll(() => readPresence(id)).toMatchObject({ activeUsers: 0 });
  });

  it("CN3 keeps a connection from which only pings arrive", async () => {
    const { id } = await createRoomWithTracks();
    // the runtime answers pings itself, and dates them by its own clock
    vi.setSystemTime(Date.now() - connectionLimits.socketTimeoutMs - 1000);
    const device = await joinRoom(createClient(), id);
    vi.useRealTimers();
    const answer = new Promise((resolve) =>
      device.socket.addEventListener("message", ({ data }) => data === PONG && resolve(data)),
    );
    device.send(PING);
    await answer;
    await runInWokenRoom(id, (room) => room.alarm());
    await device.probe();
    device.socket.close(1000);
  });

  it("does not count sockets that it has closed and whose other side has not answered", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await runInWokenRoom(id, async (_, ctx) => {
      for (const socket of openStore(ctx).sockets()) openStore(ctx).set(socket, null);
      expect(ctx.getWebSockets()).toHaveLength(1);
      expect(openStore(ctx).sockets()).toEqual([]);
    });
    device.socket.close(1000);
  });

  it("renews a media grant that expires", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await runInWokenRoom(id, async (room, ctx) => {
      for (const socket of ctx.getWebSockets()) {
        socket.serializeAttachment({ ...socket.deserializeAttachment(), mediaUntilMs: Date.now() });
      }
      await room.alarm();
    });
    expect((await device.next("media-grant")).media).toEqual(device.snapshot.media);
    device.socket.close(1000);
  });

  it("does not publish an unchanged number of users again", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await expect.poll(() => readPublished(id)).toMatchObject({ activeUsers: 1 });
    const before = await readPresence(id);
    await runInWokenRoom(id, (room) => room.alarm());
    expect(await readPresence(id)).toEqual(before);
    device.socket.close(1000);
  });

  it("NP1 does not publish an unchanged track again", async () => {
    const { owner, id } = await createRoomWithTracks({ durationMs: 600_000 });
    await owner.call("rooms.command", { id, command: { type: "play" } });
    const readProgress = () => runInDurableObject(roomObject(env, id), (_: Room, { storage }) => storage.kv.get("now-playing"));
    // stored last, after D1 and the lobby have the track
    await expect.poll(readProgress).toMatchObject({ published: { title: "Track 1" } });
    const query = "SELECT updated_at_ms FROM now_playing WHERE room_id = ?";
    const readUpdatedAtMs = () => env.DB.prepare(query).bind(id).first<number>("updated_at_ms");
    const before = await readUpdatedAtMs();
    expect(before).not.toBeNull();
    await runInWokenRoom(id, (room) => room.alarm());
    expect(await readUpdatedAtMs()).toBe(before);
  });
});

describe("a room that is awake", () => {
  it("publishes an unchanged number of users again before it expires", async () => {
    // alarms follow the real time, so that none but those of the test runs
    let nowMs = Date.now() + HOUR_MS;
    vi.setSystemTime(nowMs);
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await expect.poll(() => readPublished(id)).toEqual({ activeUsers: 1, updatedAtMs: nowMs });
    for (let i = 0; i < 3; i++) {
      nowMs += connectionLimits.presenceRefreshMs;
      vi.setSystemTime(nowMs);
      await device.probe();
      expect(await runDurableObjectAlarm(roomObject(env, id))).toBe(true);
      await expect.poll(() => readPublished(id)).toEqual({ activeUsers: 1, updatedAtMs: nowMs });
    }
    await sweep(env, nowMs);
    expect(await readPresence(id)).toEqual({ activeUsers: 1, updatedAtMs: nowMs });
    device.socket.close(1000);
  });
});
