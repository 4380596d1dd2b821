import { type RefObject, useEffect, useRef, useState } from "react";

export type DeleteConfirmation = {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** The button that opens the confirmation. Receives the focus when the confirmation closes. */
  readonly buttonRef: RefObject<HTMLButtonElement>;
};

/** The confirmation before the selected tracks are deleted. While it is open, it replaces the bar that contains its button. */
export function useDeleteConfirmation(): DeleteConfirmation {
  const [isOpen, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) buttonRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false), buttonRef };
}
