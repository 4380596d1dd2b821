import { KIB } from "#app/domain/units.ts";

/** Limits of imports from a link. */
export const importLimits = {
  /** A smaller download is probably an error page or a preview, bytes. */
  linkBytesMin: 50 * KIB,
} as const;
