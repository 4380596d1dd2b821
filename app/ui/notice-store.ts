import type { ReactNode } from "react";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { startTimer } from "#app/lib/timer.ts";
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
  /** A press on one of them also closes the notice. */
  readonly actions?: readonly NoticeAction[];
  /** True without a duration keeps the notice until it is closed. False hides the close button. */
  readonly closable?: boolean;
  /** In ms. Default: `uiLimits.noticeMs`, or `uiLimits.noticeWithActionMs` if there are actions. */
  readonly duration?: number;
  readonly icon?: ReactNode;
  /** Called once, when the notice starts to fade out. */
  readonly onClose?: (cause: NoticeCloseCause) => void;
};

/** Why a notice closes: its time has passed, or it was dismissed by a press or by code. */
export type NoticeCloseCause = "timeout" | "dismissal";

export type Notice = Pick<NoticeOptions, "message" | "icon" | "onClose"> & {
  readonly id: string;
  readonly title: string;
  readonly variant: NoticeVariant;
  readonly actions: readonly NoticeAction[];
  readonly isClosable: boolean;
  /** Null for a notice that stays until it is closed. */
  readonly durationMs: number | null;
  /** True while the notice fades out. */
  readonly isLeaving: boolean;
};

export type NoticeView = {
  /** Oldest first. */
  readonly visible: readonly Notice[];
  /** The number of older notices that are not visible. Their time is paused. */
  readonly hiddenCount: number;
  readonly isPaused: boolean;
};

export type NoticeClock = {
  nowMs(): number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
};

const VISIBLE_MAX = 3;
export const LEAVE_MS = 160;
const EMPTY_VIEW: NoticeView = { visible: [], hiddenCount: 0, isPaused: false };

/** The notices of a page. The newest three are visible, and only their time runs, unless it is paused. */
export class NoticeStore {
  readonly #clock: NoticeClock;
  readonly #view = createStore(EMPTY_VIEW);
  /** All notices, oldest first. */
  #notices: readonly Notice[] = [];
  #isPaused = false;
  #count = 0;
  /** How long each notice was visible before its current timer started. */
  readonly #elapsedMs = new Map<string, number>();
  readonly #timers = new Map<string, { readonly sinceMs: number; readonly cancel: () => void }>();

  constructor(clock: NoticeClock) {
    this.#clock = clock;
  }

  get view(): ReadableStore<NoticeView> {
    return this.#view;
  }

  /** Shows a notice and returns its id. */
  notify(options: NoticeOptions): string {
    this.#count += 1;
    const notice = createNotice(`notice-${this.#count}`, options);
    this.#update([...this.#notices, notice]);
    return notice.id;
  }

  /** Fades a notice out. A hidden one is removed at once. Unknown ids are ignored. */
  dismiss(id: string): void {
    this.#close(id, "dismissal");
  }

  /** Fades all notices out. */
  dismissAll(): void {
    // oldest first, so that no hidden one becomes visible
    for (const { id } of this.#notices) this.dismiss(id);
  }

  /** Pauses the time of all notices while a pointer rests on one or the focus is in one. */
  setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    this.#update(this.#notices);
  }

  /** How much of a notice's time has passed, for its timer bar when it becomes visible again. */
  elapsedMs(id: string): number {
    const timer = this.#timers.get(id);
    return (this.#elapsedMs.get(id) ?? 0) + (timer ? this.#clock.nowMs() - timer.sinceMs : 0);
  }

  #close(id: string, cause: NoticeCloseCause): void {
    const notice = this.#notices.find((one) => one.id === id);
    if (!notice || notice.isLeaving) return;
    const wasVisible = this.#view.get().visible.includes(notice);
    this.#pauseTimer(id);
    this.#elapsedMs.delete(id);
    const remove = () => this.#update(this.#notices.filter((one) => one.id !== id));
    if (wasVisible) {
      this.#update(this.#notices.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)));
      this.#clock.after(LEAVE_MS, remove);
    } else {
      remove();
    }
    notice.onClose?.(cause);
  }

  #update(notices: readonly Notice[]): void {
    this.#notices = notices;
    const staying = notices.filter((notice) => !notice.isLeaving);
    // no pointer event reports that the last notice has disappeared under the pointer
    if (staying.length === 0) this.#isPaused = false;
    const newest = new Set(staying.slice(-VISIBLE_MAX));
    for (const notice of notices) {
      if (newest.has(notice) && !this.#isPaused) this.#startTimer(notice);
      else this.#pauseTimer(notice.id);
    }
    const visible = notices.filter((notice) => notice.isLeaving || newest.has(notice));
    this.#view.set({ visible, hiddenCount: staying.length - newest.size, isPaused: this.#isPaused });
  }

  #startTimer({ id, durationMs }: Notice): void {
    if (durationMs === null || this.#timers.has(id)) return;
    const remainingMs = durationMs - (this.#elapsedMs.get(id) ?? 0);
    const cancel = this.#clock.after(remainingMs, () => this.#close(id, "timeout"));
    this.#timers.set(id, { sinceMs: this.#clock.nowMs(), cancel });
  }

  #pauseTimer(id: string): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    timer.cancel();
    this.#elapsedMs.set(id, this.elapsedMs(id));
    this.#timers.delete(id);
  }
}

function createNotice(id: string, options: NoticeOptions): Notice {
  const { title, message, variant = "default", actions = [], closable, icon, onClose } = options;
  return {
    id,
    title,
    ...(message !== undefined && { message }),
    ...(icon !== undefined && { icon }),
    ...(onClose && { onClose }),
    variant,
    actions,
    isClosable: closable !== false,
    durationMs: getNoticeDurationMs(options),
    isLeaving: false,
  };
}

/** How long a notice stays; null until it is closed. */
export function getNoticeDurationMs({ actions = [], closable, duration }: NoticeOptions): number | null {
  if (duration !== undefined) return duration;
  if (closable === true) return null;
  return actions.length > 0 ? uiLimits.noticeWithActionMs : uiLimits.noticeMs;
}

export const notices = new NoticeStore({ nowMs: () => Date.now(), after: startTimer });

export const notify = (options: NoticeOptions): string => notices.notify(options);
export const dismissNotice = (id: string): void => notices.dismiss(id);
export const dismissAllNotices = (): void => notices.dismissAll();
