import { startTimer } from "#app/lib/timer.ts";
import { getLastUndo, type UndoOffer } from "#app/ui/undo-store.ts";
import type { Addition } from "./find-addition.ts";

export type AdditionDeps = {
  /** While uploads are in progress, additions are collected. */
  readonly isUploading: () => boolean;
  /** Offers to undo an addition. */
  readonly offer: (addition: Addition) => UndoOffer | null;
};

export type AdditionOffers = {
  readonly add: (addition: Addition) => void;
  /** To be called when the uploads have ended. */
  readonly showCollected: () => void;
  readonly stop: () => void;
};

const NOTHING: Addition = { editIds: [], count: 0 };
/** Additions that follow each other faster are offered together. */
const PAUSE_MS = 400;
/** A large addition is sent in parts, each of which may take this long. */
const PART_MS = 5000;

/** Offers to undo what the user adds to the playlist: one offer for what is added together. */
export function createAdditionOffers({ isUploading, offer }: AdditionDeps): AdditionOffers {
  let collected = NOTHING;
  let latest: { readonly offer: UndoOffer; readonly addition: Addition; readonly atMs: number } | null = null;
  let cancelTimer: () => void = () => undefined;

  const show = () => {
    if (collected.count === 0 || isUploading()) return;
    const atMs = performance.now();
    const earlier = latest && getLastUndo() === latest.offer && atMs - latest.atMs < PART_MS ? latest : null;
    const addition = earlier ? join(earlier.addition, collected) : collected;
    earlier?.offer.withdraw();
    collected = NOTHING;
    const made = offer(addition);
    latest = made && { addition, offer: made, atMs };
  };
  const showCollected = () => {
    cancelTimer();
    cancelTimer = startTimer(PAUSE_MS, show);
  };
  return {
    add(addition) {
      collected = join(collected, addition);
      showCollected();
    },
    showCollected,
    stop: () => cancelTimer(),
  };
}

function join(a: Addition, b: Addition): Addition {
  return { editIds: [...a.editIds, ...b.editIds], count: a.count + b.count };
}
