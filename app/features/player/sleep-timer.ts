import type { EntryId } from "#app/domain/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";

export const SLEEP_MINUTES = [15, 30, 45, 60] as const;

/** When this device stops listening: after minutes, or at the end of the current track. */
export type SleepChoice = (typeof SLEEP_MINUTES)[number] | "track";

export type SleepState = {
  /** Null while the timer is off. */
  readonly choice: SleepChoice | null;
  /** Rounded up. Null while it is not known, because the room is paused before the end of the track. */
  readonly minutesLeft: number | null;
};

export type SleepTimerDeps = {
  readonly nowMs: () => number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** The current entry and the time until it ends, which is null while the room is paused. */
  readonly readTrack: () => { readonly entryId: EntryId | null; readonly leftMs: number | null };
  /** Lowers the volume to a share of it. */
  readonly setFade: (share: number) => void;
  readonly stop: () => void;
};

const OFF: SleepState = { choice: null, minutesLeft: null };
const FADE_MS = 5 * SECOND_MS;
/** The steps are too small to be noticed, because the player smooths them. */
const FADE_STEP_MS = 100;
/** A repeated track starts again from here. Timers of hidden pages run once a second, so the exact end may pass unseen. */
const TRACK_END_MS = 1200;

/** Fades the sound of this device out after a time, and stops it. */
export class SleepTimer {
  readonly #deps: SleepTimerDeps;
  readonly #state = createStore<SleepState>(OFF);
  #endsAtMs = 0;
  #entryId: EntryId | null = null;
  #lastLeftMs: number | null = null;
  #cancelTick: () => void = () => undefined;

  constructor(deps: SleepTimerDeps) {
    this.#deps = deps;
  }

  get state(): ReadableStore<SleepState> {
    return this.#state;
  }

  /** Starts the timer again, or switches it off. */
  choose(choice: SleepChoice | null): void {
    this.#cancelTick();
    if (this.#state.get().choice !== null) this.#deps.setFade(1);
    if (choice === null) return this.#state.set(OFF);
    this.#entryId = this.#deps.readTrack().entryId;
    this.#lastLeftMs = null;
    if (choice !== "track") this.#endsAtMs = this.#deps.nowMs() + choice * MINUTE_MS;
    this.#tick(choice);
  }

  #tick(choice: SleepChoice): void {
    const leftMs = this.#leftMs(choice);
    if (leftMs !== null && leftMs <= 0) return this.#finish();
    this.#publish({ choice, minutesLeft: leftMs === null ? null : Math.ceil(leftMs / MINUTE_MS) });
    this.#deps.setFade(leftMs === null ? 1 : Math.min(1, leftMs / FADE_MS));
    const isNearEnd = leftMs !== null && leftMs < FADE_MS + SECOND_MS;
    this.#cancelTick = this.#deps.after(isNearEnd ? FADE_STEP_MS : SECOND_MS, () => this.#tick(choice));
  }

  #leftMs(choice: SleepChoice): number | null {
    if (choice !== "track") return this.#endsAtMs - this.#deps.nowMs();
    const { entryId, leftMs } = this.#deps.readTrack();
    // chosen while nothing plays, it is the end of the first track
    this.#entryId ??= entryId;
    const lastMs = this.#lastLeftMs;
    this.#lastLeftMs = leftMs;
    const hasRestarted = leftMs !== null && lastMs !== null && lastMs <= TRACK_END_MS && leftMs > lastMs + TRACK_END_MS;
    return entryId !== this.#entryId || hasRestarted ? 0 : leftMs;
  }

  #finish(): void {
    this.#state.set(OFF);
    this.#deps.stop();
  }

  #publish(state: SleepState): void {
    const { choice, minutesLeft } = this.#state.get();
    if (choice !== state.choice || minutesLeft !== state.minutesLeft) this.#state.set(state);
  }
}
