import { env, runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { delay } from "#app/lib/retry.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";

/** Alarms follow the real time, also while a test has stopped the clock or has moved it. */
const realNowMs = Date.now;
/** An alarm that is due later than this, ms, does not run meanwhile. */
const MARGIN_MS = 500;
const EVICTED = "evicted by a test";

let runningAlarms = 0;
const { alarm } = Room.prototype;
Room.prototype.alarm = async function (...args) {
  runningAlarms += 1;
  try {
    await alarm.apply(this, args);
  } finally {
    runningAlarms -= 1;
  }
};

/**
 * Evicts the object of a room, once no alarm of a room runs and its own is not about to run: the test runner never ends after
 * an alarm that an eviction has cut off. No other object is evicted, because its alarm could be running.
 */
export async function evictRoom(id: RoomId): Promise<void> {
  await expect.poll(() => isQuiet(id)).toBe(true);
  const evicted = runInDurableObject(roomObject(env, id), (_, state) => state.abort(EVICTED));
  await expect(evicted).rejects.toThrow(EVICTED);
}

async function isQuiet(id: RoomId): Promise<boolean> {
  const alarmMs = await readAlarmMs(id);
  if (alarmMs !== null) return runningAlarms === 0 && alarmMs > realNowMs() + MARGIN_MS;
  // an alarm that is being delivered is null too, until its handler begins
  await delay(MARGIN_MS);
  return runningAlarms === 0 && (await readAlarmMs(id)) === null;
}

function readAlarmMs(id: RoomId): Promise<number | null> {
  return runInDurableObject(roomObject(env, id), (_, { storage }) => storage.getAlarm());
}
