import { env } from "cloudflare:test";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { insertUser } from "#db/queries/users.ts";
import { type Client, newClient } from "#tests/workers/support/client.ts";
import { seedSession } from "#tests/workers/support/insert-session.ts";
import { newId } from "#workers/crypto/random.ts";
import type { Caller } from "./expected.ts";

/** Somebody with an account who is signed in. */
export type Someone = { readonly person: Person; readonly username: string; readonly cookie: string };
type SignedIn = Exclude<Caller, "guest">;

/** One person for each role, in every room the same, and some whom things happen to. */
export type Callers = Readonly<Record<SignedIn, Someone>> & {
  /** A participant, who adds, invites and uploads as well. */
  readonly colleague: Someone;
  /** A viewer whom the colleague has invited. */
  readonly pupil: Someone;
  /** Asks to join. */
  readonly asker: Someone;
  /** Has not been there yet. */
  readonly newcomer: Someone;
};

let people = 0;

/** An account and a session, straight into the database: hashing a password would take longer than all that is tried. */
export async function seedUser(name: string, { isSuperadmin = false } = {}): Promise<Someone> {
  people += 1;
  const username = `${name}_${people}`;
  const person: Person = { id: newId<UserId>(), name, avatar: "#204060" };
  const db = createDb(env.DB);
  const nowMs = Date.now();
  const account = { ...person, username, email: `${username}@example.org`, superAdmin: isSuperadmin, createdAtMs: nowMs };
  await insertUser(db, { ...account, passwordHash: null });
  return { person, username, cookie: await seedSession(person.id, { nowMs }) };
}

export async function seedCallers(): Promise<Callers> {
  const [owner, admin, editor, participant] = await seedFour("owner", "admin", "editor", "participant");
  const [viewer, requested, rejected, stranger] = await seedFour("viewer", "requested", "rejected", "stranger");
  const [colleague, pupil, asker, newcomer] = await seedFour("colleague", "pupil", "asker", "newcomer");
  const roles = { owner, admin, editor, participant, viewer, requested, rejected, stranger };
  return { ...roles, colleague, pupil, asker, newcomer };
}

async function seedFour(...names: readonly [string, string, string, string]) {
  const [a, b, c, d] = names;
  return Promise.all([seedUser(a), seedUser(b), seedUser(c), seedUser(d)]);
}

/** Their browser; without anybody, a guest's. */
export function browserOf(
  someone: Someone | null,
  headers: Readonly<Record<string, string>> = {},
  bindings?: Cloudflare.Env,
): Client {
  return newClient(undefined, { ...headers, ...(someone && { Cookie: someone.cookie }) }, bindings);
}
