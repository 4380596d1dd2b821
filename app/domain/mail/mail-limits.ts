import { DAY_MS } from "#app/domain/units.ts";

/** Limits of outgoing mail. */
export const mailLimits = {
  /** A mail that could not be sent for this long is discarded, ms. */
  mailRetryMs: DAY_MS,
  /** Maximum number of stored mails. A mail beyond it is sent once, and not again if that fails. */
  storedMails: 10_000,
  /** The development outbox deletes a mail after this, ms. */
  outboxRetentionMs: 7 * DAY_MS,
  /** Maximum number of mails in the development outbox. */
  outboxMails: 50,
} as const;
