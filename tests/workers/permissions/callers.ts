import { env } from "cloudflare:test";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { openDb } from "#db/client.ts";
import { insertUser } from "#db/queries/users.ts";
import { newVisitor, type Visitor } from "#tests/workers/support/client.ts";
import { plantSession } from "#tests/workers/support/insert-session.ts";
import { newId } from "#workers/crypto/random.ts";
import type { Caller } from "./expected.ts";

/** Somebody with an account who is signed in. */
export type Someone = { readonly person: Person; readonly username: string; readonly cookie: string };
type SignedIn = Exclude<Caller, "guest">;

/** One person for each role, in every room the same, and some whom things happen to. */
export type Cast = Readonly<Record<SignedIn, Someone>> & {
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
export async function plantSomeone(name: string, { isSuperadmin = false } = {}): Promise<Someone> {
  people += 1;
  const username = `${name}_${people}`;
  const person: Person = { id: newId<UserId>(), name, avatar: "#204060" };
  const db = openDb(env.DB);
  const nowMs = Date.now();
  const account = { ...person, username, email: `${username}@example.org`, superAdmin: isSuperadmin, createdAtMs: nowMs };
  await insertUser(db, { ...account, passwordHash: null });
  return { person, username, cookie: await plantSession(person.id, { nowMs }) };
}

export async function plantCast(): Promise<Cast> {
  const [owner, admin, editor, participant] = await plantFour("owner", "admin", "editor", "participant");
  const [viewer, requested, rejected, stranger] = await plantFour("viewer", "requested", "rejected", "stranger");
  const [colleague, pupil, asker, newcomer] = await plantFour("colleague", "pupil", "asker", "newcomer");
  const roles = { owner, admin, editor, participant, viewer, requested, rejected, stranger };
  return { ...roles, colleague, pupil, asker, newcomer };
}

async function plantFour(...names: readonly [string, string, string, string]) {
  const [a, b, c, d] = names;
  return Promise.all([plantSomeone(a), plantSomeone(b), plantSomeone(c), plantSomeone(d)]);
}

/** Their browser; without anybody, a guest's. */
export function browserOf(
  someone: Someone | null,
  headers: Readonly<Record<string, string>> = {},
  bindings?: Cloudflare.Env,
): Visitor {
  return newVisitor(undefined, { ...headers, ...(someone && { Cookie: someone.cookie }) }, bindings);
}
