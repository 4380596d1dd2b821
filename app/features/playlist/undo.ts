import type { EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";

/** An action that can still be undone. */
export type UndoOffer = { readonly title: string; readonly undo: () => void };

type UndoableAction = {
  readonly title: string;
  /** The label of the undo button. */
  readonly label: string;
  /** The changed entries, separated by commas. Of two actions on the same target only the later one can be undone. */
  readonly target: string;
};

type ActiveOffer = UndoOffer & { readonly target: string; readonly withdraw: () => void };

/** Oldest first. */
const offers = createStore<readonly ActiveOffer[]>([]);

/** Shows a notice of the action with a button that undoes it. */
export function offerUndo({ title, label, target }: UndoableAction, undo: () => void): void {
  for (const offer of offers.get()) if (offer.target === target) offer.withdraw();
  const undoOnce = () => {
    offer.withdraw();
    undo();
  };
  // On a phone the notice covers the top of the playlist, so it ends sooner. The playlist menu still offers the undo.
  const isMobile = window.innerWidth < uiLimits.mobileBelowPx;
  const duration = isMobile ? uiLimits.noticeMs : uiLimits.noticeWithActionMs;
  const notice = notify({ title, duration, actions: [{ id: "undo", label, onPress: undoOnce }] });
  const expiryTimer = setTimeout(() => offer.withdraw(), playlistLimits.undoMs);
  const offer: ActiveOffer = {
    title,
    target,
    undo: undoOnce,
    withdraw() {
      clearTimeout(expiryTimer);
      dismissNotice(notice);
      offers.update((current) => current.filter((other) => other !== offer));
    },
  };
  offers.update((current) => [...current, offer]);
}

/** Withdraws the offers to undo moves of entries that have been removed. */
export function withdrawUndo(removedIds: readonly EntryId[]): void {
  const removed = new Set<string>(removedIds);
  for (const offer of offers.get()) if (offer.target.split(",").every((id) => removed.has(id))) offer.withdraw();
}

/** Withdraws all offers. To be called when the user leaves the room. */
export function clearUndo(): void {
  for (const offer of offers.get()) offer.withdraw();
}

export function useLastUndo(): UndoOffer | null {
  return useStore(offers).at(-1) ?? null;
}

export function getLastUndo(): UndoOffer | null {
  return offers.get().at(-1) ?? null;
}
