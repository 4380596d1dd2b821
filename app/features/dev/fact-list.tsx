import type { ReactNode } from "react";

/** Names with values, two columns on a wide page. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-10 lg:grid-cols-2">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1.5">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right font-mono text-small tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
