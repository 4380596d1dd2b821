import { joinClasses } from "./join-classes.ts";

type EqualizerProps = {
  /** Whether the bars move. */
  readonly isOn: boolean;
  /** `…-on-cover`: for the dark overlay of a cover, where the bright accent color has the best contrast. */
  readonly tone?: keyof typeof TONES;
  readonly className?: string;
};

const TONES = {
  "in-sync": "bg-accent-wave",
  "out-of-sync": "bg-ink-3",
  "in-sync-on-cover": "forced-fill bg-[oklch(0.9_0.2_123)]",
  "out-of-sync-on-cover": "forced-fill bg-[#fff]",
} as const;

// the transforms are the resting heights when animation is reduced
const BARS = [
  "[transform:scaleY(0.6)]",
  "[animation-delay:-300ms]",
  "[transform:scaleY(0.4)] [animation-delay:-600ms]",
] as const;

/** Three bars that move while a track plays. Decorative: a text next to them gives the same information. */
export function Equalizer({ isOn, tone = "in-sync", className }: EqualizerProps) {
  return (
    <span aria-hidden className={joinClasses("inline-flex size-3.5 shrink-0 items-end gap-0.5", className)}>
      {BARS.map((bar) => (
        <span
          key={bar}
          className={
            isOn
              ? `h-full flex-1 origin-bottom animate-equalizer rounded-[1px] ${TONES[tone]} ${bar}`
              : "h-[3px] flex-1 rounded-[1px] bg-ink-off"
          }
        />
      ))}
    </span>
  );
}
