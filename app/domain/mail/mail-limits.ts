import { DAY_MS } from "#app/domain/units.ts";

/** Limits of outgoing mail. §n: the section of the specification that states the limit. */
export const mailLimits = {
  /** A mail that cannot be sent is given up after this; an outbox keeps so many. */
  mailTriedMs: DAY_MS,
  outboxKeptMs: 7 * DAY_MS,
  outboxMails: 50,
} as const;
