import { Check } from "lucide-react";
import type { RefObject } from "react";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { AriaLanguage } from "./aria-language.tsx";
import type { SelectOption, SelectProps } from "./select.tsx";

type SelectListProps<Id extends string> = Pick<SelectProps<Id>, "label" | "options" | "selected" | "onSelect"> & {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly triggerRef: RefObject<HTMLElement | null>;
};

/** The open list of a select. */
export function SelectList<Id extends string>({ label, options, selected, onSelect, ...popover }: SelectListProps<Id>) {
  const select = (keys: "all" | ReadonlySet<string | number>) => {
    const option = options.find(({ id }) => keys !== "all" && keys.has(id));
    if (option) onSelect(option.id);
    // a press on the selected option deselects it in React Aria; here it only closes the list
    popover.onOpenChange(false);
  };
  return (
    <AriaLanguage>
      <Popover
        {...popover}
        aria-label={label}
        placement="bottom start"
        offset={6}
        containerPadding={8}
        className="floats z-(--z-overlay) flex max-w-[calc(100vw-16px)] min-w-(--trigger-width) animate-rise flex-col overflow-hidden rounded-lg bg-overlay shadow-2 data-exiting:animate-leave"
      >
        <ListBox
          aria-label={label}
          autoFocus
          selectionMode="single"
          selectedKeys={[selected]}
          onSelectionChange={select}
          className="max-h-[inherit] overflow-y-auto overscroll-contain p-1.5 outline-none"
        >
          {options.map((option) => (
            <Option key={option.id} {...option} />
          ))}
        </ListBox>
      </Popover>
    </AriaLanguage>
  );
}

function Option({ id, label }: SelectOption<string>) {
  return (
    <ListBoxItem
      id={id}
      textValue={label}
      className="group flex h-9 cursor-pointer items-center gap-3 rounded-[8px] pr-4 pl-2.5 leading-none font-[450] whitespace-nowrap -outline-offset-2 data-focused:bg-sunken data-hovered:bg-sunken pointer-coarse:h-11"
    >
      <Check aria-hidden size={18} strokeWidth={1.75} className="invisible shrink-0 text-ink-2 group-data-selected:visible" />
      {label}
    </ListBoxItem>
  );
}
