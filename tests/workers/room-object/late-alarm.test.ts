// An alarm that has failed, as on a full disk. The runtime repeats it after growing pauses, and counts that in `AlarmInvocationInfo`.
import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { waitUntil } from "#tests/support/wait.ts";
import { connect } from "#tests/workers/live-object/live-socket.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { LiveQueries } from "#workers/live-object/live-queries.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";

/** After this time, ms, the alarm is late. The clock of the test jumps over it; alarms follow the real time. */
const LATE_AFTER_MS = 3000;

type Alarm = (this: Room | LiveQueries, info?: AlarmInvocationInfo) => Promise<void>;
const classes = [Room, LiveQueries];
const originals = classes.map(({ prototype }): Alarm => prototype.alarm);

let isDiskFull = false;
let failures = 0;
/** Whether each alarm that was delivered is a repetition. */
let delivered: boolean[] = [];

beforeEach(() => {
  isDiskFull = true;
  failures = 0;
  for (const [i, { prototype }] of classes.entries()) {
    prototype.alarm = async function (this: Room | LiveQueries, info?: AlarmInvocationInfo) {
      delivered.push(info?.isRetry ?? false);
      if (!isDiskFull) return originals[i]?.call(this, info);
      failures += 1;
      throw new Error("database or disk is full: SQLITE_FULL");
    };
  }
});
afterEach(() => {
  for (const [i, { prototype }] of classes.entries()) prototype.alarm = originals[i] ?? prototype.alarm;
});

/** Has the alarm of an object fail, then ends the object, as a failed write does. Time passes, and there is space again. */
async function failAlarm(stub: DurableObjectStub<Room> | DurableObjectStub<LiveQueries>): Promise<void> {
  await runInDurableObject(stub, (_, { storage }) => storage.setAlarm(Date.now()));
  await waitUntil(() => failures > 0);
  await runInDurableObject(stub, (_, state) => state.abort("ended by a test")).catch(() => null);
  vi.setSystemTime(Date.now() + LATE_AFTER_MS);
  isDiskFull = false;
}

/** Has an alarm delivered now. Returns whether it was a repetition of the one that has failed. */
async function deliverNext(stub: DurableObjectStub<Room> | DurableObjectStub<LiveQueries>): Promise<boolean | undefined> {
  vi.useRealTimers();
  delivered = [];
  await runInDurableObject(stub, (_, { storage }) => storage.setAlarm(Date.now()));
  await waitUntil(() => delivered.length > 0);
  return delivered[0];
}

const getAlarm = (id: RoomId) => runInDurableObject(roomObject(env, id), (_, { storage }) => storage.getAlarm());

describe("a room whose alarm has failed", () => {
  it("has alarms again from the next join on, without waiting for the repetition", async () => {
    const { owner, id } = await createRoomWithTracks();
    await failAlarm(roomObject(env, id));
    const device = await joinRoom(owner, id);
    expect(await deliverNext(roomObject(env, id))).toBe(false);
    device.socket.close(1000);
  });

  it("has alarms again from the next message on", async () => {
    const { owner, id } = await createRoomWithTracks();
    const device = await joinRoom(owner, id);
    await runInDurableObject(roomObject(env, id), async (_: Room, ctx) => {
      await ctx.storage.deleteAlarm();
      const [socket] = ctx.getWebSockets();
      const woken = new Room(ctx, env);
      if (socket) await woken.webSocketMessage(socket, JSON.stringify({ type: "clock", sentLocalMs: 1, roundTripMs: null }));
    });
    expect(await getAlarm(id)).toBeGreaterThan(Date.now());
    device.socket.close(1000);
  });
});

describe("live queries whose alarm has failed", () => {
  it("have alarms again from the next connection on, without waiting for the repetition", async () => {
    await connect(createClient());
    await failAlarm(liveObject(env));
    const { received } = await connect(createClient());
    expect(await deliverNext(liveObject(env))).toBe(false);
    expect(received).toContainEqual({ type: "Ping" });
  });

  it("have alarms again from the next write on", async () => {
    const stub = liveObject(env);
    await connect(createClient());
    const alarmMs = await runInDurableObject(stub, async (_: LiveQueries, ctx) => {
      await ctx.storage.deleteAlarm();
      await new LiveQueries(ctx, env).notifyWrite();
      return ctx.storage.getAlarm();
    });
    expect(alarmMs).toBeGreaterThan(Date.now());
  });
});
