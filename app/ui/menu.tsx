import { Check, ChevronRight } from "lucide-react";
import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from "react";
import {
  Header,
  Keyboard,
  Popover,
  Menu as RacMenu,
  MenuItem as RacMenuItem,
  MenuSection as RacMenuSection,
  Separator as RacSeparator,
  SubmenuTrigger,
} from "react-aria-components/Menu";
import type { Placement } from "react-aria-components/Popover";
import { AriaLanguage } from "./aria-language.tsx";
import { joinClasses } from "./join-classes.ts";
import { useIsMobile } from "./use-media-query.ts";
import { useMenuButton } from "./use-menu-button.ts";
import { useSecondPress } from "./use-second-press.ts";

// The code of React Aria comes with this file, so only what is loaded on demand imports it.

/** Closes the whole menu, also from a submenu. */
const CloseContext = createContext<() => void>(() => undefined);

const POPOVER =
  "floats z-(--z-overlay) flex min-w-55 max-w-[calc(100vw-16px)] animate-rise flex-col overflow-hidden rounded-lg bg-overlay shadow-2 data-exiting:animate-leave";
const MENU = "max-h-[inherit] overflow-y-auto overscroll-contain p-1.5 outline-none";
const ITEM =
  "flex h-9 items-center gap-3 rounded-[8px] px-2.5 text-body leading-none font-[450] whitespace-nowrap -outline-offset-2 pointer-coarse:h-11 " +
  "cursor-pointer data-disabled:cursor-default data-disabled:text-ink-off [&_svg]:size-[18px] [&_svg]:shrink-0 [&_svg]:stroke-[1.75]";
const HIGHLIGHT = "data-focused:bg-sunken data-open:bg-sunken";
const TONES = {
  plain: `text-ink ${HIGHLIGHT}`,
  danger: `text-danger-ink ${HIGHLIGHT}`,
  /** After the first of two presses. */
  armed: "bg-danger text-on-danger",
} as const;

export type MenuProps = {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The element at which the menu opens. */
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly placement?: Placement;
  /** The element that receives the focus on opening: the first item or the menu itself. */
  readonly focus?: "first" | "none";
  /** Items, sections, separators, submenus. */
  readonly children: ReactNode;
};

/** The menu without its button. */
export function MenuPopover({
  label,
  isOpen,
  onOpenChange,
  triggerRef,
  placement = "bottom start",
  focus,
  children,
}: MenuProps) {
  const close = () => onOpenChange(false);
  const menu = useRef<HTMLDivElement>(null);
  const isFirst = isOpen && focus === "first";
  // React Aria marks the first item but does not focus it while it waits for the transition of a removed element
  useEffect(() => {
    if (!isFirst) return;
    const frame = requestAnimationFrame(() => menu.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isFirst]);
  return (
    <CloseContext.Provider value={close}>
      <AriaLanguage>
        <Popover
          trigger="MenuTrigger"
          aria-label={label}
          isOpen={isOpen}
          onOpenChange={onOpenChange}
          triggerRef={triggerRef}
          placement={placement}
          offset={6}
          containerPadding={8}
          className={POPOVER}
        >
          <RacMenu ref={menu} aria-label={label} autoFocus={isFirst ? "first" : true} onClose={close} className={MENU}>
            {children}
          </RacMenu>
        </Popover>
      </AriaLanguage>
    </CloseContext.Provider>
  );
}

type MenuTriggerProps = Pick<MenuProps, "label" | "placement" | "children"> & {
  /** A button. It receives the press handler, the ref and the ARIA attributes. */
  readonly trigger: ReactElement;
};

export function MenuTrigger({ trigger, ...props }: MenuTriggerProps) {
  const { button, menu, hasOpened } = useMenuButton();
  return (
    <>
      {cloneElement(trigger, button)}
      {hasOpened && <MenuPopover {...menu} {...props} />}
    </>
  );
}

type MenuItemProps = {
  readonly id?: string;
  readonly icon?: ReactNode;
  readonly onAction?: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly shortcut?: string;
  /** Keeps the menu open after a press, for items that need a second one. */
  readonly staysOpen?: boolean;
  readonly onBlur?: () => void;
  readonly children: string;
  /** After the first of two presses. */
  readonly isArmed?: boolean;
};

export function MenuItem({ icon, onAction, isDanger = false, isArmed = false, shortcut, children, ...props }: MenuItemProps) {
  const { staysOpen = false, ...item } = props;
  const close = useContext(CloseContext);
  const tone = isArmed ? "armed" : isDanger ? "danger" : "plain";
  const act = () => {
    onAction?.();
    if (!staysOpen) close();
  };
  return (
    <RacMenuItem
      {...item}
      data-armed={isArmed || undefined}
      textValue={children}
      shouldCloseOnSelect={!staysOpen}
      onAction={act}
      className={joinClasses(ITEM, TONES[tone])}
    >
      {({ isSelected }) => (
        <>
          <Icon isColored={tone !== "plain"}>{icon}</Icon>
          {children}
          {shortcut !== undefined && <Keyboard className="ml-auto pl-4 font-sans text-caption text-ink-3">{shortcut}</Keyboard>}
          {isSelected && <Check aria-hidden className="ml-auto text-ink-2" />}
        </>
      )}
    </RacMenuItem>
  );
}

type TwoPressMenuItemProps = Pick<MenuItemProps, "icon"> & {
  readonly label: string;
  readonly armedLabel: string;
  /** The announcement of screen readers after the first press. Default: `armedLabel`. */
  readonly announcement?: string;
  readonly onConfirm: () => void;
};

/** An item that acts on the second press. The first one changes its label and keeps the menu open. */
export function TwoPressMenuItem({ label, armedLabel, announcement = armedLabel, onConfirm, ...item }: TwoPressMenuItemProps) {
  const close = useContext(CloseContext);
  const { isArmed, press, disarm } = useSecondPress({
    announcement,
    onConfirm: () => {
      onConfirm();
      close();
    },
  });
  return (
    <MenuItem {...item} staysOpen isArmed={isArmed} onAction={press} onBlur={disarm}>
      {isArmed ? armedLabel : label}
    </MenuItem>
  );
}

type MenuSectionProps = {
  readonly header: ReactNode;
  /** The id of the selected item. Makes the section a radio group. */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
  readonly children: ReactNode;
};

export function MenuSection({ header, selected, onSelect, children }: MenuSectionProps) {
  const choice = selected !== undefined && {
    selectionMode: "single" as const,
    disallowEmptySelection: true,
    selectedKeys: [selected],
    onSelectionChange: (keys: "all" | ReadonlySet<string | number>) => {
      const [id] = keys === "all" ? [] : keys;
      if (id !== undefined) onSelect?.(String(id));
    },
  };
  return (
    <RacMenuSection {...choice}>
      <Header className="px-2.5 pt-2 pb-1 text-caption font-label text-ink-3">{header}</Header>
      {children}
    </RacMenuSection>
  );
}

export function MenuSeparator() {
  return <RacSeparator className="mx-1 my-1.5 h-px border-0 bg-line" />;
}

type IconChoiceProps<Id extends string> = {
  readonly header: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly icon: ReactNode }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
};

