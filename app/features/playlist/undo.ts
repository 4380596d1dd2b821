import { useSyncExternalStore } from "react";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";

/** Something that was done and can be taken back, for as long as the room knows of it. */
export type Undoable = { readonly title: string; readonly undo: () => void };

type Deed = {
  readonly title: string;
  /** Of the button that takes it back. */
  readonly label: string;
  /** Of two deeds to the same, only the later can be taken back. */
  readonly to: string;
};

type Offer = Undoable & { readonly to: string; readonly withdraw: () => void };
/** The latest last. */
let offers: readonly Offer[] = [];
const listeners = new Set<() => void>();

/** Tells what was done, and offers to take it back. */
export function offerUndo({ title, label, to }: Deed, undo: () => void): void {
  for (const offer of offers) if (offer.to === to) offer.withdraw();
  const takeBack = () => {
    offer.withdraw();
    undo();
  };
  const notice = notify({ title, actions: [{ id: "undo", label, onPress: takeBack }] });
  // on a telephone it covers what is below the header; the playlist's menu offers it all the while
  const isMobile = window.innerWidth < uiLimits.mobileBelowPx;
  const hide = setTimeout(() => dismissNotice(notice), isMobile ? uiLimits.noticeMs : playlistLimits.undoMs);
  const forget = setTimeout(() => offer.withdraw(), playlistLimits.undoMs);
  const offer: Offer = {
    title,
    to,
    undo: takeBack,
    withdraw() {
      clearTimeout(hide);
      clearTimeout(forget);
      dismissNotice(notice);
      publish(offers.filter((other) => other !== offer));
    },
  };
  publish([...offers, offer]);
}

/** What is on offer belongs to a room that is left. */
export function withdrawUndo(): void {
  for (const offer of offers) offer.withdraw();
}

export function useUndoable(): Undoable | null {
  return useSyncExternalStore(subscribe, lastUndoable);
}

export function lastUndoable(): Undoable | null {
  return offers[offers.length - 1] ?? null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish(next: readonly Offer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}
