import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/rooms.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, "usernameKey" | "emailKey">;

/** Throws on a unique constraint if the username or email is taken, in any letter case. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return db.insert(users).values(withKeys(user)).returning().get();
}

/** Adds the normalized username and email, which must be unique. */
export function withKeys(user: NewUser): typeof users.$inferInsert {
  return { ...user, usernameKey: normalize(user.username), emailKey: normalize(user.email) };
}

/** Finds a user by email or username. Only an email contains an `@`. Null if there is none or the account is deleted. */
export async function findUserByLogin(db: Db, emailOrUsername: string): Promise<UserRow | null> {
  const key = normalize(emailOrUsername);
  return findExistingUser(db, eq(key.includes("@") ? users.emailKey : users.usernameKey, key));
}

/** Whether a user has the oldest account of an installation that no superadmin administers. */
export async function isFirstWithoutSuperadmin(db: Db, id: UserId): Promise<boolean> {
  const first = await db.select({ id: users.id }).from(users).orderBy(sql`rowid`).limit(1).get();
  if (first?.id !== id) return false;
  const isSuperadmin = and(eq(users.superAdmin, true), isNull(users.deletedAtMs));
  return (await db.select({ id: users.id }).from(users).where(isSuperadmin).limit(1).get()) === undefined;
}

/** Null if there is no such user or the account is deleted. */
export async function findUser(db: Db, id: UserId): Promise<UserRow | null> {
  const user = await findExistingUser(db, eq(users.id, id));
  noteRead(db, "users", "id", id);
  return user;
}

async function findExistingUser(db: Db, condition: SQL): Promise<UserRow | null> {
  const row = await db
    .select()
    .from(users)
    .where(and(condition, isNull(users.deletedAtMs)))
    .get();
  return row ?? null;
}

/** Which of the two names belong to an existing account. */
export async function findTakenNames(
  db: Db,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const keys = { username: normalize(username), email: normalize(email) };
  const rows = await db
    .select({ username: users.usernameKey, email: users.emailKey })
    .from(users)
    .where(or(eq(users.usernameKey, keys.username), eq(users.emailKey, keys.email)));
  return {
    username: rows.some((row) => row.username === keys.username),
    email: rows.some((row) => row.email === keys.email),
  };
}

/** Replaces `previousHash`, which was just verified. False if it was replaced in the meantime, or the account is deleted. */
export async function replacePasswordHash(
  db: Db,
  id: UserId,
  { previousHash, passwordHash }: { readonly previousHash: string; readonly passwordHash: string },
): Promise<boolean> {
  const updated = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, previousHash), isNull(users.deletedAtMs)))
    .returning({ id: users.id });
  return updated.length > 0;
}