/** Radio items as a row of icons with names. The menu stays open after a selection, to compare the options. */
export function IconChoice<Id extends string>({ header, options, selected, onSelect }: IconChoiceProps<Id>) {
  return (
    <RacMenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      className="grid grid-cols-4 gap-0.5 px-1 pb-1"
    >
      <Header className="col-span-4 px-1.5 pt-2 pb-1 text-caption font-label text-ink-3">{header}</Header>
      {options.map(({ id, label, icon }) => (
        <RacMenuItem
          key={id}
          id={id}
          textValue={label}
          shouldCloseOnSelect={false}
          onAction={() => onSelect(id)}
          className="grid h-13 min-w-0 cursor-pointer place-items-center content-center gap-1 rounded-[8px] px-0.5 text-micro text-ink-2 -outline-offset-2 data-focused:bg-sunken data-selected:bg-pressed data-selected:text-ink [&_svg]:size-4 [&_svg]:stroke-2"
        >
          <span aria-hidden>{icon}</span>
          {label}
        </RacMenuItem>
      ))}
    </RacMenuSection>
  );
}

type SubmenuItemProps = {
  readonly label: string;
  /** The selected option of the submenu. */
  readonly value?: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export function SubmenuItem({ label, value, icon, children }: SubmenuItemProps) {
  // a phone has no space beside the menu
  const placement = useIsMobile() ? "bottom end" : "end top";
  return (
    <SubmenuTrigger>
      <RacMenuItem textValue={label} className={joinClasses(ITEM, TONES.plain)}>
        <Icon isColored={false}>{icon}</Icon>
        {label}
        {value !== undefined && <span className="ml-auto pl-4 text-small text-ink-3">{value}</span>}
        <ChevronRight aria-hidden className={value === undefined ? "ml-auto text-ink-3" : "-ml-2 text-ink-3"} />
      </RacMenuItem>
      <Popover placement={placement} offset={2} containerPadding={8} className={POPOVER}>
        <RacMenu aria-label={label} className={MENU}>
          {children}
        </RacMenu>
      </Popover>
    </SubmenuTrigger>
  );
}

/** The icon of a colored item has the color of its text. */
function Icon({ isColored, children }: { readonly isColored: boolean; readonly children: ReactNode }) {
  return children ? (
    <span aria-hidden className={isColored ? undefined : "text-ink-3"}>
      {children}
    </span>
  ) : null;
}
