import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";

/** A card in the center of a page. */
export function PageCard({ isRoomy = false, children }: { readonly isRoomy?: boolean; readonly children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-106 px-4 py-6 md:px-0 md:py-12">
      <div className={joinClasses("floats rounded-xl bg-overlay shadow-2", isRoomy ? "p-6 md:p-8" : "p-5")}>{children}</div>
    </div>
  );
}
