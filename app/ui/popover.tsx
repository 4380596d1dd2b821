import { cloneElement, type ReactElement, type ReactNode, type RefObject, useCallback, useRef, useState } from "react";
import { preload, useLazy } from "./use-lazy.ts";

const loadParts = () => import("./popover-parts.tsx");

export type PopoverBoxProps = {
  readonly label: string;
  /** In px; on a telephone it is a sheet from below. */
  readonly width: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
};

type PopoverPanelProps = {
  /** A button of ours, or one of React Aria's: it is given its press, its ref and its ARIA attributes. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly width?: number;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
};

/** What a button opens beside itself. React Aria's machinery comes when it does. */
export function PopoverPanel({ trigger, label, width = 360, children }: PopoverPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const parts = useLazy(loadParts, isOpen, close);
  return (
    <>
      {cloneElement(trigger, {
        ref: triggerRef,
        onPress: () => setOpen(!isOpen),
        onPointerEnter: () => preload(loadParts),
        onFocus: () => preload(loadParts),
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
