import { DAY_MS, SECOND_MS } from "#app/domain/units.ts";

/** Lifetime of the locale cookie. */
export const localeLimits = {
  localeCookieSeconds: (365 * DAY_MS) / SECOND_MS,
} as const;
