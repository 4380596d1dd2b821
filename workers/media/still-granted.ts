import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { findEpochs } from "#db/queries/rooms.ts";
import type { MediaToken } from "./media-token.ts";

/** What a room said last is believed for so long: a range request of a playing device asks no database. */
const BELIEVED_MS = 1000;
const ROOMS_KEPT = 1000;

type Known = { readonly epoch: Promise<number | null>; readonly readAtMs: number };

const known = new Map<RoomId, Known>();

/** Whether nobody has lost access to the room since the grant; a room that is gone grants nothing. */
export async function isStillGranted(db: Db, { roomId, epoch }: MediaToken): Promise<boolean> {
  const current = await currentEpoch(db, roomId);
  // the room hands out new grants before every isolate has heard of the new epoch
  return current !== null && epoch >= current;
}

/** An answer up to this length is on its way by the time that anybody could lose access: a few seconds of sound. */
const SHORT_BYTES = 1024 * 1024;

/** Cuts a long answer off once its listener has lost access. */
export function whileGranted(response: Response, isGranted: () => Promise<boolean>): Response {
  const length = Number(response.headers.get("Content-Length"));
  if (!response.body || !(length > SHORT_BYTES)) return response;
  const { readable, writable } = new FixedLengthStream(length);
  const cut = new AbortController();
  const watch = setInterval(async () => {
    if (!(await isGranted().catch(() => true))) cut.abort();
  }, BELIEVED_MS);
  response.body
    .pipeTo(writable, { signal: cut.signal })
    // the listener went away, or was cut off: nobody is left to be told
    .catch(() => undefined)
    .finally(() => clearInterval(watch));
  return new Response(readable, response);
}

function currentEpoch(db: Db, roomId: RoomId): Promise<number | null> {
  const nowMs = Date.now();
  const found = known.get(roomId);
  if (found && nowMs - found.readAtMs < BELIEVED_MS) return found.epoch;
  const epoch = findEpochs(db, roomId).then((epochs) => epochs?.mediaEpoch ?? null);
  if (known.size >= ROOMS_KEPT) known.clear();
  known.set(roomId, { epoch, readAtMs: nowMs });
  epoch.catch(() => known.delete(roomId));
  return epoch;
}
