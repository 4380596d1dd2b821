import { type Client, createClient } from "#tests/workers/support/client.ts";
import { seedUser, type TestUser } from "#tests/workers/support/seed-user.ts";
import type { Caller } from "./caller-kinds.ts";

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

/** The calling user; for a guest the owner, whose ids and names a guest might send. */
export function getSelf(callers: Callers, caller: Caller): TestUser {
  return caller === "guest" ? callers.owner : callers[caller];
}
