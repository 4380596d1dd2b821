import { preload, useLazy } from "./use-lazy.ts";
import { useMenuButton } from "./use-menu-button.ts";

/**
 * The props of a button and of the menu that it opens, with the module of the menu. That is loaded when the pointer or the focus
 * reaches the button, and null until the menu first opens.
 */
export function useLazyMenu<Module>(load: () => Promise<Module>) {
  const { button, menu } = useMenuButton();
  const module = useLazy(load, menu.isOpen, () => menu.onOpenChange(false));
  const prepare = () => preload(load);
  return { button: { ...button, onPointerEnter: prepare, onFocus: prepare }, menu, module };
}
