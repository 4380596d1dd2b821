import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { passwordResets } from "#db/schema/accounts.ts";
import { members, roomContributors, rooms, users } from "#db/schema/rooms.ts";
import { orphanedObjects, roomTracks, tracks } from "#db/schema/tracks.ts";
import { jsonList } from "./json-list.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import { invalidateResets } from "./password-resets.ts";
import { personColumns, type RoomWithOwner, selectRoomsWithOwner } from "./rooms.ts";
import type { UserRow } from "./users.ts";

export type ProfileEdit = Partial<Pick<UserRow, "name" | "username" | "email" | "isEmailShown">>;

type ProfileUpdate = {
  readonly edit: ProfileEdit;
  /** The account as it was when the change was verified. */
  readonly expected: Pick<UserRow, "email" | "passwordHash">;
  /** A mail to the previous address; null if the address does not change. */
  readonly notice: MailRow | null;
  readonly nowMs: number;
};

/**
 * Changes a profile in one batch. A new email also invalidates the reset links that were sent to the previous one, and stores
 * the notice. Throws on a unique constraint if a name is taken. Null if the account is deleted, or if a new email was
 * requested and the account differs from `expected`.
 */
export async function updateProfile(
  db: Db,
  userId: UserId,
  { edit, expected, notice, nowMs }: ProfileUpdate,
): Promise<UserRow | null> {
  const { username, email } = edit;
  const keys = {
    ...(username !== undefined && { usernameKey: normalize(username) }),
    ...(email !== undefined && { emailKey: normalize(email) }),
  };
  const isAsExpected = and(eq(users.email, expected.email), sql`${users.passwordHash} is ${expected.passwordHash}`);
  const isChanged = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.email} = ${email ?? null})`;
  const [updated] = await db.batch([
    db
      .update(users)
      // the id makes this a valid statement even if the edit is empty
      .set({ id: userId, ...edit, ...keys })
      .where(and(isExistingUser(userId), email === undefined ? undefined : isAsExpected))
      .returning(),
    ...(notice
      ? [invalidateResets(db, nowMs, and(eq(passwordResets.userId, userId), isChanged)), insertMailWhere(db, notice, isChanged)]
      : []),
    ...(edit.name === undefined ? [] : [markSearchKeysOutdated(db, userId)]),
  ]);
  return updated[0] ?? null;
}

/** The error if another account has the username or the email. Null if both are free. */
export async function findNameConflict(
  db: Db,
  userId: UserId,
  { username, email }: Pick<ProfileEdit, "username" | "email">,
): Promise<"email-taken" | "username-taken" | null> {
  const keys = { username: normalize(username ?? ""), email: normalize(email ?? "") };
  const rows = await db
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(and(ne(users.id, userId), or(eq(users.usernameKey, keys.username), eq(users.emailKey, keys.email))));
  if (rows.length === 0) return null;
  return rows.some(({ emailKey }) => emailKey === keys.email) ? "email-taken" : "username-taken";
}

/**
 * Marks the search keys of a user's rooms as outdated, since they contain the owner's name: a key without a line break is
 * outdated. They are refreshed right after the change, or by the sweep if that is interrupted.
 */
function markSearchKeysOutdated(db: Db, ownerId: UserId) {
  return db
    .update(rooms)
    .set({ searchKey: sql`replace(${rooms.searchKey}, char(10), ' ')` })
    .where(eq(rooms.ownerId, ownerId));
}

/** The path of a picture is this prefix and its object key. */
const MEDIA_PREFIX = "/media/";
/** The suffixes of the object keys of one picture: its two sizes. */
const SIZE_SUFFIXES = JSON.stringify(["", "-256"]);

/**
 * Sets an avatar in one batch. The objects of the previous picture become orphaned, and those of the new one, `objectKeys`,
 * no longer are. False if the account is deleted.
 */
export async function updateAvatar(
  db: Db,
  userId: UserId,
  { avatar, objectKeys, nowMs }: { readonly avatar: string; readonly objectKeys: readonly string[]; readonly nowMs: number },
): Promise<boolean> {
  const isSet = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.avatar} = ${avatar})`;
  const [, updated] = await db.batch([
    markAvatarOrphaned(db, userId, nowMs),
    db.update(users).set({ avatar }).where(isExistingUser(userId)).returning({ id: users.id }),
    db.delete(orphanedObjects).where(and(inArray(orphanedObjects.key, [...objectKeys]), isSet)),
  ]);
  return updated.length > 0;
}

/** Records the objects of a user's current picture as orphaned. A statement for the batch that removes the picture. */
export function markAvatarOrphaned(db: Db, userId: UserId, nowMs: number) {
  const isPicture = sql`${users.avatar} like ${`${MEDIA_PREFIX}%`}`;
  return markOrphaned(
    db,
    sql`select substr(${users.avatar}, ${MEDIA_PREFIX.length + 1}) || size.value, ${nowMs} from ${users}, json_each(${SIZE_SUFFIXES}) as size
        where ${users.id} = ${userId} and ${isPicture}`,
  );
}

/** The public data of users. Unknown and deleted ones are missing. */
export async function findPeople(db: Db, ids: readonly UserId[]): Promise<readonly Person[]> {
  return db
    .select(personColumns)
    .from(users)
    .where(and(sql`${users.id} in ${jsonList(ids)}`, isNull(users.deletedAtMs)));
}

/** The rooms that a user is related to by a role, an uploaded track or the chat, most active first. */
export async function listRoomsOfPerson(db: Db, userId: UserId): Promise<readonly RoomWithOwner[]> {
  const hasRole = sql`${rooms.id} in (select ${members.roomId} from ${members} where ${members.userId} = ${userId})`;
  const hasUploadedTrack = sql`${rooms.id} in (select ${roomTracks.roomId} from ${roomTracks}
    join ${tracks} on ${tracks.id} = ${roomTracks.trackId} where ${tracks.uploadedBy} = ${userId})`;
  const hasContributed = sql`${rooms.id} in (select ${roomContributors.roomId} from ${roomContributors}
    where ${roomContributors.userId} = ${userId})`;
  return selectRoomsWithOwner(db)
    .where(and(or(hasRole, hasUploadedTrack, hasContributed), isNull(rooms.deletedAtMs)))
    .orderBy(sql`${rooms.activeUsers} desc`);
}

function isExistingUser(userId: UserId) {
  return and(eq(users.id, userId), isNull(users.deletedAtMs));
}
