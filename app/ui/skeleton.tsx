import { joinClasses } from "./join-classes.ts";

type SkeletonProps = {
  /** The size and corners of the content to come. */
  readonly className?: string;
};

/** A placeholder for loading content. It appears after a short delay, so that content that loads at once does not flicker. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={joinClasses(
        "forced-edge relative block animate-[fade_var(--quick)_150ms_backwards] overflow-hidden rounded-sm bg-sunken after:absolute after:inset-0 after:animate-sheen",
        "after:bg-[linear-gradient(100deg,transparent_20%,color-mix(in_oklch,var(--pressed)_60%,transparent)_50%,transparent_80%)]",
        className,
      )}
    />
  );
}
