import { cloneElement, createContext, type ReactElement, type ReactNode, type RefObject, useContext } from "react";
import type { Placement } from "react-aria-components";
import { useLazy } from "./use-lazy.ts";
import { useMenuButton } from "./use-menu-button.ts";

type Parts = typeof import("./menu-parts.tsx");
const PartsContext = createContext<Parts | null>(null);
const loadParts = () => import("./menu-parts.tsx");

/** The parts of a menu exist only in an open one. */
function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error("a part of a menu stands outside a menu");
  return parts;
}

export type MenuProps = {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** What it opens at. */
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly placement?: Placement;
  /** Where the focus goes: to the first item, or to none yet. */
  readonly focus?: "first" | "none";
  /** Items, sections, separators, submenus. */
  readonly children: ReactNode;
};

/** A menu that something else opens: a right click, a key. React Aria's machinery comes when it does. */
export function Menu({ children, ...menu }: MenuProps) {
  const { onOpenChange } = menu;
  const parts = useLazy(loadParts, menu.isOpen, () => onOpenChange(false));
  return (
    parts && (
      <PartsContext.Provider value={parts}>
        <parts.MenuPopover {...menu}>{children}</parts.MenuPopover>
      </PartsContext.Provider>
    )
  );
}

type MenuTriggerProps = {
  /** A button of ours, or one of React Aria's: it is given its press, its ref and its ARIA attributes. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly placement?: Placement;
  readonly children: ReactNode;
};

export function MenuTrigger({ trigger, label, placement = "bottom start", children }: MenuTriggerProps) {
  const { button, menu } = useMenuButton(loadParts);
  return (
    <>
      {cloneElement(trigger, button)}
      <Menu {...menu} label={label} placement={placement}>
        {children}
      </Menu>
    </>
  );
}

export type MenuItemProps = {
  readonly id?: string;
  readonly icon?: ReactNode;
  readonly onAction?: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly shortcut?: string;
  /** For what takes more than one press. */
  readonly keepsOpen?: boolean;
  readonly onBlur?: () => void;
  readonly children: string;
};

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export type TwoPressMenuItemProps = Pick<MenuItemProps, "id" | "icon" | "shortcut" | "isDisabled"> & {
  readonly label: string;
  readonly armedLabel: string;
  /** What screen readers say when it is armed; the armed label unless given. */
  readonly announcement?: string;
  readonly onConfirm: () => void;
};

/** The first press asks and leaves the menu open, the second one does it. */
export function TwoPressMenuItem(props: TwoPressMenuItemProps) {
  const { TwoPressItem } = useParts();
  return <TwoPressItem {...props} />;
}

export type MenuSectionProps = {
  readonly header: ReactNode;
  /** Makes it a choice of one: the id of the item that holds. */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
  readonly children: ReactNode;
};

export function MenuSection(props: MenuSectionProps) {
  const { Section } = useParts();
  return <Section {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

export type SubmenuItemProps = {
  readonly label: string;
  /** What is chosen in it. */
  readonly value?: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export function SubmenuItem(props: SubmenuItemProps) {
  const { Submenu } = useParts();
  return <Submenu {...props} />;
}
