import type { ReactNode } from "react";

export type CharacterCount = { readonly value: number; readonly max: number };

type FieldHeaderProps = { readonly count: CharacterCount | undefined; readonly children: ReactNode };

/** The line above a text field: the label and the number of characters. */
export function FieldHeader({ count, children }: FieldHeaderProps) {
  return (
    <div className="flex justify-between gap-2 text-small leading-[18px]">
      {children}
      {count && (
        <span className="text-ink-3 tabular-nums">
          {count.value}/{count.max}
        </span>
      )}
    </div>
  );
}
