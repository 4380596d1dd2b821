import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { joinClasses } from "./join-classes.ts";
import { pressProps } from "./press-props.ts";
import { preload, useLazy } from "./use-lazy.ts";

export type SelectOption<Id extends string> = { readonly id: Id; readonly label: string };

export type SelectProps<Id extends string> = {
  readonly label: string;
  readonly options: readonly SelectOption<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly icon?: ReactNode;
  readonly size?: "sm" | "md";
  /** `bare`: without a background, for a line of text. */
  readonly variant?: "fill" | "bare";
  readonly isDisabled?: boolean;
  /** Shows only the icon on screens that are narrower than this breakpoint. */
  readonly compactBelow?: keyof typeof COMPACT;
  readonly className?: string;
};

const BASE =
  "forced-control relative inline-flex min-w-0 max-w-full items-center gap-2 whitespace-nowrap font-label transition-colors duration-160 ease-out " +
  "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 disabled:cursor-not-allowed disabled:text-ink-off [&_svg]:size-4 [&_svg]:shrink-0";
const SIZES = {
  sm: "h-8 rounded-[8px] text-small pointer-coarse:after:-inset-y-1.5",
  md: "h-10 rounded-md text-body pointer-coarse:after:-inset-y-0.5",
} as const;
const VARIANTS = {
  fill: "bg-sunken pr-2.5 pl-3 text-ink hover:not-disabled:bg-pressed",
  bare: "px-1 text-ink-2 hover:not-disabled:text-ink",
} as const;
const COMPACT = {
  md: {
    button: "max-md:size-11 max-md:justify-center max-md:px-0",
    text: "max-md:sr-only",
    chevron: "max-md:hidden",
  },
  lg: {
    button: "max-lg:size-10 max-lg:justify-center max-lg:px-0 pointer-coarse:max-lg:after:-inset-x-0.5",
    text: "max-lg:sr-only",
    chevron: "max-lg:hidden",
  },
} as const;

const loadList = () => import("./select-list.tsx");

/** A button with a list of options. React Aria's list is loaded when the pointer or the focus reaches the button. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, selected, onSelect, size = "md", variant = "fill", isDisabled = false, compactBelow } = props;
  const compact = compactBelow && COMPACT[compactBelow];
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useLazy(loadList, isOpen, () => setOpen(false));

  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        disabled={isDisabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onPointerEnter={() => preload(loadList)}
        onFocus={() => preload(loadList)}
        {...pressProps<HTMLButtonElement>(() => setOpen(true), { onKeyDown: openByArrow })}
        className={joinClasses(BASE, SIZES[size], VARIANTS[variant], compact?.button, props.className)}
      >
        <SelectedOption {...props} />
      </button>
      {list && (
        <list.SelectList {...{ label, options, selected, onSelect, isOpen }} onOpenChange={setOpen} triggerRef={button} />
      )}
    </>
  );
}

type SelectedOptionProps = Pick<SelectProps<string>, "label" | "options" | "selected" | "icon" | "compactBelow">;

function SelectedOption({ label, options, selected, icon, compactBelow }: SelectedOptionProps) {
  const compact = compactBelow && COMPACT[compactBelow];
  return (
    <>
      {icon && <span className="text-ink-3">{icon}</span>}
      <span className="sr-only">{label}: </span>
      <span className={joinClasses("min-w-0 flex-1 truncate text-left", compact?.text)}>
        {options.find((option) => option.id === selected)?.label}
      </span>
      <ChevronDown aria-hidden className={joinClasses("text-ink-3", compact?.chevron)} />
    </>
  );
}
