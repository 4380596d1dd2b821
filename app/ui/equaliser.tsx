import { joinClasses } from "./join-classes.ts";

type EqualiserProps = {
  /** Sound is running, here and now. */
  readonly isOn: boolean;
  /** Lit: this device is in sync with it. Quiet: it is not. On a dark cover the lamp's own green is seen best. */
  readonly tone?: keyof typeof TONES;
  readonly className?: string;
};

const TONES = {
  lit: "bg-accent-wave",
  quiet: "bg-ink-3",
  "on-cover": "bg-[oklch(0.9_0.2_123)]",
  "quiet-on-cover": "bg-white",
} as const;

// how the bars stand when they may not move
const BARS = [
  "[transform:scaleY(0.6)]",
  "[animation-delay:-300ms]",
  "[transform:scaleY(0.4)] [animation-delay:-600ms]",
] as const;

/** Three bars that move while it sounds. Decorative: words or a number stand beside it. */
export function Equaliser({ isOn, tone = "lit", className }: EqualiserProps) {
  return (
    <span aria-hidden className={joinClasses("inline-flex size-3.5 shrink-0 items-end gap-0.5", className)}>
      {BARS.map((bar) => (
        <span
          key={bar}
          className={
            isOn
              ? `h-full flex-1 origin-bottom animate-equaliser rounded-[1px] ${TONES[tone]} ${bar}`
              : "h-[3px] flex-1 rounded-[1px] bg-ink-off"
          }
        />
      ))}
    </span>
  );
}
