import type { NoticeOptions, NoticeVariant } from "#app/ui/notice-store.ts";

export const VARIANTS = ["default", "info", "success", "warning", "error"] as const satisfies readonly NoticeVariant[];
export const DURATIONS = ["default", "custom", "none"] as const;
export const ACTION_COUNTS = ["0", "1", "2", "3"] as const;
export const ICONS = ["variant", "music", "heart", "bug"] as const;

export type IconChoice = (typeof ICONS)[number];

/** The values of the notice builder's form. */
export type NoticeDraft = {
  readonly title: string;
  readonly message: string;
  readonly variant: NoticeVariant;
  readonly icon: IconChoice;
  readonly hasCloseButton: boolean;
  readonly duration: (typeof DURATIONS)[number];
  /** Text of the field for a custom duration. */
  readonly seconds: string;
  readonly actionCount: (typeof ACTION_COUNTS)[number];
};

export const SECONDS_RANGE = { min: 1, max: 60 } as const;

/** The custom duration in ms, or null if its text is not a number in the range. Accepts a decimal comma. */
export function parseDurationMs(seconds: string): number | null {
  const text = seconds.trim().replace(",", ".");
  const value = Number(text);
  const isInRange = value >= SECONDS_RANGE.min && value <= SECONDS_RANGE.max;
  return /^\d+(\.\d+)?$/.test(text) && isInRange ? Math.round(value * 1000) : null;
}

/** A notice without a duration needs a close button, even if it was switched off. */
export function needsCloseButton({ duration }: Pick<NoticeDraft, "duration">): boolean {
  return duration === "none";
}

/** The options of the notice except its icon and its actions. Null if the draft is not valid. */
export function toNoticeOptions(draft: NoticeDraft): NoticeOptions | null {
  const { title, message, variant, hasCloseButton } = draft;
  const durationMs = draft.duration === "custom" ? parseDurationMs(draft.seconds) : null;
  if (title.trim() === "" || (draft.duration === "custom" && durationMs === null)) return null;
  return {
    title: title.trim(),
    ...(message.trim() !== "" && { message: message.trim() }),
    variant,
    ...(needsCloseButton(draft) ? { closable: true } : !hasCloseButton && { closable: false }),
    ...(durationMs !== null && { duration: durationMs }),
  };
}
