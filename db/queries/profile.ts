import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { passwordResets } from "#db/schema/accounts.ts";
import { members, rooms, users } from "#db/schema/rooms.ts";
import { orphanedObjects, roomTracks, tracks } from "#db/schema/tracks.ts";
import { insertMailWhere, type MailRow } from "./mails.ts";
import { markOrphaned } from "./orphaned-objects.ts";
import { spendResets } from "./password-resets.ts";
import { personColumns, type RoomWithOwner } from "./rooms.ts";
import type { UserRow } from "./users.ts";

type ProfileUpdate = {
  readonly edit: ProfileEdit;
  readonly asRead: Pick<UserRow, "email" | "passwordHash">;
  readonly farewell: MailRow | null;
  readonly nowMs: number;
};
export type ProfileEdit = Partial<Pick<UserRow, "name" | "username" | "email" | "isEmailShown">>;

/**
 * Changes an account: all that is given or nothing. With another email go the ways back to a lost password that were sent
 * to the old one, and `farewell`, a mail to it, comes to stand with those on their way. Fails with a unique constraint
 * where a name is taken. Null: the account is being deleted; or its email is to change, and that or the password is not as
 * it was read any more.
 */
export async function updateProfile(
  db: Db,
  userId: UserId,
  { edit, asRead, farewell, nowMs }: ProfileUpdate,
): Promise<UserRow | null> {
  const { username, email } = edit;
  const folds = {
    ...(username !== undefined && { usernameKey: normalize(username) }),
    ...(email !== undefined && { emailKey: normalize(email) }),
  };
  const isSame = and(eq(users.email, asRead.email), sql`${users.passwordHash} is ${asRead.passwordHash}`);
  const isMade = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.email} = ${email ?? null})`;
  const [updated] = await db.batch([
    db
      .update(users)
      // with the id, so that no change at all is a statement too
      .set({ id: userId, ...edit, ...folds })
      .where(and(isAlive(userId), email === undefined ? undefined : isSame))
      .returning(),
    ...(farewell
      ? [spendResets(db, nowMs, and(eq(passwordResets.userId, userId), isMade)), insertMailWhere(db, farewell, isMade)]
      : []),
    ...(edit.name === undefined ? [] : [clearSearchKeys(db, userId)]),
  ]);
  return updated[0] ?? null;
}

/** What keeps somebody from the names that they want: another has one of them. */
export async function findTakenByOther(
  db: Db,
  userId: UserId,
  { username, email }: Pick<ProfileEdit, "username" | "email">,
): Promise<"email-taken" | "username-taken" | null> {
  const wanted = { username: normalize(username ?? ""), email: normalize(email ?? "") };
  const rows = await db
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(and(ne(users.id, userId), or(eq(users.usernameKey, wanted.username), eq(users.emailKey, wanted.email))));
  if (rows.length === 0) return null;
  return rows.some(({ emailKey }) => emailKey === wanted.email) ? "email-taken" : "username-taken";
}

/**
 * What a search looks at names an owner who is called otherwise now. It stands in one line until it is made again, as it is
 * right after this, and by the sweep where that was cut off.
 */
function clearSearchKeys(db: Db, ownerId: UserId) {
  return db
    .update(rooms)
    .set({ searchKey: sql`replace(${rooms.searchKey}, char(10), ' ')` })
    .where(eq(rooms.ownerId, ownerId));
}

/** Of what a picture's address has behind this, its bytes are stored under. */
const MEDIA = "/media/";
/** Of the objects of one picture. */
const SIZES = JSON.stringify(["", "-256"]);

/**
 * Another face. Of the picture before it nothing is held from here on; `kept`, the objects of the one that comes, are. False:
 * the account is being deleted.
 */
export async function updateAvatar(
  db: Db,
  userId: UserId,
  { avatar, kept, nowMs }: { readonly avatar: string; readonly kept: readonly string[]; readonly nowMs: number },
): Promise<boolean> {
  const isTheirs = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.avatar} = ${avatar})`;
  const [, updated] = await db.batch([
    markAvatarOrphaned(db, userId, nowMs),
    db.update(users).set({ avatar }).where(isAlive(userId)).returning({ id: users.id }),
    db.delete(orphanedObjects).where(and(inArray(orphanedObjects.key, [...kept]), isTheirs)),
  ]);
  return updated.length > 0;
}

/** The picture that somebody has now is held by nothing from here on. For a batch that takes it from them. */
export function markAvatarOrphaned(db: Db, userId: UserId, nowMs: number) {
  const isPicture = sql`${users.avatar} like ${`${MEDIA}%`}`;
  return markOrphaned(
    db,
    sql`select substr(${users.avatar}, ${MEDIA.length + 1}) || size.value, ${nowMs} from ${users}, json_each(${SIZES}) as size
        where ${users.id} = ${userId} and ${isPicture}`,
  );
}

/** Those of `ids` who exist, as others see them. */
export async function findPeople(db: Db, ids: readonly UserId[]): Promise<readonly Person[]> {
  const isAsked = sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return db
    .select(personColumns)
    .from(users)
    .where(and(isAsked, isNull(users.deletedAtMs)));
}

/** The rooms that somebody belongs to or has brought tracks into, those with people in them first. */
export async function listRoomsOfPerson(db: Db, userId: UserId): Promise<readonly RoomWithOwner[]> {
  const isMember0 = sql`${rooms.id} in (select ${members.roomId} from ${members} where ${members.userId} = ${userId})`;
  const hasTheirs = sql`${rooms.id} in (select ${roomTracks.roomId} from ${roomTracks}
    join ${tracks} on ${tracks.id} = ${roomTracks.trackId} where ${tracks.uploadedBy} = ${userId})`;
  return db
    .select({ room: rooms, owner: personColumns })
    .from(rooms)
    .innerJoin(users, eq(users.id, rooms.ownerId))
    .where(and(or(isMember0, hasTheirs), isNull(rooms.deletedAtMs)))
    .orderBy(sql`${rooms.activeUsers} desc`);
}

/** Whose lists of rooms name this owner. */
export async function listMembersOfOwner(db: Db, ownerId: UserId): Promise<readonly UserId[]> {
  const rows = await db
    .selectDistinct({ userId: members.userId })
    .from(members)
    .innerJoin(rooms, eq(rooms.id, members.roomId))
    .where(eq(rooms.ownerId, ownerId));
  return rows.map(({ userId }) => userId);
}

function isAlive(userId: UserId) {
  return and(eq(users.id, userId), isNull(users.deletedAtMs));
}
