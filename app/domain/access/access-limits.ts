import { DAY_MS, MINUTE_MS } from "#app/domain/units.ts";

/** Limits of room access tokens, access requests, invites and timestamps of consistent reads. */
export const accessLimits = {
  /** Lifetime of a room access token, ms. */
  roomTokenMs: DAY_MS,
  /** A rejected person can request access again after this, ms. */
  requestCooldownMs: DAY_MS,
  /** Maximum number of valid access tokens of one room; those that expire first are deleted first. */
  roomTokensPerRoom: 2000,
  /** Maximum number of members of one room, its owner included. */
  membersPerRoom: 2000,
  /** Maximum number of rooms of which one person is a member. */
  membershipsPerPerson: 10_000,
  /** Maximum number of pending access requests to one room, and of rejected ones, of which the oldest are deleted. */
  requestsPerRoom: 500,
  /** Maximum number of pending access requests of one person. */
  requestsPerPerson: 200,
  /** Maximum number of valid invites of one room. */
  invitesPerRoom: 50,
  /** Maximum number of uses of one invite. */
  inviteUsesMax: 1000,
  /** Maximum lifetime of an invite, ms. */
  inviteMsMax: 365 * DAY_MS,
  /** Lifetime of a timestamp of a consistent read, ms. The change log reaches back as far. */
  timestampMs: 5 * MINUTE_MS,
} as const;
