import { DAY_MS } from "#app/domain/units.ts";

/** Limits of room access tokens, access requests and invites. */
export const accessLimits = {
  /** Lifetime of a room access token, ms. */
  roomTokenMs: DAY_MS,
  /** A rejected person can request access again after this, ms. */
  requestCooldownMs: DAY_MS,
  /** Maximum number of valid invites of one room. */
  invitesPerRoom: 50,
  /** Maximum number of uses of one invite. */
  inviteUsesMax: 1000,
  /** Maximum lifetime of an invite, ms. */
  inviteMsMax: 365 * DAY_MS,
} as const;
