import { abortAllDurableObjects, env, runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { NOTHING_PUBLISHED, type NowPlayingProgress, planPublication } from "#app/domain/room/now-playing-publication.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { NOW_PLAYING_PROGRESS } from "#workers/room-object/now-playing-publisher.ts";
import { createClient } from "./client.ts";

/** A publication that is due later than this, ms, has not begun. */
const MARGIN_MS = 500;

/**
 * Evicts all objects, once the alarm has published what the public room plays: the test runner does not end after an alarm that an
 * eviction has cut off.
 */
export async function evictObjects(id: RoomId): Promise<void> {
  await expect.poll(() => isPublished(id), { timeout: 10_000 }).toBe(true);
  await abortAllDurableObjects();
}

async function isPublished(id: RoomId): Promise<boolean> {
  const { state } = await createClient().call("rooms.getState", { id });
  const progress = await runInDurableObject(roomObject(env, id), (_, { storage }) =>
    storage.kv.get<NowPlayingProgress>(NOW_PLAYING_PROGRESS),
  );
  const next = planPublication(progress ?? NOTHING_PUBLISHED, state);
  return next === null || next.dueMs > Date.now() + MARGIN_MS;
}
