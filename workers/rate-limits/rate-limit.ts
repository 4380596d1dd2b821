import { RATE_LIMIT_WAITS_MS, type RateLimitError } from "#app/domain/rate-limit-waits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import { clearAttempts, countAttempt, refundAttempt } from "#db/queries/attempts.ts";

// the error of each window states how long to wait
const QUARTER_HOUR = "too-many-attempts";
const HOUR = "too-many-attempts-hour";
const DAY = "too-many-attempts-day";

/**
 * Every rate limit: at most `max` attempts per subject within a window. An address may be shared by a whole
 * office, so limits per address are wider than limits per account and address. Limits per user are so high that they stop
 * scripts and no person.
 */
export const RATE_LIMITS = {
  /** Failed sign-ins from an address, to any account, without a device cookie. */
  "sign-in/address": { max: 100, window: QUARTER_HOUR },
  /** Failed sign-ins to one account from one address, without a device cookie. */
  "sign-in/address-and-account": { max: 10, window: QUARTER_HOUR },
  /** Failed sign-ins to one account from all addresses together, without a device cookie. */
  "sign-in/account": { max: 50, window: QUARTER_HOUR },
  /** Failed sign-ins from an address by browsers that have a device cookie. */
  "sign-in/address-of-devices": { max: 300, window: QUARTER_HOUR },
  /** Failed sign-ins to one account by one browser that has its device cookie, and wrong current passwords in one session. */
  "sign-in/account-and-device": { max: 10, window: QUARTER_HOUR },
  /** Passwords of one account verified from an address, correct ones included: each costs a password hash. */
  "sign-in/address-and-account-total": { max: 60, window: QUARTER_HOUR },
  /** The same, of any account: a whole school may sign in at nine o'clock. */
  "sign-in/address-total": { max: 600, window: QUARTER_HOUR },
  /** Registrations from an address, with a password or through a provider. */
  "registration/address": { max: 30, window: QUARTER_HOUR },
  /** Provider authorizations started from an address. Each stores a row until it is used or expires. */
  "provider-authorization/address": { max: 100, window: QUARTER_HOUR },

  /** Password resets requested from an address, for any account. */
  "password-reset/address": { max: 30, window: QUARTER_HOUR },
  /** Reset links checked or used from an address. */
  "password-reset/link-address": { max: 60, window: QUARTER_HOUR },
  /** Reset mails to one account requested from one address. */
  "password-reset/mail-address-and-account": { max: 5, window: QUARTER_HOUR },
  /** The same, per day. */
  "password-reset/mail-address-and-account-daily": { max: 10, window: DAY },
  /** Reset mails to one account requested from all addresses together, per day. */
  "password-reset/mail-account-daily": { max: 100, window: DAY },

  /** Wrong passwords for one room from one address. */
  "room-password/address-and-room": { max: 10, window: QUARTER_HOUR },
  /** Wrong room passwords from an address, for any room. */
  "room-password/address": { max: 60, window: QUARTER_HOUR },
  /** Wrong passwords for one room from all addresses together. */
  "room-password/room": { max: 300, window: QUARTER_HOUR },
  /** Room passwords tried from an address, correct ones included: each costs a password hash. */
  "room-password/address-total": { max: 300, window: QUARTER_HOUR },

  /** Access requests of a user, to any room. */
  "access-request/user": { max: 30, window: QUARTER_HOUR },
  /** Changes of members by a user, in any room. Each wakes a room. */
  "member-change/user": { max: 300, window: QUARTER_HOUR },
  /** Rooms created by a user. */
  "room-creation/user": { max: 100, window: QUARTER_HOUR },
  /** Room passwords set by a user. Each costs a password hash. */
  "room-password-change/user": { max: 30, window: QUARTER_HOUR },
  /** Imports from links by a user. Each makes the server fetch a file. */
  "link-import/user": { max: 60, window: QUARTER_HOUR },
  /** Credentials of music services that a user tries. */
  "service-connection/user": { max: 30, window: QUARTER_HOUR },
  /** Searches and links at music services, per hour. Each sends some requests to a service. */
  "service-search/user": { max: 600, window: HOUR },
  /** Covers of music services that a user sees. Each sends a request to a service. */
  "service-cover/user": { max: 10_000, window: HOUR },
  /** Imports that a user starts, retries or cancels. Each writes up to 500 rows. */
  "import-change/user": { max: 600, window: HOUR },
  /** Attempts to import tracks from music services, per hour. */
  "item-import/user": { max: 1000, window: HOUR },
  /** Covers uploaded by a user. An unused cover is stored for an hour. */
  "cover-upload/user": { max: 1000, window: HOUR },
  /** Lyrics that a user has saved. Each change notifies the rooms that have the track. */
  "lyrics-edit/user": { max: 200, window: QUARTER_HOUR },
  /** Stored audio files read again for their tags or cover, on request of a user. */
  "stored-file-read/user": { max: 500, window: HOUR },
  /** Batches of track durations that a user has corrected. */
  "duration-fix/user": { max: 2000, window: DAY },
  /** Account exports of a user. Each reads everything that is stored about the account. */
  "account-export/user": { max: 10, window: HOUR },
  /** Profile changes of a user. Each notifies all of the user's rooms. */
  "profile-change/user": { max: 100, window: QUARTER_HOUR },
  /** Email changes of a user. Each reveals whether an address is taken, and sends a mail. */
  "email-change/user": { max: 10, window: DAY },
  /** Avatar changes of a user. */
  "avatar-change/user": { max: 100, window: HOUR },
} as const satisfies Record<string, { readonly max: number; readonly window: RateLimitError }>;

/** Maximum number of stored counters, of all limits and subjects. The sweep deletes the oldest beyond it. */
export const COUNTERS_MAX = 200_000;

export type RateLimit = keyof typeof RATE_LIMITS;

/** The counter of an attempt: a limit, and its subject such as an address or a user id. */
export type LimitKey = { readonly limit: RateLimit; readonly subject: string };

/** Whether an attempt is allowed. Otherwise the error of the limit that it exceeds. */
export type Allowed = Result<null, RateLimitError>;

/** The key under which attempts are stored. */
export function toAttemptKey({ limit, subject }: LimitKey): string {
  return `${limit}:${subject}`;
}

/** Counts an attempt. Fails if it exceeds the limit and must be refused. */
export async function countAgainstLimit(db: Db, key: LimitKey, nowMs: number): Promise<Allowed> {
  const { max, window } = RATE_LIMITS[key.limit];
  const count = await countAttempt(db, { key: toAttemptKey(key), nowMs, windowMs: RATE_LIMIT_WAITS_MS[window] });
  return count <= max ? ok(null) : fail(window);
}

/** Counts an attempt against the limits in order. Fails at the first that it exceeds. */
export async function countAgainstLimits(db: Db, keys: readonly LimitKey[], nowMs: number): Promise<Allowed> {
  for (const key of keys) {
    const allowed = await countAgainstLimit(db, key, nowMs);
    if (!allowed.ok) return allowed;
  }
  return ok(null);
}

/** Deletes all attempts of the subject. */
export function clearLimit(db: Db, key: LimitKey): Promise<void> {
  return clearAttempts(db, toAttemptKey(key));
}

/** Uncounts one attempt. Earlier attempts of the subject stay. */
export function refundLimit(db: Db, key: LimitKey): Promise<void> {
  return refundAttempt(db, toAttemptKey(key));
}
