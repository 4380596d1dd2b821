import { Skeleton } from "#app/ui/skeleton.tsx";

/** Stands in for rows that are loading. */
export function LoadingRows({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {["first", "second", "third", "fourth"].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
