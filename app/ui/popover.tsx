import { cloneElement, type ReactElement, type ReactNode, type RefObject, useCallback, useRef, useState } from "react";
import { preload, useLazy } from "./use-lazy.ts";

const loadParts = () => import("./popover-parts.tsx");

export type PopoverBoxProps = {
  readonly label: string;
  /** In px. On a phone the popover is a sheet at the bottom of the screen. */
  readonly width: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
};

type PopoverPanelProps = {
  /** A button. It receives the press handler, the ref and the ARIA attributes. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly width?: number;
  /** Loads a module that the children need. The popover opens when it is there. The same function in each render. */
  readonly load?: () => Promise<unknown>;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
};

/** A button with a popover. React Aria's code is loaded when the popover opens for the first time. */
export function PopoverPanel({ trigger, label, width = 360, load, children }: PopoverPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const loadAll = useCallback(async () => (await Promise.all([loadParts(), load?.()]))[0], [load]);
  const parts = useLazy(loadAll, isOpen, close);
  return (
    <>
      {cloneElement(trigger, {
        ref: triggerRef,
        onPress: () => setOpen(!isOpen),
        onPointerDown: () => preload(loadAll),
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
      })}
      {parts && (
        <parts.PopoverBox label={label} width={width} isOpen={isOpen} onOpenChange={setOpen} triggerRef={triggerRef}>
          {typeof children === "function" ? children(close) : children}
        </parts.PopoverBox>
      )}
    </>
  );
}
