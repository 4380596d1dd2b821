import { Check } from "lucide-react";
import { joinClasses } from "./join-classes.ts";

/** Stands in for a native checkbox that is visually hidden, in a row that is the checkbox's label. */
export function CheckMark({ isSelected, isOff = false }: { readonly isSelected: boolean; readonly isOff?: boolean }) {
  return (
    <span
      aria-hidden
      className={joinClasses(
        "forced-edge grid size-5 shrink-0 place-items-center rounded-sm text-on-ink",
        isSelected ? "bg-ink" : "inset-ring-[1.5px] inset-ring-line-strong",
        isOff && "opacity-45",
      )}
    >
      {isSelected && <Check size={14} strokeWidth={3} />}
    </span>
  );
}
