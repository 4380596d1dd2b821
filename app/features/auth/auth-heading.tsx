import { joinClasses } from "#app/ui/join-classes.ts";

type AuthHeadingProps = {
  readonly title: string;
  /** False in a dialog, which already has the title as its accessible name. */
  readonly isHeading: boolean;
  readonly className?: string;
};

export function AuthHeading({ title, isHeading, className }: AuthHeadingProps) {
  const classes = joinClasses(className, "text-sheet font-bold");
  return isHeading ? (
    <h2 className={classes}>{title}</h2>
  ) : (
    <p aria-hidden className={classes}>
      {title}
    </p>
  );
}
