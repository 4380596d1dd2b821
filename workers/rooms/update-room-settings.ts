import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Visibility } from "#app/domain/room/room.ts";
import { parseRoomDescription, parseRoomName, parseRoomPassword, parseRoomUrl } from "#app/domain/room/room-naming.ts";
import { type Epochs, findRoom, findTakenUrls, type RoomChange, refreshSearchKey, updateRoom } from "#db/queries/rooms.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import { mayLockRoom } from "#workers/rate-limits/rate-limits.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type RoomAccess, toRoomMetadata } from "./room-access.ts";

/** Only what is to change. A password of null: none. */
export type WantedSettings = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly room_url?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly password?: string | null | undefined;
  readonly isFair?: boolean | undefined;
  readonly isLeveled?: boolean | undefined;
};

/** Writes a room's settings, then tells the room and the lists. All of it, or a refusal. */
export async function changeRoom(
  context: SignedInContext,
  { room }: RoomAccess,
  wanted: WantedSettings,
): Promise<Result<{ readonly room_url: string }>> {
  const { env, db, user, nowMs, waitUntil } = context;
  if (typeof wanted.password === "string" && !(await mayLockRoom(db, user.id, nowMs))) return fail("too-many-attempts");
  const change = await readSettings(wanted);
  if (!change.ok) return change;
  const { url } = change.value;
  if (url !== undefined && url !== room.url && (await findTakenUrls(db, [url])).has(url)) return fail("room-url-taken");
  const isRelocked = wanted.password !== undefined;
  let epochs: Epochs | null;
  try {
    epochs = await updateRoom(db, room.id, { change: change.value, isRelocked });
  } catch (error) {
    // another room may have got the url in between
    if (url !== undefined && (await findRoom(db, url))?.room.id !== room.id) return fail("room-url-taken");
    logError("room-update", error, { room: room.id });
    return fail("room-update-failed");
  }
  const changed = await findRoom(db, room.id);
  if (!epochs || !changed) return fail("room-not-found");
  const telling = roomObject(env, room.id).informed(toRoomMetadata(changed), { epochs, isRelocked });
  // who hangs up now leaves nothing half done
  waitUntil(telling.catch(() => undefined));
  await telling;
  await refreshSearchKey(db, changed);
  waitUntil(lobbyObject(env).tell({ list: room.visibility === "public" || changed.room.visibility === "public" }));
  return ok({ room_url: changed.room.url });
}

async function readSettings(wanted: WantedSettings): Promise<Result<RoomChange>> {
  const change: { -readonly [K in keyof RoomChange]: RoomChange[K] } = {};
  if (wanted.name !== undefined) {
    const name = parseRoomName(wanted.name);
    if (!name.ok) return name;
    change.name = name.value;
  }
  if (wanted.description !== undefined) {
    const description = parseRoomDescription(wanted.description);
    if (!description.ok) return description;
    change.description = description.value;
  }
  if (wanted.room_url !== undefined) {
    const url = parseRoomUrl(wanted.room_url);
    if (!url.ok) return url;
    change.url = url.value;
  }
  if (wanted.visibility === "inviteOnly") return fail("room-visibility-unavailable");
  if (wanted.visibility !== undefined) change.visibility = wanted.visibility;
  if (wanted.isFair !== undefined) change.isFair = wanted.isFair;
  if (wanted.isLeveled !== undefined) change.isLeveled = wanted.isLeveled;
  if (wanted.password === null) change.passwordHash = null;
  else if (wanted.password !== undefined) {
    const password = parseRoomPassword(wanted.password);
    if (!password.ok) return password;
    change.passwordHash = await hashPassword(password.value);
  }
  return ok(change);
}
