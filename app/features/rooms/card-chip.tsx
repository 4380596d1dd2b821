import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";

/** A short text on the artwork of a card. The chips of a card are in one line, so that it is as high with them as without. */
export function CardChip({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <span
      className={joinClasses(
        "inline-flex h-6.5 items-center gap-2 rounded-full bg-overlay px-2.5 text-caption shadow-[0_1px_3px_oklch(0_0_0/.12)]",
        className,
      )}
    >
      {children}
    </span>
  );
}
