import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { findEpochs } from "#db/queries/rooms.ts";
import type { SignedMediaGrant } from "./media-grant.ts";

/** How long a room's media epoch is cached: a playing device sends range requests, and most of them must not query D1. */
const CACHE_MS = 1000;
const CACHED_ROOMS_MAX = 1000;

type CachedEpoch = { readonly epoch: Promise<number | null>; readonly readAtMs: number };

const cachedEpochs = new Map<RoomId, CachedEpoch>();

/** False if a person has lost access to the room since the grant was issued, or if the room was deleted. */
export async function isStillGranted(db: Db, { roomId, epoch }: SignedMediaGrant): Promise<boolean> {
  const current = await loadMediaEpoch(db, roomId);
  // a grant may be newer than the epoch that this isolate has cached
  return current !== null && epoch >= current;
}

function loadMediaEpoch(db: Db, roomId: RoomId): Promise<number | null> {
  const nowMs = Date.now();
  const cached = cachedEpochs.get(roomId);
  if (cached && nowMs - cached.readAtMs < CACHE_MS) return cached.epoch;
  const epoch = findEpochs(db, roomId).then((epochs) => epochs?.mediaEpoch ?? null);
  if (cachedEpochs.size >= CACHED_ROOMS_MAX) cachedEpochs.clear();
  cachedEpochs.set(roomId, { epoch, readAtMs: nowMs });
  epoch.catch(() => cachedEpochs.delete(roomId));
  return epoch;
}
