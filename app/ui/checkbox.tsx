import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as RacCheckbox } from "react-aria-components/Checkbox";

type CheckboxProps = {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
} & ({ readonly children: ReactNode } | { readonly "aria-label": string });

export function Checkbox({ isIndeterminate = false, ...props }: CheckboxProps) {
  const { children, ...checkbox } = { children: undefined, ...props };
  return (
    <RacCheckbox
      {...checkbox}
      isIndeterminate={isIndeterminate}
      // the box shows the focus ring; the whole label is the touch target
      className="group relative inline-flex min-h-6 cursor-pointer items-center gap-2.5 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-off pointer-coarse:min-h-11"
    >
      {({ isSelected }) => (
        <>
          <span className="forced-edge grid size-5 shrink-0 place-items-center rounded-sm text-on-ink inset-ring-[1.5px] inset-ring-line-strong outline-offset-2 group-data-disabled:opacity-45 group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-indeterminate:bg-ink group-data-indeterminate:inset-ring-0 group-data-selected:bg-ink group-data-selected:inset-ring-0 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-3 pointer-coarse:after:inset-y-0">
            {isIndeterminate ? <Minus size={14} strokeWidth={3} /> : isSelected && <Check size={14} strokeWidth={3} />}
          </span>
          {children}
        </>
      )}
    </RacCheckbox>
  );
}
