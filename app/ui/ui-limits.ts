import { SECOND_MS } from "#app/domain/units.ts";

/** Sizes and delays of the interface. §n is the section of the specification that states the limit. */
export const uiLimits = {
  /** §9 */
  noticeMs: 5 * SECOND_MS,
  tooltipDelayMs: 300,
  favoriteTooltipDelayMs: 500,
  mobileBelowPx: 768,
  scrollToTopAfterPx: 200,
  secondPressMs: 4 * SECOND_MS,
} as const;
