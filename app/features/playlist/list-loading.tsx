import { Skeleton } from "#app/ui/skeleton.tsx";

/** The rows of a list in a dialog while it loads. */
export function ListLoading({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {["first", "second", "third", "fourth"].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
