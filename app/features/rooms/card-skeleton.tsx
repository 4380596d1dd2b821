import { Skeleton } from "#app/ui/skeleton.tsx";

/** The placeholder of a room that is not loaded. */
export function CardSkeleton() {
  return (
    <div aria-hidden className="flex h-full flex-col overflow-hidden rounded-lg bg-surface shadow-1">
      <Skeleton className="h-21 shrink-0 rounded-none md:h-28" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <Skeleton className="h-[18px] w-3/5" />
        <Skeleton className="h-3 w-11/12" />
        <Skeleton className="h-3 w-2/3" />
        <span className="mt-auto flex items-center gap-2">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-3 w-24" />
        </span>
      </div>
    </div>
  );
}
