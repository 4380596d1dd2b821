import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";

type Column = {
  readonly label: string;
  readonly align?: "right";
  /** Hidden on a phone. */
  readonly isOptional?: boolean;
  /** The label is for screen readers only. */
  readonly isLabelHidden?: boolean;
};

type DataTableProps = { readonly label: string; readonly columns: readonly Column[]; readonly children: ReactNode };

/** A table of short values. Optional columns need cells that are optional too. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <table aria-label={label} className="w-full text-left">
      <thead>
        <tr className="border-b border-line">
          {columns.map(({ label, align, isOptional, isLabelHidden }) => (
            <th
              key={label}
              scope="col"
              className={joinClasses(cellClass({ align, isOptional }), "h-8 text-caption font-label text-ink-2")}
            >
              {isLabelHidden ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function DataRow({ children }: { readonly children: ReactNode }) {
  return <tr className="border-b border-line">{children}</tr>;
}

type CellProps = {
  readonly align?: "right";
  readonly isOptional?: boolean;
  /** For a path or key, which may break anywhere. */
  readonly isLong?: boolean;
  readonly children?: ReactNode;
};

export function Cell({ align, isOptional, isLong = false, children }: CellProps) {
  return (
    <td
      className={joinClasses(
        cellClass({ align, isOptional }),
        "h-9 py-1 font-mono text-small tabular-nums",
        isLong && "[overflow-wrap:anywhere]",
      )}
    >
      {children}
    </td>
  );
}

/** The cell that names its row. */
export function NameCell({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="row" className="h-9 py-1 pr-3 text-left font-mono text-small font-normal [overflow-wrap:anywhere]">
      {children}
    </th>
  );
}

function cellClass({ align, isOptional }: { readonly align?: "right" | undefined; readonly isOptional?: boolean | undefined }) {
  return joinClasses(
    "pr-3 last:pr-0 md:not-last:pr-6",
    align === "right" ? "text-right" : "text-left",
    isOptional ? "max-md:hidden" : undefined,
  );
}
