import { DAY_MS } from "#app/domain/units.ts";

/** Limits of access tokens, requests to join and invitations. */
export const accessLimits = {
  /** Lifetime of a room's access token, ms. */
  roomTokenMs: DAY_MS,
  /** A denied person can request access again after this, ms. */
  requestCooldownMs: DAY_MS,
  /** Maximum number of valid invitations of one room. */
  invitesPerRoom: 50,
  /** Maximum number of uses of one invitation. */
  inviteUsesMax: 1000,
  /** Maximum lifetime of an invitation, ms. */
  inviteMsMax: 365 * DAY_MS,
} as const;
