import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { type Expected, hasChanged } from "#app/domain/expected-values.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Visibility } from "#app/domain/room/room.ts";
import { parseRoomDescription, parseRoomName, parseRoomPassword, parseRoomUrl } from "#app/domain/room/room-naming.ts";
import type { SkipVoteShare } from "#app/domain/room/skip-vote-share.ts";
import { LOGGED_SETTINGS, type LoggedSetting } from "#app/domain/room-log/room-log.ts";
import {
  findRoom,
  findTakenUrls,
  type RoomChange,
  type RoomRow,
  type RoomSettings,
  type RoomUpdate,
  type RoomWithOwner,
  refreshSearchKey,
  updateRoom,
} from "#db/queries/rooms.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { allowRoomPasswordChange } from "#workers/rate-limits/user-limits.ts";
import { notifyRoom } from "#workers/room-client/notify-room.ts";
import { type SettingsChange, toRoomMetadata } from "#workers/room-contract/room-metadata.ts";

/** The settings to change; the others stay as they are. A password of null removes the password. */
export type RequestedSettings = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly room_url?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly password?: string | null | undefined;
  readonly isFair?: boolean | undefined;
  readonly isLeveled?: boolean | undefined;
  readonly guestsMayControl?: boolean | undefined;
  readonly guestsMayAdd?: boolean | undefined;
  readonly skipVoteShare?: SkipVoteShare | null | undefined;
  readonly hasQueueVotes?: boolean | undefined;
};

type SettingsRequest = {
  readonly room: RoomRow;
  readonly owner: Person;
  readonly requested: RequestedSettings;
  /** Nothing changes if the room has other settings. */
  readonly expected: Expected<RoomSettings> | undefined;
};

/** Stores new settings of a room, all of them or none, then notifies the room object. */
export async function updateRoomSettings(
  context: SignedInContext,
  { room, owner, requested, expected }: SettingsRequest,
): Promise<Result<{ readonly room_url: string }>> {
  const { db, user, nowMs } = context;
  const isPasswordSet = typeof requested.password === "string";
  const allowed = isPasswordSet ? await allowRoomPasswordChange(db, user.id, nowMs) : ok(null);
  if (!allowed.ok) return allowed;
  const change = await parseSettings(requested);
  if (!change.ok) return change;
  const isPasswordChanged = requested.password !== undefined;
  // an undo may be sent again after its reply was lost
  if (expected && !hasChanged<RoomChange>(room, change.value)) return ok({ room_url: room.url });
  const stored = await storeSettings(context, { room, owner }, { change: change.value, isPasswordChanged, expected });
  if (!stored.ok) return stored;
  const { changed, epochs } = stored.value;
  const edit = { by: user.id, settings: listChanges(room, change.value) };
  await notify(context, changed, { epochs, isPasswordChanged, edit });
  return ok({ room_url: changed.room.url });
}

type Stored = { readonly changed: RoomWithOwner; readonly epochs: Epochs };

async function storeSettings({ db }: SignedInContext, before: RoomWithOwner, update: RoomUpdate): Promise<Result<Stored>> {
  const { room } = before;
  const { url } = update.change;
  if (update.expected && hasChanged<RoomSettings>(room, update.expected)) return fail("changed-since");
  const isNewUrl = url !== undefined && url !== room.url;
  if (isNewUrl && (await findTakenUrls(db, [url])).has(url)) return fail("room-url-taken");
  try {
    const epochs = await updateRoom(db, before, update);
    const changed = await findRoom(db, room.id);
    // the room has changed meanwhile; if this is interrupted, the sweep makes the search key
    if (changed?.room.searchKey === "") await refreshSearchKey(db, changed);
    if (epochs && changed) return ok({ changed, epochs });
    return fail(changed && update.expected ? "changed-since" : "room-not-found");
  } catch (error) {
    // another room may have taken the url since it was checked
    if (isNewUrl && (await findRoom(db, url))?.room.id !== room.id) return fail("room-url-taken");
    logError("room-update", error, { room: room.id });
    return fail("room-update-failed");
  }
}

async function notify(context: SignedInContext, changed: RoomWithOwner, change: SettingsChange): Promise<void> {
  const metadata = toRoomMetadata(changed);
  await notifyRoom(context, { metadata, epochs: change.epochs }, (room) => room.updateSettings(metadata, change));
}

/** The settings that the change replaces by other values. The stored room may also have later changes of other people. */
function listChanges(before: RoomRow, change: RoomChange): readonly LoggedSetting[] {
  return LOGGED_SETTINGS.filter((setting) => {
    const column = setting === "password" ? "passwordHash" : setting;
    return change[column] !== undefined && before[column] !== change[column];
  });
}

const SWITCHES = ["isFair", "isLeveled", "guestsMayControl", "guestsMayAdd", "hasQueueVotes"] as const;

async function parseSettings(requested: RequestedSettings): Promise<Result<RoomChange>> {
  const { name, description, room_url, visibility, password } = requested;
  if (visibility === "inviteOnly") return fail("room-visibility-unavailable");
  const parsed = {
    name: parseOptional(name, parseRoomName),
    description: parseOptional(description, parseRoomDescription),
    url: parseOptional(room_url, parseRoomUrl),
    password: parseOptional(password ?? undefined, parseRoomPassword),
  };
  for (const result of Object.values(parsed)) if (result && !result.ok) return result;
  const change: { -readonly [K in keyof RoomChange]: RoomChange[K] } = {};
  if (parsed.name?.ok) change.name = parsed.name.value;
  if (parsed.description?.ok) change.description = parsed.description.value;
  if (parsed.url?.ok) change.url = parsed.url.value;
  if (visibility !== undefined) change.visibility = visibility;
  if (requested.skipVoteShare !== undefined) change.skipVoteShare = requested.skipVoteShare;
  for (const setting of SWITCHES) {
    const isOn = requested[setting];
    if (isOn !== undefined) change[setting] = isOn;
  }
  if (password === null) change.passwordHash = null;
  if (parsed.password?.ok) change.passwordHash = await hashPassword(parsed.password.value);
  return ok(change);
}

function parseOptional<T>(text: string | undefined, parse: (text: string) => Result<T>): Result<T> | null {
  return text === undefined ? null : parse(text);
}
