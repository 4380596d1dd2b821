import { joinClasses } from "./join-classes.ts";

type SkeletonProps = {
  /** The box of what comes: its size, its corners. */
  readonly className?: string;
};

/** A place kept for what comes. It waits a moment before it shows, so that what comes at once does not flicker. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={joinClasses(
        "relative block animate-[fade_var(--quick)_150ms_backwards] overflow-hidden rounded-sm bg-sunken after:absolute after:inset-0 after:animate-sheen",
        "after:bg-[linear-gradient(100deg,transparent_20%,color-mix(in_oklch,var(--pressed)_60%,transparent)_50%,transparent_80%)]",
        className,
      )}
    />
  );
}
