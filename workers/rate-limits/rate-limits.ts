import type { RoomId, UserId } from "#app/domain/ids.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { clearAttempts, countAttempt, takeBackAttempt } from "#db/queries/attempts.ts";
import { sign } from "#workers/crypto/signature.ts";

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Tries in a window. One address may serve a whole office; one account from one address is one person. */
const ALLOWED = {
  "account-and-address": 10,
  "account-and-device": 10,
  account: 50,
  address: 100,
  "devices-from-address": 300,
  registration: 30,
  "provider-authorization": 100,
  "room-and-address": 10,
  "rooms-from-address": 60,
  room: 300,
  "rooms-opened-from-address": 300,
  request: 30,
  membership: 300,
  "room-made": 100,
  "room-locked": 30,
  link: 60,
  "cover-sent": 1000,
  "file-read": 2000,
  "durations-fixed": 2000,
  "account-exported": 10,
  "profile-changed": 100,
  "email-changed": 10,
  "avatar-changed": 100,
  "reset-asked-from-address": 30,
  "reset-link-from-address": 60,
  "reset-sent": 5,
  "reset-sent-in-a-day": 10,
  "reset-sent-in-a-day-to-one": 100,
} as const;
type Scope = keyof typeof ALLOWED;

/** Others of the same address count there as well. */
const SHARED: ReadonlySet<Scope> = new Set(["address", "devices-from-address"]);
const TYPED_KEY_BYTES = 16;

/** Where the window is another: who changes five hundred tracks at once does all of it within minutes. */
const WINDOWS_MS: Partial<Record<Scope, number>> = {
  "cover-sent": HOUR_MS,
  "file-read": HOUR_MS,
  "durations-fixed": 24 * HOUR_MS,
  "account-exported": HOUR_MS,
  "email-changed": 24 * HOUR_MS,
  "avatar-changed": HOUR_MS,
  "reset-sent-in-a-day": 24 * HOUR_MS,
  "reset-sent-in-a-day-to-one": 24 * HOUR_MS,
};

/** Who tries to get into what, and from where. */
type SignInTry = {
  /** Who is signed in, or what was typed: its `typedKey`. */
  readonly account: string;
  readonly address: string;
  /** What the account knows the browser by; null: it has not signed in from there. */
  readonly device: string | null;
};

/**
 * What counts for something that was typed. Never for whom it means: two names that share their tries would be known to be
 * one account's. And never in the clear: people type their password where their name belongs.
 */
export function typedKey(secret: string, typed: string): string {
  return sign(secret, "typed", normalize(typed), TYPED_KEY_BYTES);
}

/**
 * Whether somebody at `address` may try once more to get into `account`. Counts before the password is looked at, so
 * that many tries at once do not slip through. The account's own limit is wide and covers all addresses together; who
 * guesses from one address is stopped by a narrower one before, and does not lock the owner out elsewhere. A browser that
 * the account knows has tries of its own, which nobody else can use up; only very many of them at one address can.
 */
export async function mayTrySignIn(db: Db, { nowMs, ...tried }: SignInTry & { nowMs: number }): Promise<boolean> {
  for (const { requestContext, key } of signInKeys(tried)) {
    if (!(await isWithin(db, { requestContext, key, nowMs }))) return false;
  }
  return true;
}

/** After a success: that person's mistakes are forgotten, the address's others are not. */
export async function forgetSignInTries(db: Db, tried: SignInTry): Promise<void> {
  for (const { requestContext, key } of signInKeys(tried)) {
    await (SHARED.has(requestContext) ? takeBackAttempt(db, key) : clearAttempts(db, key));
  }
}

export async function mayTryRegistration(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { requestContext: "registration", key: `registration:${address}`, nowMs });
}

export async function mayAskForReset(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { requestContext: "reset-asked-from-address", key: `reset:asked:${address}`, nowMs });
}

/** A link that sets a password, whether it is looked at or used. */
export async function mayTryResetLink(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { requestContext: "reset-link-from-address", key: `reset:link:${address}`, nowMs });
}

/**
 * Whether one more link may go to an account: its id, or the `typedKey` of what was typed where there is none. By the id,
 * so that a mailbox gets no more for having two names; this is behind the answer, and tells nothing. Who asks for others
 * uses up what their own address may ask for, and keeps no owner out; the account's own limit is wide, and is for those
 * who ask from very many addresses.
 */
