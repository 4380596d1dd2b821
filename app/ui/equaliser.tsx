import { joinClasses } from "./join-classes.ts";

type EqualiserProps = {
  /** Sound is running, here and now. */
  readonly isOn: boolean;
  readonly className?: string;
};

// how the bars stand when they may not move
const BARS = [
  "[transform:scaleY(0.6)]",
  "[animation-delay:-300ms]",
  "[transform:scaleY(0.4)] [animation-delay:-600ms]",
] as const;

/** Three bars that move while it sounds. Decorative: words or a number stand beside it. */
export function Equaliser({ isOn, className }: EqualiserProps) {
  return (
    <span aria-hidden className={joinClasses("inline-flex size-3.5 shrink-0 items-end gap-0.5", className)}>
      {BARS.map((bar) => (
        <span
          key={bar}
          className={isOn ? `h-full flex-1 origin-bottom animate-equaliser rounded-[1px] bg-accent-wave ${bar}` : "h-[3px] flex-1 rounded-[1px] bg-ink-off"}
        />
      ))}
    </span>
  );
}
