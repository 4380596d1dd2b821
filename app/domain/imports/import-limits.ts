import { KIB } from "#app/domain/units.ts";

/** Limits of imports from a link. §n: the section of the specification that states the limit. */
export const importLimits = {
  /** What a link gives and is smaller is an error page or a sample. */
  linkBytesMin: 50 * KIB,
} as const;
