import { useEffect, useRef } from "react";
import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";

const NO_SLOTS: readonly HTMLElement[] = [];
/** The slots of the open dialogs. The last one belongs to the topmost dialog. */
const slots = createStore(NO_SLOTS);

type NoticeSlotProps = {
  /** Layout only. */
  readonly className?: string;
};

/** The place in a dialog that shows the notices while the dialog is open, so that they cover none of its buttons. */
export function NoticeSlot({ className }: NoticeSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = slot.current;
    if (!element) return;
    slots.update((open) => [...open, element]);
    return () => slots.update((open) => open.filter((other) => other !== element));
  }, []);
  return <div ref={slot} className={`empty:hidden ${className ?? ""}`} />;
}

/** The slot of the topmost dialog. Null without an open dialog. */
export function useOpenNoticeSlot(): HTMLElement | null {
  return useStore(slots, NO_SLOTS).at(-1) ?? null;
}
