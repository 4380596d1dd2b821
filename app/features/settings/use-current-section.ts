import { useCallback, useEffect, useRef, useState } from "react";

/** Input that may scroll the page, and therefore ends the selection of a section. */
const SCROLL_INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** A section is current once its top is above this share of the window's height. */
const READING_LINE = 0.4;

/**
 * The section that the user looks at. A selected section, from a link or the address, remains current until the user
 * scrolls: near the end of the page it may not reach the top of the window.
 */
export function useCurrentSection(ids: readonly string[]) {
  const [current, setCurrent] = useState(ids[0] ?? "");
  const isSelected = useRef(false);
  const select = useCallback((id: string) => {
    isSelected.current = true;
    setCurrent(id);
  }, []);

  // the array is a new one in each render, so the effect depends on the ids as text
  const key = ids.join(" ");
  useEffect(() => {
    const sections = key.split(" ");
    const followScroll = () => {
      if (!isSelected.current) setCurrent(findVisibleSection(sections));
    };
    const followHash = () => {
      const id = location.hash.slice(1);
      if (sections.includes(id)) select(id);
      else followScroll();
    };
    const deselect = () => {
      isSelected.current = false;
    };
    followHash();
    return listenToPage({ followHash, followScroll, deselect });
  }, [key, select]);
  return { current, select };
}

type PageListeners = Readonly<Record<"followHash" | "followScroll" | "deselect", () => void>>;

/** Returns the function that removes the listeners. */
function listenToPage({ followHash, followScroll, deselect }: PageListeners): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener("hashchange", followHash, { signal });
  window.addEventListener("scroll", followScroll, { passive: true, signal });
  window.addEventListener("resize", followScroll, { signal });
  // in the capture phase, so that a press deselects before the pressed link selects
  for (const input of SCROLL_INPUTS) window.addEventListener(input, deselect, { capture: true, passive: true, signal });
  return () => controller.abort();
}

/** The last section whose top is above the reading line. At the end of the page the whole window counts. */
function findVisibleSection(ids: readonly string[]): string {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
  const linePx = isAtEnd ? clientHeight : clientHeight * READING_LINE;
  const reached = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < linePx);
  return (scrollTop > 0 && reached.at(-1)) || (ids[0] ?? "");
}
