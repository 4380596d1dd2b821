import { fold } from "#app/domain/account.ts";
import type { Db } from "#db/client.ts";
import { clearAttempts, countAttempt } from "#db/queries/attempts.ts";

const WINDOW_MS = 15 * 60_000;

/** Tries in a window. One address may serve a whole office; one account from one address is one person. */
const ALLOWED = { "account-and-address": 10, account: 50, address: 100, registration: 30 } as const;
type Scope = keyof typeof ALLOWED;

/**
 * Whether somebody at `address` may try once more to get into `account`. Counts before the password is looked at, so
 * that many tries at once do not slip through. The account's own limit is wide and covers all addresses together; who
 * guesses from one address meets the narrow one first, and does not lock the owner out elsewhere.
 */
export async function mayTrySignIn(
  db: Db,
  { account, address, nowMs }: { readonly account: string; readonly address: string; readonly nowMs: number },
): Promise<boolean> {
  const tries = signInKeys(account, address).map(({ scope, key }) => isWithin(db, { scope, key, nowMs }));
  return (await Promise.all(tries)).every(Boolean);
}

/** After a success: that person's mistakes are forgotten, the address's others are not. */
export async function forgetSignInTries(db: Db, account: string, address: string): Promise<void> {
  const own = signInKeys(account, address).filter(({ scope }) => scope !== "address");
  await Promise.all(own.map(({ key }) => clearAttempts(db, key)));
}

export async function mayTryRegistration(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { scope: "registration", key: `registration:${address}`, nowMs });
}

function signInKeys(account: string, address: string): readonly { scope: Scope; key: string }[] {
  const who = fold(account).slice(0, 300);
  return [
    { scope: "account-and-address", key: `sign-in:both:${address}:${who}` },
    { scope: "account", key: `sign-in:account:${who}` },
    { scope: "address", key: `sign-in:address:${address}` },
  ];
}

async function isWithin(
  db: Db,
  { scope, key, nowMs }: { readonly scope: Scope; readonly key: string; readonly nowMs: number },
): Promise<boolean> {
  return (await countAttempt(db, { key, nowMs, windowMs: WINDOW_MS })) <= ALLOWED[scope];
}
