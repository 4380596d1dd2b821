import type { Db } from "#db/client.ts";
import { findEpochs } from "#db/queries/rooms.ts";
import { isSessionOpen } from "#db/queries/sessions.ts";
import type { Listener, SignedMediaGrant } from "./media-grant.ts";

/** How long an answer of D1 is cached: a playing device sends range requests, and most of them must not query D1. */
const CACHE_MS = 1000;
const CACHED_MAX = 1000;

type Cached<Value> = { readonly value: Promise<Value>; readonly readAtMs: number };

const epochs = new Map<string, Cached<number | null>>();
const sessions = new Map<string, Cached<boolean>>();

/** False if the person has lost access to the room since the grant was issued, their session has ended, or the room was deleted. */
export async function isStillGranted(db: Db, { roomId, epoch, listener }: SignedMediaGrant): Promise<boolean> {
  const findEpoch = async () => (await findEpochs(db, roomId))?.mediaEpoch ?? null;
  const [current, isOpen] = await Promise.all([readBriefly(epochs, roomId, findEpoch), isListenerSignedIn(db, listener)]);
  // a grant may be newer than the epoch that this isolate has cached
  return isOpen && current !== null && epoch >= current;
}

async function isListenerSignedIn(db: Db, listener: Listener): Promise<boolean> {
  if (listener === null) return true;
  const { userId, sessionStart } = listener;
  return readBriefly(sessions, `${userId}-${sessionStart}`, () =>
    isSessionOpen(db, { userId, tokenHashStart: sessionStart, nowMs: Date.now() }),
  );
}

function readBriefly<Value>(cache: Map<string, Cached<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const nowMs = Date.now();
  const cached = cache.get(key);
  if (cached && nowMs - cached.readAtMs < CACHE_MS) return cached.value;
  const value = read();
  if (cache.size >= CACHED_MAX) cache.clear();
  cache.set(key, { value, readAtMs: nowMs });
  value.catch(() => cache.delete(key));
  return value;
}
