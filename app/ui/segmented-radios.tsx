import { useId } from "react";

type SegmentedRadiosProps<Id extends string> = {
  readonly label: string;
  /** `lang`: the language of the label if it is not that of the page. */
  readonly options: readonly { readonly id: Id; readonly label: string; readonly lang?: string }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
};

/** Radio buttons as one row of short words. */
export function SegmentedRadios<Id extends string>({ label, options, selected, onSelect }: SegmentedRadiosProps<Id>) {
  const name = useId();
  return (
    <fieldset className="forced-edge flex shrink-0 gap-0.5 rounded-md bg-sunken p-[3px]">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.id}
          lang={option.lang}
          className="forced-choice grid h-8 cursor-pointer place-items-center rounded-[8px] px-3 text-small font-strong text-ink-2 hover:text-ink has-checked:bg-overlay has-checked:text-ink has-checked:shadow-[0_1px_2px_oklch(0_0_0/0.12),0_0_0_1px_oklch(0_0_0/0.04)] has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:h-11 pointer-coarse:h-11 pointer-coarse:min-w-11 dark:has-checked:bg-pressed dark:has-checked:shadow-none"
        >
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === selected}
            onChange={() => onSelect(option.id)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
