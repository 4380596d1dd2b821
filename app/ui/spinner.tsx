import { joinClasses } from "./join-classes.ts";

type SpinnerProps = {
  readonly size?: 12 | 16 | 20;
  /** Only if no text next to the spinner describes the progress. */
  readonly label?: string;
};

const SIZES = { 12: "size-3", 16: "size-4", 20: "size-5" } as const;

export function Spinner({ size = 16, label }: SpinnerProps) {
  const className = joinClasses(
    "inline-block shrink-0 forced-color-adjust-none animate-turn rounded-full border-2 border-current border-r-transparent",
    SIZES[size],
  );
  return label === undefined ? (
    <span aria-hidden className={className} />
  ) : (
    <span role="progressbar" aria-label={label} className={className} />
  );
}
