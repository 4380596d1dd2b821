import { useTranslation } from "react-i18next";
import { Skeleton } from "#app/ui/skeleton.tsx";

const ROWS = ["w-2/5", "w-1/2", "w-1/3", "w-3/5", "w-2/5", "w-1/2"] as const;

/** The layout of a room while it is loading. */
export function RoomSkeleton() {
  const { t } = useTranslation("room");
  return (
    <main id="content" aria-busy="true" aria-label={t("entering")} className="flex gap-12 px-4 pt-4 md:px-8">
      <div className="hidden w-66 shrink-0 md:block lg:w-90">
        <Skeleton className="aspect-square w-full rounded-md" />
        <Skeleton className="mt-6 h-7 w-3/5" />
        <Skeleton className="mt-3 h-5 w-2/5" />
      </div>
      <div className="min-w-0 flex-1">
        <Skeleton className="h-8 w-48 rounded-full" />
        <Skeleton className="mt-7 h-8 w-32" />
        <div className="mt-6 grid gap-4">
          {ROWS.map((width, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <div key={i} className="flex items-center gap-3">
              <Skeleton className="size-10 rounded-xs" />
              <Skeleton className={`h-4 ${width}`} />
            </div>
          ))}
        </div>
      </div>
    </main>
  );
}
