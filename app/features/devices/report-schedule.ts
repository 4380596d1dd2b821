import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { ReportsWanted } from "#app/protocol/device-messages.ts";

export type ReportScheduleDeps = {
  readonly send: () => void;
  readonly nowMs: () => number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** Reports follow each other no sooner than this, ms. */
const EARLIEST_MS = 500;
/** Each interval differs from the wanted one by at most this share, so that the devices of a room spread. */
const JITTER = 0.15;

/** Decides when this device reports: while reports are wanted, at the wanted interval, and soon after a change. */
export class ReportSchedule {
  readonly #deps: ReportScheduleDeps;
  #lease: { readonly everyMs: number; readonly untilMs: number } | null = null;
  #sentMs = Number.NEGATIVE_INFINITY;
  #dueMs = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(deps: ReportScheduleDeps) {
    this.#deps = deps;
  }

  get isActive(): boolean {
    return this.#lease !== null && this.#deps.nowMs() < this.#lease.untilMs;
  }

  /** Starts or renews the lease. A start causes a report: at once in a small room, and spread over the interval in a large one. */
  setWanted({ everyMs, leaseMs }: ReportsWanted): void {
    const nowMs = this.#deps.nowMs();
    const { isActive } = this;
    this.#lease = { everyMs, untilMs: nowMs + leaseMs };
    if (!isActive) {
      const waitMs = this.#deps.random() * Math.max(0, everyMs - deviceLimits.reportMs);
      this.#plan(this.#earliestMs(nowMs + waitMs));
    } else if (this.#dueMs > nowMs + everyMs * (1 + JITTER)) {
      this.#planNext(everyMs);
    }
  }

  /** Ends the lease early, because the room cannot receive reports. */
  end(): void {
    this.#lease = null;
    this.#cancel();
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  /** Reports a change at once, or as soon as the previous report allows. */
  notifyChange(): void {
    if (!this.isActive) return;
    const earliestMs = this.#earliestMs(this.#deps.nowMs());
    if (earliestMs < this.#dueMs) this.#plan(earliestMs);
  }

  #earliestMs(nowMs: number): number {
    return Math.max(nowMs, this.#sentMs + EARLIEST_MS);
  }

  #planNext(everyMs: number): void {
    const jitter = 1 + JITTER * (2 * this.#deps.random() - 1);
    this.#plan(this.#deps.nowMs() + everyMs * jitter);
  }

  #plan(dueMs: number): void {
    const { after, nowMs } = this.#deps;
    this.#cancel();
    this.#dueMs = dueMs;
    if (dueMs <= nowMs()) this.#send();
    else this.#cancel = after(dueMs - nowMs(), () => this.#send());
  }

  #send(): void {
    this.#dueMs = Number.POSITIVE_INFINITY;
    if (!this.isActive || !this.#lease) return;
    this.#sentMs = this.#deps.nowMs();
    this.#deps.send();
    this.#planNext(this.#lease.everyMs);
  }
}
