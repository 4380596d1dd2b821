import { type KeyboardEvent, useRef, useState } from "react";
import type { PressEvent } from "./press-props.ts";
import { preload } from "./use-lazy.ts";

/**
 * The props of a button and of the menu that it opens.
 * @param load called when the pointer or the focus reaches the button
 */
export function useMenuButton(load: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  const [focus, setFocus] = useState<"first" | "none">("none");
  const triggerRef = useRef<HTMLButtonElement>(null);
  const open = (isByKey: boolean) => {
    setFocus(isByKey ? "first" : "none");
    setOpen(true);
  };
  const prepare = () => preload(load);
  const button = {
    ref: triggerRef,
    onPress: ({ pointerType }: PressEvent) => open(pointerType === "virtual"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open(true);
    },
    onPointerEnter: prepare,
    onFocus: prepare,
    "aria-haspopup": "menu" as const,
    "aria-expanded": isOpen,
  };
  return { button, menu: { isOpen, onOpenChange: setOpen, triggerRef, focus } };
}
