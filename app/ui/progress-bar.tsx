import { joinClasses } from "./join-classes.ts";

const TONES = { ink: "bg-ink", done: "bg-indicator", danger: "bg-danger" } as const;

type ProgressBarProps = {
  /** From 0 to 1. Null if the progress is unknown. */
  readonly value: number | null;
  readonly label: string;
  readonly tone?: keyof typeof TONES;
};

export function ProgressBar({ value, label, tone = "ink" }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(percent !== null && { "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
      className="forced-bar h-1 overflow-hidden rounded-full bg-pressed"
    >
      {percent === null ? (
        <div className="h-full forced-color-adjust-none bg-[repeating-linear-gradient(115deg,var(--line-strong)_0_6px,transparent_6px_12px)]" />
      ) : (
        <div
          style={{ width: `${percent}%` }}
          className={joinClasses("h-full rounded-full transition-[width] duration-160 ease-out", TONES[tone])}
        />
      )}
    </div>
  );
}
