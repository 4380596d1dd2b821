import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "#app/lib/use-store.ts";
import type { ChatStore } from "./chat-store.ts";
import type { ChatWindow } from "./chat-window.ts";
import { SEQ_ATTRIBUTE } from "./use-jump.ts";

type Content = { readonly store: ChatStore; readonly window: ChatWindow | null; readonly unsentCount: number };

/** The end of the chat counts as visible within this distance, px. */
const END_PX = 48;
/** Older messages are loaded within this distance from the start, px. */
const START_PX = 240;

/**
 * Keeps the end of the chat visible while the user is there, and the visible messages in place while older ones are added or
 * removed. Marks messages as read that are visible at the end.
 */
export function useChatScroll(log: RefObject<HTMLDivElement | null>, { store, window, unsentCount }: Content) {
  const isFollowing = useStore(store.following);
  const before = useRef({ firstSeq: 0, lastSeq: 0, lastTopPx: 0, unsentCount });
  const follow = useCallback((isAtEnd: boolean) => store.setFollowing(isAtEnd), [store]);
  const scrollToEnd = useCallback(() => {
    follow(true);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [log, follow]);

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const firstSeq = window?.messages[0]?.seq ?? 0;
    const lastSeq = window?.messages.at(-1)?.seq ?? 0;
    const { current } = before;
    const lastTopPx = topOfRow(element, current.lastSeq);
    // an own message is shown wherever the user is
    const isOwnAdded = unsentCount > current.unsentCount;
    if (isFollowing || isOwnAdded) element.scrollTop = element.scrollHeight;
    // messages above were added or removed
    else if (firstSeq !== current.firstSeq && lastTopPx !== null) element.scrollTop += lastTopPx - current.lastTopPx;
    before.current = { firstSeq, lastSeq, lastTopPx: topOfRow(element, lastSeq) ?? 0, unsentCount };
  }, [log, window, unsentCount, isFollowing]);

  useScrollEvents(log, { store, follow });
  useFollowSize(log, isFollowing);
  useReadMark(store, window, isFollowing);
  return { isFollowing, scrollToEnd };
}

/** The distance of a message from the start of the list, px. Null if the list does not have it. */
function topOfRow(log: HTMLDivElement, seq: number): number | null {
  return log.querySelector<HTMLElement>(`[${SEQ_ATTRIBUTE}="${seq}"]`)?.offsetTop ?? null;
}

function useScrollEvents(
  log: RefObject<HTMLDivElement | null>,
  { store, follow }: Pick<Content, "store"> & { readonly follow: (isAtEnd: boolean) => void },
): void {
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      follow(scrollHeight - scrollTop - clientHeight < END_PX);
      if (scrollTop < START_PX) store.loadOlder();
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [log, store, follow]);
}

/** The field below the messages grows with its text, and the keyboard of a phone takes half of the screen. */
function useFollowSize(log: RefObject<HTMLDivElement | null>, isFollowing: boolean): void {
  useEffect(() => {
    const element = log.current;
    if (!element || !isFollowing) return;
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [log, isFollowing]);
}

function useReadMark(store: ChatStore, window: ChatWindow | null, isFollowing: boolean): void {
  const lastSeq = window?.messages.at(-1)?.seq ?? 0;
  useEffect(() => {
    const mark = () => {
      if (lastSeq > 0 && isFollowing && document.visibilityState === "visible") store.readMark.set(lastSeq);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [store, lastSeq, isFollowing]);
}
