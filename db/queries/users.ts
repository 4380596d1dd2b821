import { and, eq, isNull, or } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/rooms.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, "usernameKey" | "emailKey">;

/** An account that is being removed is nobody's any more. */
const isThere = isNull(users.deletedAtMs);

/** Fails with a unique constraint where the username or the email is taken, whatever its case. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return db.insert(users).values(withKeys(user)).returning().get();
}

export function withKeys(user: NewUser): typeof users.$inferInsert {
  return { ...user, usernameKey: normalize(user.username), emailKey: normalize(user.email) };
}

/** Whoever signs in with this email or username. An email has an `@`, a username never. */
export async function findUserByLogin(db: Db, emailOrUsername: string): Promise<UserRow | null> {
  const folded = normalize(emailOrUsername);
  const column = folded.includes("@") ? users.emailKey : users.usernameKey;
  return (
    (await db
      .select()
      .from(users)
      .where(and(eq(column, folded), isThere))
      .get()) ?? null
  );
}

export async function findUser(db: Db, id: UserId): Promise<UserRow | null> {
  return (
    (await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isThere))
      .get()) ?? null
  );
}

/** Which of the two names is somebody's already. */
export async function findTaken(
  db: Db,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<{ readonly username: boolean; readonly email: boolean }> {
  const wanted = { username: normalize(username), email: normalize(email) };
  const rows = await db
    .select({ username: users.usernameKey, email: users.emailKey })
    .from(users)
    .where(or(eq(users.usernameKey, wanted.username), eq(users.emailKey, wanted.email)));
  return {
    username: rows.some((row) => row.username === wanted.username),
    email: rows.some((row) => row.email === wanted.email),
  };
}

/** A hash in place of the one that was checked. False: it is another by now, or the account is being deleted. */
export async function setPasswordHash(
  db: Db,
  id: UserId,
  { before, passwordHash }: { readonly before: string; readonly passwordHash: string },
): Promise<boolean> {
  const set = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, before), isThere))
    .returning({ id: users.id });
  return set.length > 0;
}
