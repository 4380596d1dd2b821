import { type KeyboardEvent, useRef, useState } from "react";
import type { PressEvent } from "./press-props.ts";

/** The props of a button and of the menu that it opens, and whether the menu has been opened yet. */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const [focus, setFocus] = useState<"first" | "none">("none");
  const triggerRef = useRef<HTMLButtonElement>(null);
  const open = (isByKey: boolean) => {
    setFocus(isByKey ? "first" : "none");
    setHasOpened(true);
    setOpen(true);
  };
  const button = {
    ref: triggerRef,
    onPress: ({ pointerType }: PressEvent) => open(pointerType === "virtual"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open(true);
    },
    "aria-haspopup": "menu" as const,
    "aria-expanded": isOpen,
  };
  return { button, menu: { isOpen, onOpenChange: setOpen, triggerRef, focus }, hasOpened };
}
