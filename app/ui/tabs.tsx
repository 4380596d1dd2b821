import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { joinClasses } from "./join-classes.ts";

type Tab<Id extends string> = { readonly id: Id; readonly label: string; readonly count?: number | undefined };

type TabsProps<Id extends string> = {
  /** What they choose between, for screen readers. */
  readonly label?: string;
  readonly variant: "segmented" | "underlined";
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly isWide?: boolean;
  /** For the row's place in a layout; never for how it looks. */
  readonly className?: string;
  /** What the selected tab shows. */
  readonly children?: ReactNode;
};

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const LISTS = {
  segmented: "inline-flex gap-0.5 rounded-md bg-sunken p-[3px]",
  // what scrolls may shrink to nothing in a grid
  underlined: "flex min-h-11 shrink-0 gap-6 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]",
} as const;

const TABS = {
  segmented:
    "h-8.5 justify-center rounded-[8px] px-3.5 text-ink-2 hover:text-ink aria-selected:bg-overlay aria-selected:text-ink max-md:h-9.5 " +
    "aria-selected:shadow-[0_1px_2px_oklch(0_0_0/0.12),0_0_0_1px_oklch(0_0_0/0.04)] dark:aria-selected:bg-pressed dark:aria-selected:shadow-none",
  underlined:
    "relative h-11 text-ink-3 -outline-offset-2 hover:text-ink aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-0 " +
    "aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-ink",
} as const;

/**
 * The pattern of the ARIA practices guide, by hand: React Aria's tabs stand on its collections, 20 KB, which the page
 * of rooms does without.
 */
export function Tabs<Id extends string>({
  label,
  variant,
  tabs,
  selected,
  onSelect,
  isWide = false,
  className,
  children,
}: TabsProps<Id>) {
  const { i18n } = useTranslation();
  const baseId = useId();
  const hasPanel = children !== undefined;

  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = STEPS[event.key]?.(
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(`${baseId}${tab.id}`)?.focus();
  };

  return (
    <>
      <div role="tablist" aria-label={label} className={joinClasses(LISTS[variant], isWide && "w-full", className)}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${baseId}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={hasPanel && tab.id === selected ? `${baseId}panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={moveByKey}
            className={joinClasses(
              "inline-flex items-center gap-2 whitespace-nowrap text-body font-strong transition-colors duration-160 ease-out",
              TABS[variant],
              isWide && "flex-1 justify-center",
            )}
          >
            {tab.label}{" "}
            {tab.count !== undefined && (
              <span className="font-[450] text-ink-3 in-aria-selected:text-ink-2">
                {new Intl.NumberFormat(i18n.language).format(tab.count)}
              </span>
            )}
          </button>
        ))}
      </div>
      {hasPanel && (
        <div role="tabpanel" id={`${baseId}panel`} aria-labelledby={`${baseId}${selected}`}>
          {children}
        </div>
      )}
    </>
  );
}
