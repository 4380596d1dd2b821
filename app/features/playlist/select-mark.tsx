import { Check } from "lucide-react";

/** Looks like a checkbox. Screen readers get the state from the row's `aria-selected`. */
export function SelectMark() {
  return (
    <span
      aria-hidden
      className="forced-edge grid size-5 shrink-0 place-items-center rounded-sm text-transparent inset-ring-[1.5px] inset-ring-line-strong group-data-selected:bg-ink group-data-selected:text-on-ink group-data-selected:inset-ring-0"
    >
      <Check size={14} strokeWidth={3} />
    </span>
  );
}
