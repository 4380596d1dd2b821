import { cloneElement, createContext, type ReactElement, type ReactNode, type RefObject, useContext } from "react";
import type { Placement } from "react-aria-components/Popover";
import { useLazy } from "./use-lazy.ts";
import { useMenuButton } from "./use-menu-button.ts";

type Parts = typeof import("./menu-parts.tsx");
const PartsContext = createContext<Parts | null>(null);
const loadParts = () => import("./menu-parts.tsx");

/** Menu parts can only be rendered inside an open menu. */
function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error("menu part rendered outside of a menu");
  return parts;
}

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

/** The menu without its button. React Aria's code is loaded when it opens for the first time. */
function Menu({ children, ...menu }: MenuProps) {
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
  /** A button. It receives the press handler, the ref and the ARIA attributes. */
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
  /** Keeps the menu open after a press, for items that need a second one. */
  readonly staysOpen?: boolean;
  readonly onBlur?: () => void;
  readonly children: string;
};

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export type TwoPressMenuItemProps = Pick<MenuItemProps, "icon"> & {
  readonly label: string;
  readonly armedLabel: string;
  /** The announcement of screen readers after the first press. Default: `armedLabel`. */
  readonly announcement?: string;
  readonly onConfirm: () => void;
};

/** An item that acts on the second press. The first one changes its label and keeps the menu open. */
export function TwoPressMenuItem(props: TwoPressMenuItemProps) {
  const { TwoPressItem } = useParts();
  return <TwoPressItem {...props} />;
}

export type MenuSectionProps = {
  readonly header: ReactNode;
  /** The id of the selected item. Makes the section a radio group. */
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
  /** The selected option of the submenu. */
  readonly value?: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export function SubmenuItem(props: SubmenuItemProps) {
  const { Submenu } = useParts();
  return <Submenu {...props} />;
}
