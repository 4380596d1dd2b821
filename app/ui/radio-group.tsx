import type { ReactNode } from "react";
import { Label, RadioGroup as RacRadioGroup, Radio } from "react-aria-components/RadioGroup";
import { joinClasses } from "./join-classes.ts";

export type RadioOption<Id extends string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** A second line below the label. */
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
};

type RadioGroupProps<Id extends string> = {
  readonly label: string;
  readonly options: readonly RadioOption<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** `cards`: framed options below each other, with a second line. */
  readonly variant?: "plain" | "cards";
  readonly isLabelHidden?: boolean;
};

const OPTIONS = {
  plain: "gap-2.5 pointer-coarse:min-h-11",
  cards:
    "forced-edge forced-card min-h-13 gap-3 rounded-md px-3 py-2 inset-ring inset-ring-line outline-offset-2 data-selected:inset-ring-[1.5px] data-selected:inset-ring-ink " +
    "data-focus-visible:outline-2 data-focus-visible:outline-focus",
} as const;

const DOT =
  "forced-dot size-5 shrink-0 rounded-full inset-ring-[1.5px] inset-ring-line-strong outline-offset-2 group-data-disabled:opacity-40 " +
  "group-data-selected:inset-ring-[6px] group-data-selected:inset-ring-ink";

export function RadioGroup<Id extends string>({ label, options, selected, onSelect, ...appearance }: RadioGroupProps<Id>) {
  const { variant = "plain", isLabelHidden = false } = appearance;
  const select = (value: string) => {
    const option = options.find(({ id }) => id === value);
    if (option) onSelect(option.id);
  };
  return (
    <RacRadioGroup value={selected} onChange={select} className="grid gap-1.5">
      <Label className={isLabelHidden ? "sr-only" : "text-small leading-[18px] font-label text-ink-2"}>{label}</Label>
      <div className={variant === "cards" ? "grid gap-1.5" : "flex flex-wrap gap-x-6 gap-y-1"}>
        {options.map((option) => (
          <RadioItem key={option.id} option={option} variant={variant} />
        ))}
      </div>
    </RacRadioGroup>
  );
}

type RadioItemProps = { readonly option: RadioOption<string>; readonly variant: keyof typeof OPTIONS };

function RadioItem({ option: { id, label, text, icon, isDisabled = false }, variant }: RadioItemProps) {
  const isCard = variant === "cards";
  return (
    <Radio
      value={id}
      isDisabled={isDisabled}
      className={joinClasses(
        "group flex cursor-pointer items-center data-disabled:cursor-not-allowed data-disabled:text-ink-3",
        OPTIONS[variant],
        !isCard && "outline-none",
      )}
    >
      {!isCard && (
        <span className={joinClasses(DOT, "group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus")} />
      )}
      {icon && (
        <span className="text-ink-2 group-data-disabled:text-ink-3 [&_svg]:size-[18px] [&_svg]:stroke-[1.75]">{icon}</span>
      )}
      <span className="min-w-0 flex-1">
        <span className={joinClasses("flex flex-wrap items-center gap-x-2", isCard && "font-label")}>{label}</span>
        {text !== undefined && <span className="block text-caption text-ink-3">{text}</span>}
      </span>
      {isCard && <span className={DOT} />}
    </Radio>
  );
}
