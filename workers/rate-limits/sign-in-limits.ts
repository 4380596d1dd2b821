import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { sign } from "#workers/crypto/signature.ts";
import {
  type Allowed,
  clearLimit,
  countAgainstLimit,
  countAgainstLimits,
  type LimitKey,
  type RateLimit,
  refundLimit,
} from "./rate-limit.ts";

const LOGIN_NAME_KEY_BYTES = 16;

/** An attempt to prove an account's password. */
type SignInAttempt = {
  /** The user's id if the request has a session, otherwise the `loginNameKey` of what was typed. */
  readonly account: string;
  readonly address: string;
  /** The id in the browser's device cookie for this account, or the session's id; null if there is neither. */
  readonly device: string | null;
};

/** Limits whose subject other people at the same address share. */
const SHARED_LIMITS: ReadonlySet<RateLimit> = new Set(["sign-in/address", "sign-in/address-of-devices"]);

/**
 * The subject that stands for a typed email or username. It is derived from the text and not from the account: if two names
 * shared their attempts, that would reveal that they belong to one account. It is an HMAC because people type their
 * password into the wrong field, and attempts are stored.
 */
export function loginNameKey(secret: string, typed: string): string {
  return sign(secret, "login-name", normalize(typed), LOGIN_NAME_KEY_BYTES);
}

/**
 * Counts a sign-in attempt and returns whether it is allowed. It must be called before the password is verified, so that
 * many simultaneous attempts cannot pass. The limit per account is wide and covers all addresses; an attacker at one
 * address reaches the narrower limit of that address first and does not lock the owner out elsewhere. A browser with a
 * device cookie has limits of its own, which attackers elsewhere cannot use up.
 */
export function allowSignInAttempt(db: Db, attempt: SignInAttempt, nowMs: number): Promise<Allowed> {
  return countAgainstLimits(db, [...failureKeys(attempt), ...totalKeys(attempt)], nowMs);
}

/**
 * Called after a correct password, which no longer counts as a failure. Clears the account's limits, and uncounts this attempt
 * where others share the limit. It still counts towards the totals.
 */
export async function clearSignInAttempts(db: Db, attempt: SignInAttempt): Promise<void> {
  for (const key of failureKeys(attempt)) await (SHARED_LIMITS.has(key.limit) ? refundLimit(db, key) : clearLimit(db, key));
}

/** Counts a registration and returns whether it is allowed. */
export function allowRegistration(db: Db, address: string, nowMs: number): Promise<Allowed> {
  return countAgainstLimit(db, { limit: "registration/address", subject: address }, nowMs);
}

/** Counts the start of a provider authorization and returns whether it is allowed. */
export function allowProviderAuthorization(db: Db, address: string, nowMs: number): Promise<Allowed> {
  return countAgainstLimit(db, { limit: "provider-authorization/address", subject: address }, nowMs);
}

/** The limits in the order of counting. The limit per account is last, so that refused attempts do not use it up. */
function failureKeys({ account, address, device }: SignInAttempt): readonly LimitKey[] {
  if (device !== null) {
    return [
      { limit: "sign-in/address-of-devices", subject: address },
      { limit: "sign-in/account-and-device", subject: `${account}:${device}` },
    ];
  }
  return [
    { limit: "sign-in/address", subject: address },
    { limit: "sign-in/address-and-account", subject: `${address}:${account}` },
    { limit: "sign-in/account", subject: account },
  ];
}

/** The limits of what the server computes. They are counted last, so that refused attempts do not use them up. */
function totalKeys({ account, address }: SignInAttempt): readonly LimitKey[] {
  return [
    { limit: "sign-in/address-and-account-total", subject: `${address}:${account}` },
    { limit: "sign-in/address-total", subject: address },
  ];
}
