import { type KeyboardEvent, type ReactNode, useId } from "react";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "./join-classes.ts";

type Tab<Id extends string> = { readonly id: Id; readonly label: string; readonly count?: number | undefined };

type TabsProps<Id extends string> = {
  /** The name of the tab list, for screen readers. */
  readonly label?: string;
  readonly variant: "segmented" | "underlined";
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly isWide?: boolean;
  /** Layout of the row only. */
  readonly className?: string;
  /** The content of the selected tab. */
  readonly children?: ReactNode;
};

/** The next position for each key. */
const STEPS: Readonly<Record<string, (position: number, count: number) => number>> = {
  ArrowRight: (position, count) => (position + 1) % count,
  ArrowLeft: (position, count) => (position - 1 + count) % count,
  Home: () => 0,
  End: (_position, count) => count - 1,
};

const LISTS = {
  segmented: "inline-flex gap-0.5 rounded-md bg-sunken p-[3px]",
  // shrink-0: in a grid, a scrolling row would shrink to no height
  underlined:
    "flex min-h-11 shrink-0 gap-6 overflow-x-auto max-md:gap-4 shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]",
} as const;

const TABS = {
  segmented:
    "relative h-8.5 justify-center rounded-[8px] px-3.5 text-ink-2 hover:text-ink aria-selected:bg-overlay aria-selected:text-ink max-md:h-9.5 max-md:px-2 " +
    "pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5 " +
    "aria-selected:shadow-[0_1px_2px_oklch(0_0_0/0.12),0_0_0_1px_oklch(0_0_0/0.04)] dark:aria-selected:bg-pressed dark:aria-selected:shadow-none",
  underlined:
    "relative h-11 min-w-11 text-ink-3 -outline-offset-2 hover:text-ink aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-0 " +
    "aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-ink",
} as const;

/**
 * Tabs that follow the ARIA practices guide, with the keys ←, →, Home and End. React Aria's tabs are not used, because their
 * collections would add 20 KB to the home page.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, variant, tabs, selected, onSelect, isWide = false, className, children } = props;
  const baseId = useId();
  const hasPanel = children !== undefined;
  const selectByKey = (event: KeyboardEvent<HTMLElement>) => {
    const tab = findTabByKey(props, event.key);
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(`${baseId}${tab.id}`)?.focus();
  };

  return (
    <>
      <div role="tablist" aria-label={label} className={joinClasses(LISTS[variant], isWide && "w-full", className)}>
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            tab={tab}
            id={`${baseId}${tab.id}`}
            panelId={hasPanel && tab.id === selected ? `${baseId}panel` : undefined}
            isSelected={tab.id === selected}
            className={joinClasses(TABS[variant], isWide && "flex-1 justify-center")}
            onSelect={() => onSelect(tab.id)}
            onKeyDown={selectByKey}
          />
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

/** The tab that a key selects. Undefined for other keys. */
function findTabByKey<Id extends string>({ tabs, selected }: TabsProps<Id>, key: string): Tab<Id> | undefined {
  const position = tabs.findIndex((tab) => tab.id === selected);
  const next = STEPS[key]?.(position, tabs.length);
  return next === undefined ? undefined : tabs[next];
}

type TabButtonProps = {
  readonly tab: Tab<string>;
  readonly id: string;
  readonly panelId: string | undefined;
  readonly isSelected: boolean;
  readonly className: string;
  readonly onSelect: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

function TabButton({ tab, id, panelId, isSelected, className, onSelect, onKeyDown }: TabButtonProps) {
  const { language } = useTranslation();
  return (
    <button
      id={id}
      type="button"
      role="tab"
      aria-selected={isSelected}
      aria-controls={panelId}
      // the arrow keys reach the other tabs
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      className={joinClasses(
        "inline-flex items-center gap-2 whitespace-nowrap text-body font-strong transition-colors duration-160 ease-out",
        className,
      )}
    >
      {tab.label}{" "}
      {tab.count !== undefined && (
        <span className="font-[450] text-ink-3 in-aria-selected:text-ink-2">{formatCount(tab.count, language)}</span>
      )}
    </button>
  );
}
