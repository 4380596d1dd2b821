import {
  addProbe,
  type ClockEstimate,
  type ClockProbe,
  estimateClock,
  toLocalMs,
  toServerMs,
} from "#app/domain/sync/clock-sync.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";

export type RoomClockDeps = {
  /** Returns false while the connection is closed. */
  readonly send: (message: ClientMessage) => boolean;
  readonly localNowMs: () => number;
  /** Runs a function after a delay. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
};

const BURST_PROBES = 8;
/** Time between two probes of a burst. Jitter of up to 1 ms makes the probes meet all phases of the server's milliseconds. */
const PROBE_INTERVAL_MS = 24;
/** Pauses after the first bursts; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000, 10_000];

/**
 * The server's clock on this device. It probes the server in bursts: on connecting and on returning to the page, then at
 * growing intervals while the room plays, and not at all while it does not.
 */
export class RoomClock {
  readonly #deps: RoomClockDeps;
  #probes: readonly ClockProbe[] = [];
  #estimate: ClockEstimate | null = null;
  #epoch: string | null = null;
  #isActive = false;
  #bursts = 0;
  #probesLeft = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(deps: RoomClockDeps) {
    this.#deps = deps;
  }

  get estimate(): ClockEstimate | null {
    return this.#estimate;
  }

  /** Converts device time (`performance.now()`) to server time; null before the first estimate. */
  toServerMs(localMs: number): number | null {
    return this.#estimate && toServerMs(this.#estimate, localMs);
  }

  /** The inverse of `toServerMs`. */
  toLocalMs(serverMs: number): number | null {
    return this.#estimate && toLocalMs(this.#estimate, serverMs);
  }

  /** Starts a series of bursts now, because the connection was opened or the page became visible. */
  startBurst(): void {
    this.#bursts = 0;
    this.#nextBurst();
  }

  /** Drops all probes and starts a burst. The estimate stays in use until there is a new one. */
  restart(): void {
    this.#probes = [];
    this.startBurst();
  }

  /** While inactive, the clock ends its series of bursts. */
  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) this.startBurst();
  }

  receive({ sentLocalMs, serverMs, clockEpoch }: Extract<ServerMessage, { type: "clock" }>): void {
    const receivedLocalMs = this.#deps.localNowMs();
    if (clockEpoch !== this.#epoch) {
      // the room moved to another machine with another clock; the old estimate serves until there is a new one
      this.#epoch = clockEpoch;
      this.#probes = [];
    }
    this.#probes = addProbe(this.#probes, { sentLocalMs, serverMs, receivedLocalMs });
    this.#estimate = estimateClock(this.#probes) ?? this.#estimate;
  }

  close(): void {
    this.#cancelTimer();
  }

  #nextBurst(): void {
    this.#cancelTimer();
    this.#bursts += 1;
    this.#probesLeft = BURST_PROBES;
    this.#probe();
  }

  #probe(): void {
    const { send, localNowMs, after, random } = this.#deps;
    this.#probesLeft -= 1;
    const roundTripMs = this.#estimate?.roundTripMs ?? null;
    const isSent = send({ type: "clock", sentLocalMs: localNowMs(), roundTripMs });
    if (isSent && this.#probesLeft > 0) {
      this.#cancelTimer = after(PROBE_INTERVAL_MS + random(), () => this.#probe());
    } else if (this.#isActive) {
      const pauseMs = PAUSES_MS[Math.min(this.#bursts - 1, PAUSES_MS.length - 1)] ?? 0;
      this.#cancelTimer = after(pauseMs, () => this.#nextBurst());
    } else {
      this.#cancelTimer = () => undefined;
    }
  }
}
