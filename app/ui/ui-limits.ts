import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** Sizes and delays of the interface. §n is the section of the specification that states the limit. */
export const uiLimits = {
  noticeMs: 8 * SECOND_MS,
  /** Longer, because a decision takes longer than reading. */
  noticeWithActionMs: 10 * SECOND_MS,
  /** How long an action can be undone. */
  undoMs: MINUTE_MS,
  tooltipDelayMs: 300,
  favoriteTooltipDelayMs: 500,
  mobileBelowPx: 768,
  /** The height of a phone in landscape. */
  shortBelowPx: 500,
  scrollToTopAfterPx: 200,
  secondPressMs: 4 * SECOND_MS,
} as const;
