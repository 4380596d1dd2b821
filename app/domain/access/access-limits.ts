import { DAY_MS } from "#app/domain/units.ts";

/** Limits of room access: password tokens, requests to join and invitations. §n: the section of the specification that states the limit. */
export const accessLimits = {
  /** A room's access token */
  roomTokenMs: DAY_MS,
  /** Who was denied may ask again. */
  askAgainAfterMs: DAY_MS,
  /** Invitations of one room that are good at once, and what one may be made for. */
  invitesPerRoom: 50,
  inviteUsesMax: 1000,
  inviteMsMax: 365 * DAY_MS,
} as const;
