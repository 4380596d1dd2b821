import type { RoomId } from "#app/domain/ids.ts";
import type { Db } from "#db/client.ts";
import { clearAttempts, countAttempt, takeBackAttempt } from "#db/queries/attempts.ts";

const WINDOW_MS = 15 * 60_000;

/** Tries in a window. One address may serve a whole office; one account from one address is one person. */
const ALLOWED = {
  "account-and-address": 10,
  account: 50,
  address: 100,
  registration: 30,
  "room-and-address": 10,
  room: 300,
} as const;
type Scope = keyof typeof ALLOWED;

/** Who tries to get into what: an account's id, or what was typed where there is none; and from where. */
type SignInTry = { readonly account: string; readonly address: string };

/**
 * Whether somebody at `address` may try once more to get into `account`. Counts before the password is looked at, so
 * that many tries at once do not slip through. The account's own limit is wide and covers all addresses together; who
 * guesses from one address is stopped by a narrower one before, and does not lock the owner out elsewhere.
 */
export async function mayTrySignIn(db: Db, { account, address, nowMs }: SignInTry & { nowMs: number }): Promise<boolean> {
  for (const { scope, key } of signInKeys({ account, address })) {
    if (!(await isWithin(db, { scope, key, nowMs }))) return false;
  }
  return true;
}

/** After a success: that person's mistakes are forgotten, the address's others are not. */
export async function forgetSignInTries(db: Db, tried: SignInTry): Promise<void> {
  for (const { scope, key } of signInKeys(tried)) {
    await (scope === "address" ? takeBackAttempt(db, key) : clearAttempts(db, key));
  }
}

export async function mayTryRegistration(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { scope: "registration", key: `registration:${address}`, nowMs });
}

/** Who tries to get into which room by its password, and from where. Members need none and cannot be locked out. */
type RoomTry = { readonly roomId: RoomId; readonly address: string };

export async function mayTryRoomPassword(db: Db, { roomId, address, nowMs }: RoomTry & { nowMs: number }): Promise<boolean> {
  const isHere = await isWithin(db, { scope: "room-and-address", key: `room:both:${address}:${roomId}`, nowMs });
  return isHere && isWithin(db, { scope: "room", key: `room:${roomId}`, nowMs });
}

export async function forgetRoomTries(db: Db, { roomId, address }: RoomTry): Promise<void> {
  await clearAttempts(db, `room:both:${address}:${roomId}`);
  await takeBackAttempt(db, `room:${roomId}`);
}

/** The order in which they are counted: the account itself last. */
function signInKeys({ account, address }: SignInTry): readonly { scope: Scope; key: string }[] {
  return [
    { scope: "address", key: `sign-in:address:${address}` },
    { scope: "account-and-address", key: `sign-in:both:${address}:${account}` },
    { scope: "account", key: `sign-in:account:${account}` },
  ];
}

async function isWithin(
  db: Db,
  { scope, key, nowMs }: { readonly scope: Scope; readonly key: string; readonly nowMs: number },
): Promise<boolean> {
  return (await countAttempt(db, { key, nowMs, windowMs: WINDOW_MS })) <= ALLOWED[scope];
}
