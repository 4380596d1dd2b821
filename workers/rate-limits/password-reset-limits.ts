import type { Db } from "#db/client.ts";
import { type Allowed, countAgainstLimit, countAgainstLimits } from "./rate-limit.ts";

type ResetMail = {
  /** The user's id, or the `loginNameKey` of what was typed if there is no such account. */
  readonly account: string;
  readonly address: string;
};

/** Counts a request for a reset link and returns whether it is allowed. */
export function allowResetRequest(db: Db, address: string, nowMs: number): Promise<Allowed> {
  return countAgainstLimit(db, { limit: "password-reset/address", subject: address }, nowMs);
}

/** Counts an attempt to check or use a reset link and returns whether it is allowed. */
export function allowResetLinkAttempt(db: Db, address: string, nowMs: number): Promise<Allowed> {
  return countAgainstLimit(db, { limit: "password-reset/link-address", subject: address }, nowMs);
}

/**
 * Counts a reset mail and returns whether it may be sent. An account has the same counter under all of its names; that
 * reveals nothing, since the response has been sent by then. Requests for other people's accounts use up the limits of the
 * requester's own address, not those of the owner; the wide limit per account is for requests from very many addresses.
 */
export function allowResetMail(db: Db, { account, address }: ResetMail, nowMs: number): Promise<Allowed> {
  const addressAndAccount = `${address}:${account}`;
  return countAgainstLimits(
    db,
    [
      { limit: "password-reset/mail-address-and-account", subject: addressAndAccount },
      { limit: "password-reset/mail-address-and-account-daily", subject: addressAndAccount },
      { limit: "password-reset/mail-account-daily", subject: account },
    ],
    nowMs,
  );
}
