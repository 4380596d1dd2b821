import type { PlayerReport } from "#app/audio/worklet/messages.ts";
import { toContextSec } from "#app/domain/sync/output-estimate.ts";
import type { DeviceLog } from "./device-log.ts";
import type { Output } from "./output.ts";
import { isPageVisible, onPageVisibility } from "./page-visibility.ts";
import type { PlayerNode } from "./player-node.ts";

export type OutputRecoveryDeps = {
  readonly output: Pick<Output, "isRunning" | "isStopped" | "isInterrupted" | "estimate" | "wake" | "revive">;
  readonly player: Pick<PlayerNode, "onOutputError"> & { readonly context: Pick<AudioContext, "currentTime" | "state"> };
  readonly log: DeviceLog;
  readonly localNowMs: () => number;
  /** Called after the device has slept: its clocks may have stopped, and the output may have changed. */
  readonly onSleep: () => void;
};

/**
 * Timers of a page that is visible or plays are late by a second or two at most, so a longer gap is a sleep. A hidden page that
 * does not play has timers once a minute.
 */
const SLEEP_MS = { awake: 5000, hidden: 90_000 } as const;
/** An output may play what it has missed in a sleep at many times its rate, ms after it. WebKitGTK does, in 0.4 s. */
const CATCH_UP_MS = 10_000;
/** It has done so if its time is ahead of the page's clock by this, ms, and it is over when a step is ahead by less than that, ms. */
const AHEAD_MS = { total: 1000, step: 50 } as const;
/** An interrupted output is resumed this often, ms: the first time at once, if it has failed or something has changed. */
const RETRY_MS = 1000;
/** An output that fails again within this time, ms, is no better off if it is resumed at once. */
const FAILED_MS = 5000;
/** An output whose time stands still for this long is lost, ms. Shortly after a return to the page, less is enough. */
const STALL_MS = { returned: 1000, otherwise: 3000 } as const;
const RETURNED_MS = 5000;
/** The first pause between two attempts to open a lost output again, ms. It doubles. */
const REVIVE_MS = { first: 5000, max: 60_000 } as const;
/** A correction of the output's offset that is larger than this, ms, is logged. Smaller ones are the work of its clock. */
const MOVED_MS = 4;

/** One update: the page's clock, the date, the output's time, and whether timers came often, all in ms. */
type Tick = { readonly localMs: number; readonly dateMs: number; readonly contextMs: number; readonly wasAwake: boolean };

/** A time without timers, and the page's clock and the output's time after it, ms. */
type Gap = { readonly gapMs: number; readonly localMs: number; readonly contextMs: number; readonly isSleep: boolean };

/** Brings the sound back after a sleep, an interruption or the loss of the output, and logs what happened. */
export class OutputRecovery {
  readonly #deps: OutputRecoveryDeps;
  readonly #stopWatching: () => void;
  #wasRunning = false;
  #wasInterrupted = false;
  #retryAtMs = 0;
  #returnedAtMs = Number.NEGATIVE_INFINITY;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #lastTick: Tick | null = null;
  #gap: Gap | null = null;
  #lastAdvance: { readonly localMs: number; readonly contextSec: number } | null = null;
  #lastOffsetMs: number | null = null;
  #reviveAtMs = 0;
  #revivePauseMs: number = REVIVE_MS.first;

