import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";
import { announce } from "./announce.ts";
import { dismissNotice, type NoticeOptions, notify } from "./notice-store.ts";
import { uiLimits } from "./ui-limits.ts";

export type UndoOutcome =
  | { readonly type: "done" }
  /** There is no connection. The undo can be tried again. */
  | { readonly type: "offline" }
  | { readonly type: "refused"; readonly reason: string };

/** An action of the user, as its notice shows it. */
export type UndoableAction = Pick<NoticeOptions, "title" | "message" | "variant"> & {
  /** The changed object, such as an entry that is moved step by step. A later notice about it replaces the earlier one. */
  readonly topic?: string;
  /** Undoes the action. A later call continues an attempt that ended without a connection. */
  readonly undo: () => Promise<UndoOutcome>;
};

/** An action that can still be undone. */
export type UndoOffer = { readonly title: string; readonly undo: () => void; readonly withdraw: () => void };

export type UndoTexts = {
  /** The label of the undo button. */
  readonly label: string;
  readonly done: string;
  readonly offline: string;
};

type ActiveOffer = UndoOffer & { readonly topic: string | undefined; readonly dismissNotice: () => void };

/** Oldest first. */
const offers = createStore<readonly ActiveOffer[]>([]);
/** Undos run one after the other: an earlier action can often be undone only after the later one. */
let running: Promise<void> = Promise.resolve();
/** Counts the calls of `clearUndo`. */
let clearings = 0;

/** The number of visits of rooms so far. An action of an earlier visit is not offered: see `useOfferUndo`. */
export function countVisits(): number {
  return clearings;
}

/** Shows a notice of the action with a button that undoes it, and keeps the offer for a minute. */
export function offerUndo(action: UndoableAction, texts: UndoTexts): UndoOffer {
  const { title, topic } = action;
  const started = clearings;
  let isExpired = false;
  dismissNotices(topic);
  let notice = showOffer(action, texts, () => offer.undo());
  const hide = () => {
    dismissNotice(notice);
    offers.update((current) => current.filter((other) => other !== offer));
  };
  const expiryTimer = setTimeout(() => {
    isExpired = true;
    hide();
  }, uiLimits.undoMs);
  const attempt = async () => {
    const outcome = await action.undo();
    if (outcome.type === "offline" && !isExpired && started === clearings) {
      notice = showOffer({ title: texts.offline, message: title, variant: "error" }, texts, offer.undo);
      return offers.update((current) => [...current, offer]);
    }
    clearTimeout(expiryTimer);
    showOutcome(outcome, title, texts);
  };
  const offer: ActiveOffer = {
    title,
    topic,
    dismissNotice: () => dismissNotice(notice),
    undo() {
      if (!offers.get().includes(offer)) return;
      hide();
      running = running.then(attempt, attempt);
    },
    withdraw() {
      clearTimeout(expiryTimer);
      hide();
    },
  };
  offers.update((current) => [...current, offer]);
  return offer;
}

function dismissNotices(topic: string | undefined): void {
  for (const offer of offers.get()) if (topic !== undefined && offer.topic === topic) offer.dismissNotice();
}

function showOffer(options: NoticeOptions, { label }: UndoTexts, undo: () => void): string {
  // On a phone the notice covers the top of the playlist, so it ends sooner. The playlist menu still offers the undo.
  const isMobile = window.innerWidth < uiLimits.mobileBelowPx;
  const duration = isMobile ? uiLimits.noticeMs : uiLimits.noticeWithActionMs;
  const { title, message, variant } = options;
  const actions = [{ id: "undo", label, onPress: undo }];
  return notify({ title, ...(message !== undefined && { message }), ...(variant && { variant }), duration, actions });
}

function showOutcome(outcome: UndoOutcome, title: string, texts: UndoTexts): void {
  switch (outcome.type) {
    case "done":
      return announce(texts.done);
    case "offline":
      return void notify({ title: texts.offline, message: title, variant: "error" });
    case "refused":
      return void notify({ title: outcome.reason, message: title, variant: "error" });
  }
}

/** Withdraws all offers. To be called when the user leaves the room. */
export function clearUndo(): void {
  clearings += 1;
  // an undo that waits for the connection to the room ends with it
  running = Promise.resolve();
  for (const offer of offers.get()) offer.withdraw();
}

export function useLastUndo(): UndoOffer | null {
  return useStore(offers).at(-1) ?? null;
}

export function getLastUndo(): UndoOffer | null {
  return offers.get().at(-1) ?? null;
}

/** Undoes the user's last action, even if the server has not replied to it yet. `whenAnswered` waits for the reply. */
export async function undoLast(whenAnswered: () => Promise<void>): Promise<void> {
  const started = clearings;
  await whenAnswered();
  if (started === clearings) getLastUndo()?.undo();
}
