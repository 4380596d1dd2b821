import { Check } from "lucide-react";
import type { RefObject } from "react";
import { ListBox, ListBoxItem, Popover } from "react-aria-components";
import type { SelectProps } from "./select.tsx";

type SelectListProps<Id extends string> = Pick<SelectProps<Id>, "label" | "options" | "selected" | "onSelect"> & {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly triggerRef: RefObject<HTMLElement | null>;
};

/** The open list of a select. */
export function SelectList<Id extends string>({
  label,
  options,
  selected,
  onSelect,
  isOpen,
  onOpenChange,
  triggerRef,
}: SelectListProps<Id>) {
  const choose = (keys: "all" | ReadonlySet<string | number>) => {
    const option = options.find(({ id }) => keys !== "all" && keys.has(id));
    if (option) onSelect(option.id);
    // a press on what is selected already unselects it, which only closes
    onOpenChange(false);
  };
  return (
    <Popover
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      triggerRef={triggerRef}
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
        onSelectionChange={choose}
        className="max-h-[inherit] overflow-y-auto overscroll-contain p-1.5 outline-none"
      >
        {options.map(({ id, label: text }) => (
          <ListBoxItem
            key={id}
            id={id}
            textValue={text}
            className="group flex h-9 cursor-pointer items-center gap-3 rounded-[8px] pr-4 pl-2.5 leading-none font-[450] whitespace-nowrap -outline-offset-2 data-focused:bg-sunken data-hovered:bg-sunken pointer-coarse:h-11"
          >
            <Check
              aria-hidden
              size={18}
              strokeWidth={1.75}
              className="invisible shrink-0 text-ink-2 group-data-selected:visible"
            />
            {text}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
