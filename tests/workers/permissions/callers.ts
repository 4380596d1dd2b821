import { env } from "cloudflare:test";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { insertUser } from "#db/queries/users.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import { newId } from "#workers/crypto/random.ts";
import type { Caller } from "./caller-kinds.ts";

/** A user with a session. */
export type TestUser = { readonly person: Person; readonly username: string; readonly cookie: string };

const NAMES = [
  "owner",
  "admin",
  "editor",
  "participant",
  "viewer",
  "requested",
  "rejected",
  "spectator",
  "colleague",
  "invitee",
  "requester",
  "newcomer",
] as const satisfies readonly (keyof Callers)[];

/** A user for each role, with the same role in every seeded room, and users that the calls are about. */
export type Callers = Readonly<Record<Exclude<Caller, "guest">, TestUser>> & {
  /** A participant, who also adds, invites and uploads. */
  readonly colleague: TestUser;
  /** A viewer whom the colleague has invited. */
  readonly invitee: TestUser;
  /** A user whose request to join is pending. */
  readonly requester: TestUser;
  /** A user without any relation to the rooms. */
  readonly newcomer: TestUser;
};

let userCount = 0;

/** Inserts a user and a session into D1: hashing passwords would take longer than the tests. */
export async function seedUser(name: string, { isSuperadmin = false } = {}): Promise<TestUser> {
  userCount += 1;
  const username = `${name}_${userCount}`;
  const person: Person = { id: newId<UserId>(), name, avatar: "#204060" };
  const nowMs = Date.now();
  const account = { ...person, username, email: `${username}@example.org`, superAdmin: isSuperadmin, createdAtMs: nowMs };
  await insertUser(createDb(env.DB), { ...account, passwordHash: null });
  return { person, username, cookie: await seedSession(person.id, { nowMs }) };
}

export async function seedCallers(): Promise<Callers> {
  const users = await Promise.all(NAMES.map(async (name) => [name, await seedUser(name)] as const));
  // there is an entry for each name
  return Object.fromEntries(users) as Callers;
}

type ClientOptions = { readonly headers?: Readonly<Record<string, string>>; readonly bindings?: Cloudflare.Env | undefined };

/** The client of a user; null for a guest. */
export function clientFor(user: TestUser | null, { headers = {}, bindings }: ClientOptions = {}): Client {
  return createClient({ headers: { ...headers, ...(user && { Cookie: user.cookie }) }, bindings });
}
