import type { OutputEstimate } from "#app/domain/sync/output-estimate.ts";
import { delay } from "#app/lib/retry.ts";
import { OutputClock, runReadings } from "./output-clock.ts";
import type { PlayerNode } from "./player-node.ts";
import { restartSilentAudio, resumeSilentAudio, silentAudioSec } from "./silent-audio.ts";

export type OutputDeps = {
  readonly player: Pick<PlayerNode, "context" | "route" | "resume" | "suspend">;
  readonly localNowMs: () => number;
  /** Whether nothing plays, so that the output can be opened again without a hole in the music. */
  readonly mayReopen: () => boolean;
  /** Called when the first estimate is known, and when the output starts or stops. */
  readonly onChange: () => void;
};

/** When the output may be opened again, ms after its start: when the page has done what a start takes, and once more after that. */
const REOPEN_AFTER_MS: readonly number[] = [500, 2000];

/** A browser that does not resume an output in this time, ms, needs a gesture for it, or has no output. */
const RESUME_MS = 2000;

/** The output of an audio context: whether it runs, and which of the context's time is heard. */
export class Output {
  readonly #deps: OutputDeps;
  readonly #clock: OutputClock;
  #isReopening = false;
  #wasRunning = false;
  #hasRun = false;
  #isStopped = false;
  #cancelReadings: () => void = () => undefined;
  #cancelReopening: () => void = () => undefined;

  constructor(deps: OutputDeps) {
    const { player, localNowMs } = deps;
    const { context, route } = player;
    this.#deps = deps;
    this.#clock = new OutputClock({ context, route, localNowMs, mediaSec: silentAudioSec });
    context.onstatechange = () => this.#handleStateChange();
    this.restart();
  }

  get isRunning(): boolean {
    return this.#isReopening || this.#deps.player.context.state === "running";
  }

  /** Whether the user has stopped it. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Starts the output. Must be called during a user gesture. */
  async start(): Promise<void> {
    this.#isStopped = false;
    await this.#deps.player.resume();
  }

  /** Stops the output. Only `start` starts it again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelReopening();
    await this.#deps.player.suspend();
  }

  /** Null until the output has played for a moment. */
  get estimate(): OutputEstimate | null {
    return this.#clock.estimate;
  }

  /** Whether it has just started, so that the estimate may still move. */
  get isSettling(): boolean {
    return this.isRunning && this.#clock.isSettling;
  }

  /** Takes a reading in addition to the output's own. */
  sample(): void {
    this.#clock.sample();
  }

  /** Measures the output from nothing, because another one may have taken its place. The sound goes on meanwhile. */
  replace(): void {
    this.#clock.forget();
    this.restart();
  }

  /** Measures a running output again after a sleep, and opens it again if it would go on moving. */
  recover(): void {
    this.restart();
    if (!this.#clock.movesAfterSleep) return;
    restartSilentAudio();
    void this.revive();
  }

  /** Measures a running output again. The sound goes on meanwhile. */
  restart(): void {
    if (!this.isRunning) return;
    this.#wasRunning = true;
    this.#hasRun = true;
    this.#clock.reset();
    this.#takeReadings();
  }

  /** Whether the browser has stopped an output that has run before, for example for a phone call. */
  get isInterrupted(): boolean {
    return this.#hasRun && !this.isRunning && !this.#isStopped && this.#deps.player.context.state !== "closed";
  }

  /**
   * Resumes an interrupted output. A browser that requires a gesture refuses; the user then presses the button again.
   */
  wake(): void {
    if (!this.#isStopped) resumeSilentAudio();
    if (this.isInterrupted) void this.#deps.player.resume().catch(() => undefined);
  }

  /** Opens an output again that the browser has lost: it counts as running, and its time does not advance. */
  async revive(): Promise<void> {
    if (!this.isRunning || this.#isReopening) return;
    await this.#openAgain();
    this.restart();
    this.#handleStateChange();
  }

  /** Counts as running during an operation for which the browser may stop it for a moment, if it runs now. */
  async keepRunning(operate: () => Promise<void>): Promise<void> {
    if (!this.isRunning || this.#isReopening) return operate();
    this.#isReopening = true;
    try {
      await operate();
    } finally {
      this.#isReopening = false;
      this.#handleStateChange();
    }
  }

  close(): void {
    this.#cancelReadings();
    this.#cancelReopening();
    this.#deps.player.context.onstatechange = null;
  }

  /** Events come late: when a reopened output is running again, two of them still report it. */
  #handleStateChange(): void {
    if (this.isRunning === this.#wasRunning) return;
    this.#wasRunning = this.isRunning;
    this.#cancelReadings();
    this.#cancelReopening();
    this.restart();
    this.#deps.onChange();
  }

  #takeReadings(): void {
    this.#cancelReadings();
    this.#cancelReadings = runReadings(this.#clock, this.#deps.onChange);
    this.#cancelReopening();
    const timers = REOPEN_AFTER_MS.map((ms) => setTimeout(() => void this.#reopen(), ms));
    this.#cancelReopening = () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }

  /** OC11: opens the output again while nothing plays, if its start was unsteady because the page was busy. */
  async #reopen(): Promise<void> {
    const { mayReopen } = this.#deps;
    if (this.#isReopening || !mayReopen() || !this.#clock.shouldReopen) return;
    await this.#openAgain();
    if (this.isRunning) {
      this.#clock.reopen();
      this.#takeReadings();
    }
    this.#handleStateChange();
  }

  async #openAgain(): Promise<void> {
    const { player } = this.#deps;
    this.#isReopening = true;
    try {
      await player.context.suspend();
      if (!this.#isStopped) await Promise.race([player.resume(), delay(RESUME_MS)]);
    } catch {
      // closed meanwhile, or interrupted, which the state shows
    }
    this.#isReopening = false;
  }
}
