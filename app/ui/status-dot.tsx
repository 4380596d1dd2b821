import { joinClasses } from "./join-classes.ts";

/** Each state has a shape as well as a color: a disc, a ring, a diamond, a gray dot. */
const TONES = {
  sync: "size-2 rounded-full bg-indicator shadow-[0_0_0_3px_color-mix(in_oklch,var(--indicator)_20%,transparent),0_0_10px_var(--indicator-glow)]",
  wait: "forced-edge size-2.5 rounded-full inset-ring-[2.5px] inset-ring-warn-ink",
  error: "size-2 rotate-45 rounded-[1.5px] bg-danger-ink",
  off: "size-2 rounded-full bg-line-strong",
} as const;

type StatusDotProps = { readonly tone: keyof typeof TONES; readonly isBreathing?: boolean };

/** The indicator of a sync status. Hidden from screen readers, because a text is next to it. */
export function StatusDot({ tone, isBreathing = false }: StatusDotProps) {
  return <span aria-hidden className={joinClasses("inline-block shrink-0", TONES[tone], isBreathing && "animate-breathe")} />;
}
