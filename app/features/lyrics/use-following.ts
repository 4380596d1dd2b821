import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";

export type Following = {
  /** Whether the list scrolls with the current line. */
  readonly isOn: boolean;
  readonly pause: () => void;
  readonly resume: () => void;
};

const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];

/** Following the current line of an entry, until the person scrolls. */
export function useFollowing(entryId: EntryId | undefined): Following {
  const [pausedId, setPausedId] = useState<EntryId | null>(null);
  return { isOn: pausedId !== entryId, pause: () => setPausedId(entryId ?? null), resume: () => setPausedId(null) };
}

/** Keeps a line of the list in the middle of the area that scrolls. */
export function useScrollToLine(list: RefObject<HTMLElement>, index: number | null, isFollowing: boolean): void {
  useEffect(() => {
    if (!isFollowing || index === null) return;
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.current?.children[index]?.scrollIntoView({ block: "center", behavior: isReduced ? "auto" : "smooth" });
  }, [list, index, isFollowing]);
}

/** The handlers of an area that notice scrolling by wheel, touch and keyboard, and not that of `useScrollToLine`. */
export function scrollHandlers({ pause }: Following) {
  return {
    onWheel: pause,
    onTouchMove: pause,
    onKeyDown: (event: KeyboardEvent) => SCROLL_KEYS.includes(event.key) && pause(),
    // the browser scrolls to a line that gets the focus by keyboard
    onFocus: (event: FocusEvent) => event.target !== event.currentTarget && event.target.matches(":focus-visible") && pause(),
  };
}
