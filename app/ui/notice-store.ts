import type { ReactNode } from "react";
import type { ButtonVariant } from "./button.tsx";
import { uiLimits } from "./ui-limits.ts";

export type NoticeVariant = "default" | "info" | "success" | "warning" | "error";

export type NoticeAction = {
  readonly id: string;
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly onPress: () => void;
};

export type NoticeOptions = {
  readonly title: string;
  readonly message?: string;
  readonly variant?: NoticeVariant;
  /** With actions it stays until one of them is pressed, or it is closed. */
  readonly actions?: readonly NoticeAction[];
  /** Said outright, and without a duration, it stays until it is closed. `false` takes the button away. */
  readonly closable?: boolean;
  /** In ms. */
  readonly duration?: number;
  readonly icon?: ReactNode;
};

export type Notice = Pick<NoticeOptions, "message" | "icon"> & {
  readonly id: string;
  readonly title: string;
  readonly variant: NoticeVariant;
  readonly actions: readonly NoticeAction[];
  readonly isClosable: boolean;
  /** `null`: it stays. */
  readonly durationMs: number | null;
  /** On its way out. */
  readonly isLeaving: boolean;
};

export type NoticeView = {
  /** Oldest first. */
  readonly shown: readonly Notice[];
  /** How many more wait behind them; their time stands still. */
  readonly hiddenCount: number;
  readonly isPaused: boolean;
};

export type NoticeClock = {
  nowMs(): number;
  /** Returns what calls it off. */
  after(delayMs: number, run: () => void): () => void;
};

export type NoticeStore = ReturnType<typeof createNoticeStore>;

const SHOWN_MAX = 3;
export const LEAVE_MS = 160;
const NO_EVENTS: NoticeView = { shown: [], hiddenCount: 0, isPaused: false };

/** What there is to tell, and for how long. The newest three show; time runs for those only, and while nobody rests on them. */
export function createNoticeStore(clock: NoticeClock) {
  let notices: readonly Notice[] = [];
  let view = NO_EVENTS;
  let isPaused = false;
  let count = 0;
  const elapsedMs = new Map<string, number>();
  const running = new Map<string, { readonly sinceMs: number; readonly cancel: () => void }>();
  const listeners = new Set<() => void>();

  function settle(next: readonly Notice[]): void {
    notices = next;
    const staying = notices.filter((notice) => !notice.isLeaving);
    // a pointer that rested on the last one has nothing left to leave
    if (staying.length === 0) isPaused = false;
    const newest = new Set(staying.slice(-SHOWN_MAX));
    const shown = notices.filter((notice) => notice.isLeaving || newest.has(notice));
    for (const notice of notices) {
      if (newest.has(notice) && !isPaused) run(notice);
      else hold(notice.id);
    }
    view = { shown, hiddenCount: staying.length - newest.size, isPaused };
    for (const listener of listeners) listener();
  }

  function run({ id, durationMs }: Notice): void {
    if (durationMs === null || running.has(id)) return;
    const leftMs = durationMs - (elapsedMs.get(id) ?? 0);
    running.set(id, { sinceMs: clock.nowMs(), cancel: clock.after(leftMs, () => dismiss(id)) });
  }

  function hold(id: string): void {
    const timer = running.get(id);
    if (!timer) return;
    timer.cancel();
    running.delete(id);
    elapsedMs.set(id, (elapsedMs.get(id) ?? 0) + clock.nowMs() - timer.sinceMs);
  }

  function notify(options: NoticeOptions): string {
    const { title, message, variant = "default", actions = [], closable, icon } = options;
    const id = `notice-${++count}`;
    const stays = actions.length > 0 || (closable === true && options.duration === undefined);
    const durationMs = stays ? null : (options.duration ?? uiLimits.noticeMs);
    const content = { ...(message !== undefined && { message }), ...(icon !== undefined && { icon }) };
    settle([
      ...notices,
      { id, title, ...content, variant, actions, isClosable: closable !== false, durationMs, isLeaving: false },
    ]);
    return id;
  }

  function dismiss(id: string): void {
    const notice = notices.find((candidate) => candidate.id === id);
    if (!notice || notice.isLeaving) return;
    const wasShown = view.shown.includes(notice);
    hold(id);
    elapsedMs.delete(id);
    const remove = () => settle(notices.filter((candidate) => candidate.id !== id));
    if (!wasShown) return remove();
    settle(notices.map((candidate) => (candidate.id === id ? { ...candidate, isLeaving: true } : candidate)));
    clock.after(LEAVE_MS, remove);
  }

  return {
    notify,
    dismiss,
    /** While somebody reads. */
    setPaused(next: boolean): void {
      if (isPaused === next) return;
      isPaused = next;
      settle(notices);
    },
    /** How much of its time has run, for a bar that comes back into view. */
    elapsedMs(id: string): number {
      const timer = running.get(id);
      return (elapsedMs.get(id) ?? 0) + (timer ? clock.nowMs() - timer.sinceMs : 0);
    },
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const notices = createNoticeStore({
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

export const notify = notices.notify;
export const dismissNotice = notices.dismiss;
