import { abortAllDurableObjects, env, runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { Room } from "#workers/room-object/room-object.ts";

/** Alarms follow the real time, also while a test has stopped the clock or has moved it. */
const realNowMs = Date.now;
/** An alarm that is due later than this, ms, does not run meanwhile. */
const MARGIN_MS = 500;

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
 * Evicts all objects, once no alarm of a room runs and the alarm of this one is not about to run: the test runner never ends after
 * an alarm that an eviction has cut off.
 */
export async function evictObjects(id: RoomId): Promise<void> {
  await expect.poll(() => isQuiet(id)).toBe(true);
  await abortAllDurableObjects();
}

async function isQuiet(id: RoomId): Promise<boolean> {
  const alarmMs = await runInDurableObject(roomObject(env, id), (_, { storage }) => storage.getAlarm());
  return runningAlarms === 0 && (alarmMs === null || alarmMs > realNowMs() + MARGIN_MS);
}