export async function maySendReset(
  db: Db,
  { account, address, nowMs }: { readonly account: string; readonly address: string; readonly nowMs: number },
): Promise<boolean> {
  for (const [requestContext, key] of [
    ["reset-sent", `reset:sent:${address}:${account}`],
    ["reset-sent-in-a-day", `reset:day:${address}:${account}`],
    ["reset-sent-in-a-day-to-one", `reset:day:${account}`],
  ] as const) {
    if (!(await isWithin(db, { requestContext, key, nowMs }))) return false;
  }
  return true;
}

/** Each keeps a row until it comes back or expires. */
export async function mayStartProviderAuthorization(db: Db, address: string, nowMs: number): Promise<boolean> {
  return isWithin(db, { requestContext: "provider-authorization", key: `provider-visit:${address}`, nowMs });
}

/** Who tries to get into which room by its password, and from where. Members need none and cannot be locked out. */
type RoomTry = { readonly roomId: RoomId; readonly address: string };

/** Counts before the password is looked at, which is dear: right ones too, of which a whole party may have many. */
export async function mayTryRoomPassword(db: Db, { roomId, address, nowMs }: RoomTry & { nowMs: number }): Promise<boolean> {
  for (const { requestContext, key } of [...roomKeys({ roomId, address }), openedKey(address)]) {
    if (!(await isWithin(db, { requestContext, key, nowMs }))) return false;
  }
  return true;
}

/** After the right password: it was no guess. */
export async function forgetRoomTry(db: Db, tried: RoomTry): Promise<void> {
  for (const { requestContext, key } of roomKeys(tried)) {
    await (requestContext === "room-and-address" ? clearAttempts(db, key) : takeBackAttempt(db, key));
  }
}

function roomKeys({ roomId, address }: RoomTry): readonly { requestContext: Scope; key: string }[] {
  return [
    { requestContext: "room-and-address", key: `room:both:${address}:${roomId}` },
    { requestContext: "rooms-from-address", key: `room:address:${address}` },
    { requestContext: "room", key: `room:${roomId}` },
  ];
}

function openedKey(address: string): { requestContext: Scope; key: string } {
  return { requestContext: "rooms-opened-from-address", key: `room:opened:${address}` };
}

/** What one person may do so often that nobody would by hand: each wakes a room, or stays in the directory. */
export const mayAsk = byPerson("request");
export const mayChangeMembers = byPerson("membership");
export const mayMakeRoom = byPerson("room-made");
/** Hashes a password. */
export const mayLockRoom = byPerson("room-locked");
/** Makes the server fetch something. */
export const mayImportLink = byPerson("link");
/** Stays for an hour where no track takes it. */
export const maySendCover = byPerson("cover-sent");
/** Reads a stored file again. */
export const mayReadFile = byPerson("file-read");
export const mayFixDurations = byPerson("durations-fixed");
/** Reads all that is kept of somebody. */
export const mayExport = byPerson("account-exported");
/** Tells every room of theirs. */
export const mayChangeProfile = byPerson("profile-changed");
/** Says whether somebody has an address, and writes to another. */
export const mayChangeEmail = byPerson("email-changed");
export const mayChangeAvatar = byPerson("avatar-changed");

function byPerson(requestContext: Scope): (db: Db, userId: UserId, nowMs: number) => Promise<boolean> {
  return (db, userId, nowMs) => isWithin(db, { requestContext, key: `${requestContext}:${userId}`, nowMs });
}

/** The order in which they are counted: the account itself last. */
function signInKeys({ account, address, device }: SignInTry): readonly { requestContext: Scope; key: string }[] {
  if (device !== null) {
    return [
      { requestContext: "devices-from-address", key: `sign-in:devices:${address}` },
      { requestContext: "account-and-device", key: `sign-in:device:${account}:${device}` },
    ];
  }
  return [
    { requestContext: "address", key: `sign-in:address:${address}` },
    { requestContext: "account-and-address", key: `sign-in:both:${address}:${account}` },
    { requestContext: "account", key: `sign-in:account:${account}` },
  ];
}

async function isWithin(
  db: Db,
  { requestContext, key, nowMs }: { readonly requestContext: Scope; readonly key: string; readonly nowMs: number },
): Promise<boolean> {
  const windowMs = WINDOWS_MS[requestContext] ?? WINDOW_MS;
  return (await countAttempt(db, { key, nowMs, windowMs })) <= ALLOWED[requestContext];
}