  constructor(deps: OutputRecoveryDeps) {
    this.#deps = deps;
    deps.player.onOutputError(() => this.#handleFailure());
    this.#stopWatching = onPageVisibility((isVisible) => this.#handlePage(isVisible));
  }

  /** Called several times a second, and when the output starts or stops. */
  update(): void {
    const localMs = this.#deps.localNowMs();
    this.#detectSleep(localMs);
    this.#logOutput(localMs);
    this.#logMove(localMs);
    this.#detectStall(localMs);
    if (!this.#deps.output.isInterrupted || localMs < this.#retryAtMs) return;
    // while a call lasts, a hidden page has no right to the output
    if (!isPageVisible() && this.#deps.player.context.state === "interrupted") return;
    this.#retryAtMs = localMs + RETRY_MS;
    this.#deps.output.wake();
  }

  /** If the audio thread stood still with the page, the output has not played on, but caught up before the page could see it. */
  receive({ stallMs }: PlayerReport): void {
    const gap = this.#gap;
    if (gap && !gap.isSleep && stallMs > gap.gapMs / 2) this.#wakeUp(gap);
  }

  close(): void {
    this.#stopWatching();
  }

  #handlePage(isVisible: boolean): void {
    this.#deps.log.add(isVisible ? "page-shown" : "page-hidden");
    if (!isVisible) return;
    this.expectChange();
    this.update();
  }

  /** The page was shown, the device has woken up, or outputs have changed: for a while, a lost output comes back sooner. */
  expectChange(): void {
    this.#returnedAtMs = this.#deps.localNowMs();
    this.#retryAtMs = 0;
    this.#reviveAtMs = 0;
    this.#lastAdvance = null;
  }

  #handleFailure(): void {
    const localMs = this.#deps.localNowMs();
    if (localMs - this.#failedAtMs > FAILED_MS) this.expectChange();
    this.#failedAtMs = localMs;
  }

  /** The page's clock stops in a sleep on some systems, and the date does not. */
  #detectSleep(localMs: number): void {
    const { output, player } = this.#deps;
    const last = this.#lastTick;
    const wasAwake = isPageVisible() || output.isRunning;
    const tick = { localMs, dateMs: Date.now(), contextMs: player.context.currentTime * 1000, wasAwake };
    this.#lastTick = tick;
    if (!last) return;
    const gapMs = Math.max(localMs - last.localMs, tick.dateMs - last.dateMs);
    // the sound plays on while the page is only busy
    const hasPlayed = tick.contextMs - last.contextMs > gapMs / 2;
    if (gapMs < (last.wasAwake ? SLEEP_MS.awake : SLEEP_MS.hidden)) return this.#followCatchUp(last, tick);
    this.#gap = { gapMs, localMs, contextMs: tick.contextMs, isSleep: false };
    if (!hasPlayed) this.#wakeUp(this.#gap);
  }

  #wakeUp(gap: Gap): void {
    this.#gap = { ...gap, isSleep: true };
    this.#deps.log.add("asleep", Math.round(gap.gapMs));
    this.expectChange();
    this.#deps.onSleep();
  }

  /** After a catch-up, everything measured since the sleep is wrong. */
  #followCatchUp(last: Tick, tick: Tick): void {
    const gap = this.#gap;
    if (!gap) return;
    if (tick.localMs - gap.localMs > CATCH_UP_MS) this.#gap = null;
    else if (gap.isSleep && leadMs(gap, tick) > AHEAD_MS.total && leadMs(last, tick) < AHEAD_MS.step) {
      this.#gap = null;
      this.expectChange();
      this.#deps.onSleep();
    }
  }

  #logOutput(localMs: number): void {
    const { output, log } = this.#deps;
    const { isRunning, isInterrupted } = output;
    if (isRunning && !this.#wasRunning) log.add(this.#wasInterrupted ? "resumed" : "sound-on");
    if (isInterrupted && !this.#wasInterrupted) {
      log.add("interrupted");
      if (!this.#isReturned(localMs)) this.#retryAtMs = localMs + RETRY_MS;
    }
    if (!isRunning && !isInterrupted && (this.#wasRunning || this.#wasInterrupted)) log.add("sound-off");
    this.#wasRunning = isRunning;
    this.#wasInterrupted = isInterrupted;
  }

  /** The sound moves when the latency becomes known, or when the system has changed the output without a message. */
  #logMove(localMs: number): void {
    const { estimate } = this.#deps.output;
    const offsetMs = estimate && localMs - toContextSec(estimate, localMs) * 1000;
    const movedMs = (offsetMs ?? 0) - (this.#lastOffsetMs ?? offsetMs ?? 0);
    if (offsetMs !== null && Math.abs(movedMs) > MOVED_MS) this.#deps.log.add("output-moved", Math.abs(movedMs));
    this.#lastOffsetMs = offsetMs;
  }

  #detectStall(localMs: number): void {
    const { player, output, log } = this.#deps;
    const { currentTime: contextSec, state } = player.context;
    if (!output.isRunning || state !== "running") {
      this.#lastAdvance = null;
      return;
    }
    if (!this.#lastAdvance || contextSec !== this.#lastAdvance.contextSec) {
      this.#lastAdvance = { localMs, contextSec };
      if (localMs > this.#reviveAtMs) this.#revivePauseMs = REVIVE_MS.first;
      return;
    }
    const stalledMs = localMs - this.#lastAdvance.localMs;
    if (stalledMs < (this.#isReturned(localMs) ? STALL_MS.returned : STALL_MS.otherwise) || localMs < this.#reviveAtMs) return;
    this.#reviveAtMs = localMs + this.#revivePauseMs;
    this.#revivePauseMs = Math.min(REVIVE_MS.max, 2 * this.#revivePauseMs);
    log.add("output-lost", Math.round(stalledMs));
    void output.revive();
  }

  #isReturned(localMs: number): boolean {
    return localMs - this.#returnedAtMs < RETURNED_MS;
  }
}

type Times = Pick<Tick, "localMs" | "contextMs">;

/** By how much more the output's time has advanced than the page's clock, ms. */
function leadMs(from: Times, to: Times): number {
  return to.contextMs - from.contextMs - (to.localMs - from.localMs);
}
