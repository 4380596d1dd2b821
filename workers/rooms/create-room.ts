import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { parseRoomName, roomUrlCandidates, roomUrlFromName } from "#app/domain/room/room-naming.ts";
import { findTakenUrls, insertRoom } from "#db/queries/rooms.ts";
import { newId, newToken } from "#workers/crypto/random.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { allowRoomCreation } from "#workers/rate-limits/user-limits.ts";

const URL_ATTEMPTS_MAX = 3;
const SUFFIX_CHARS = 6;

type NewRoom = { readonly id: RoomId; readonly room_url: string };

/** Creates a room with a free url: the most readable one that its name allows. */
export async function createRoom(context: SignedInContext, requestedName: string): Promise<Result<NewRoom>> {
  const { db, user, nowMs } = context;
  const name = parseRoomName(requestedName);
  if (!name.ok) return name;
  const allowed = await allowRoomCreation(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const base = roomUrlFromName(name.value);
  for (let attempt = 0; attempt < URL_ATTEMPTS_MAX; attempt++) {
    const candidates = roomUrlCandidates(base, newToken().slice(0, SUFFIX_CHARS));
    const taken = await findTakenUrls(db, candidates);
    const free = candidates.filter((candidate) => !taken.has(candidate));
    // after a lost race for a short url, the longest one is taken: it contains a random suffix
    const url = attempt === 0 ? free[0] : free[free.length - 1];
    const inserted = url === undefined ? null : await insert(context, name.value, url);
    if (inserted) return inserted;
  }
  return fail("room-create-failed");
}

/** Null if another room has taken the url meanwhile. */
async function insert({ db, user, nowMs }: SignedInContext, name: string, url: string): Promise<Result<NewRoom> | null> {
  const id = newId<RoomId>();
  try {
    const isInserted = await insertRoom(db, { id, name, url, ownerId: user.id, createdAtMs: nowMs }, user.name);
    return isInserted ? ok({ id, room_url: url }) : fail("too-many-rooms");
  } catch (error) {
    if ((await findTakenUrls(db, [url])).has(url)) return null;
    throw error;
  }
}
