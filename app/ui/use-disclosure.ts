import { useCallback, useState } from "react";

/** Whether a dialog, a menu or a section is open. The functions stay the same between renders. */
export type Disclosure = { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void };

export function useDisclosure(isInitiallyOpen = false): Disclosure {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  return { isOpen, open, close };
}
