import { env } from "cloudflare:test";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { insertUser } from "#db/queries/users.ts";
import { newId } from "#workers/crypto/random.ts";
import { seedSession } from "./seed-session.ts";

/** A user with a session. */
export type TestUser = { readonly person: Person; readonly username: string; readonly cookie: string };

type UserOptions = {
  readonly isSuperadmin?: boolean;
  readonly username?: string;
  /** Null for a user without a password. */
  readonly passwordHash?: string | null;
};

let userCount = 0;

/** Inserts a user and a session into D1: hashing a password for each user would take longer than the tests. */
export async function seedUser(name: string, options: UserOptions = {}): Promise<TestUser> {
  userCount += 1;
  const { isSuperadmin: superAdmin = false, username = `${name}_${userCount}`, passwordHash = null } = options;
  const person: Person = { id: newId<UserId>(), name, avatar: "#204060" };
  const nowMs = Date.now();
  const account = { ...person, username, email: `${username}@example.org`, superAdmin, createdAtMs: nowMs };
  await insertUser(createDb(env.DB), { ...account, passwordHash });
  return { person, username, cookie: await seedSession(person.id, { nowMs }) };
}
