import type { DeviceLog } from "./device-log.ts";
import type { Output } from "./output.ts";
import { isPageVisible, onPageVisibility } from "./page-visibility.ts";
import type { PlayerNode } from "./player-node.ts";

export type OutputRecoveryDeps = {
  readonly output: Pick<Output, "isRunning" | "isStopped" | "isInterrupted" | "wake" | "revive">;
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
/** An interrupted output is resumed this often, ms: the first time at once, if it has failed or something has changed. */
const RETRY_MS = 1000;
/** An output that fails again within this time, ms, is no better off if it is resumed at once. */
const FAILED_MS = 5000;
/** An output whose time stands still for this long is lost, ms. Shortly after a return to the page, less is enough. */
const STALL_MS = { returned: 1000, otherwise: 3000 } as const;
const RETURNED_MS = 5000;
/** The first pause between two attempts to open a lost output again, ms. It doubles. */
const REVIVE_MS = { first: 5000, max: 60_000 } as const;

/** One update: the page's clock, the date, the output's time, and whether timers came often, all in ms. */
type Tick = { readonly localMs: number; readonly dateMs: number; readonly contextMs: number; readonly wasAwake: boolean };

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
  #lastAdvance: { readonly localMs: number; readonly contextSec: number } | null = null;
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
    this.#detectStall(localMs);
    if (!this.#deps.output.isInterrupted || localMs < this.#retryAtMs) return;
    // while a call lasts, a hidden page has no right to the output
    if (!isPageVisible() && this.#deps.player.context.state === "interrupted") return;
    this.#retryAtMs = localMs + RETRY_MS;
    this.#deps.output.wake();
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
    const { log, output, player, onSleep } = this.#deps;
    const last = this.#lastTick;
    const wasAwake = isPageVisible() || output.isRunning;
    const tick = { localMs, dateMs: Date.now(), contextMs: player.context.currentTime * 1000, wasAwake };
    this.#lastTick = tick;
    if (!last) return;
    const gapMs = Math.max(localMs - last.localMs, tick.dateMs - last.dateMs);
    // the sound plays on while the page is only busy
    const hasPlayed = tick.contextMs - last.contextMs > gapMs / 2;
    if (hasPlayed || gapMs < (last.wasAwake ? SLEEP_MS.awake : SLEEP_MS.hidden)) return;
    log.add("asleep", Math.round(gapMs));
    this.expectChange();
    onSleep();
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
