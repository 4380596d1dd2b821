import { type Disclosure, useDisclosure } from "./use-disclosure.ts";
import { useLazy } from "./use-lazy.ts";

type LazyDialog<Module> = Disclosure & {
  /** Null while the dialog is closed, not allowed or still loading. */
  readonly module: Module | null;
};

/** A dialog whose code is loaded when it is first opened. */
export function useLazyDialog<Module>(load: () => Promise<Module>, isAllowed = true): LazyDialog<Module> {
  const { isOpen, open, close } = useDisclosure();
  const isVisible = isOpen && isAllowed;
  const module = useLazy(load, isVisible, close);
  return { isOpen: isVisible, open, close, module: isVisible ? module : null };
}
