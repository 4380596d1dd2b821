import {
  addProbe,
  type ClockEstimate,
  type ClockProbe,
  estimateClock,
  joinProbes,
  toLocalMs,
  toServerMs,
} from "#app/domain/sync/clock-sync.ts";
import { nextSlotMs } from "#app/domain/sync/wake-window.ts";
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

type Burst = { readonly probes: number; readonly pauseMs: number };

/**
 * The bursts of a series, each with the pause after it. The drift is known more precisely the longer it has been observed, so
 * the pauses grow with the time since the first burst. After four minutes, a device sends one burst in each wake window: together
 * with the reports, which are probes too, and the pings, 0.15 messages a second.
 */
const FIRST_BURSTS: readonly Burst[] = [
  { probes: 8, pauseMs: 1000 },
  { probes: 6, pauseMs: 2000 },
  { probes: 6, pauseMs: 4000 },
  { probes: 6, pauseMs: 6000 },
  { probes: 6, pauseMs: 9000 },
  { probes: 6, pauseMs: 13_000 },
  { probes: 4, pauseMs: 18_000 },
  { probes: 4, pauseMs: 30_000 },
  { probes: 4, pauseMs: 45_000 },
  { probes: 4, pauseMs: 55_000 },
  { probes: 4, pauseMs: 60_000 },
];
const REPEATED_PROBES = 7;
/** Time between two probes of a burst. Jitter of up to 1 ms makes the probes meet all phases of the server's milliseconds. */
const PROBE_INTERVAL_MS = 24;
/** The interval of reports, which are probes too, during the first bursts. */
const FIRST_SLOT_MS = 10_000;
/** A new connection or a return to the page continues the series no later than here, because the link may have changed. */
const RETURN_STEP = 3;
/** After a longer time without probes, the series starts again from its beginning. */
const FRESH_MS = 120_000;
/** The number of probes after which a restarted server's clock is either the same as before or another one. */
const JOINED_PROBES = 8;

/**
 * The server's clock on this device. It probes the server in bursts: on connecting and on returning to the page, then at
 * growing intervals while the room plays, and not at all while it does not.
 */
export class RoomClock {
  readonly #deps: RoomClockDeps;
  /** Probes before the room object's latest restart, while it is open whether its clock is still the same. */
  #earlierProbes: readonly ClockProbe[] = [];
  #probes: readonly ClockProbe[] = [];
  #estimate: ClockEstimate | null = null;
  #epoch: string | null = null;
  #isActive = false;
  #step = 0;
  /** Where in a wake window this device sends. */
  readonly #slotShare: number;
  #probesLeft = 0;
  /** Device time, ms, of the next burst. */
  #dueMs = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(deps: RoomClockDeps) {
    this.#deps = deps;
    this.#slotShare = deps.random();
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

  /** When this device sends what can wait, device time, ms: soon during the first bursts, then in the next wake window. */
  nextSlotMs(): number {
    const nowMs = this.#deps.localNowMs();
    const serverMs = this.#step < FIRST_BURSTS.length ? null : this.toServerMs(nowMs);
    const slotMs = serverMs === null ? null : this.toLocalMs(nextSlotMs(serverMs, this.#slotShare));
    return slotMs ?? nowMs + FIRST_SLOT_MS;
  }

  /** Sends a burst now, because the connection was opened or the page became visible. */
  startBurst(): void {
    this.#step = this.#isFresh() ? Math.min(this.#step, RETURN_STEP) : 0;
    this.#sendBurst();
  }

  /** Drops all probes and starts a series of bursts. The estimate stays in use until there is a new one. */
  restart(): void {
    this.#earlierProbes = [];
    this.#probes = [];
    this.startBurst();
  }

  /** While inactive, the clock sends no bursts on its own. */
  setActive(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (!isActive || this.#probesLeft > 0) return;
    if (this.#isFresh()) this.#waitForBurst();
    else this.startBurst();
  }

  /** Receives the server's answer to a probe or to a report. */
  receive({ sentLocalMs, serverMs, clockEpoch }: Extract<ServerMessage, { type: "clock" }>): void {
    const receivedLocalMs = this.#deps.localNowMs();
    if (clockEpoch !== this.#epoch) {
      // the room object restarted, perhaps on a machine with another clock
      this.#epoch = clockEpoch;
      this.#earlierProbes = joinProbes(this.#earlierProbes, this.#probes);
      this.#probes = [];
    }
    const before = this.#probes;
    this.#probes = addProbe(before, { sentLocalMs, serverMs, receivedLocalMs });
    const isContradiction = before.length > 1 && this.#probes.length === 1;
    const isOtherClock = this.#joinEarlierProbes();
    if ((isContradiction || isOtherClock) && this.#step > 0) {
      this.#step = 0;
      this.#sendBurst();
    }
  }

  close(): void {
    this.#cancelTimer();
  }

  /** Updates the estimate. Returns true if the room object's clock is found to be another one than before its restart. */
  #joinEarlierProbes(): boolean {
    const joined = this.#earlierProbes.length > 0 ? joinProbes(this.#earlierProbes, this.#probes) : this.#probes;
    this.#estimate = estimateClock(joined) ?? this.#estimate;
    const isOtherClock = joined === this.#probes && this.#earlierProbes.length > 0;
    if (isOtherClock || this.#probes.length >= JOINED_PROBES) {
      this.#probes = joined;
      this.#earlierProbes = [];
    }
    return isOtherClock;
  }

  #isFresh(): boolean {
    const latest = this.#probes[this.#probes.length - 1] ?? this.#earlierProbes[this.#earlierProbes.length - 1];
    return latest !== undefined && this.#deps.localNowMs() - latest.receivedLocalMs < FRESH_MS;
  }

  #sendBurst(): void {
    this.#cancelTimer();
    this.#probesLeft = FIRST_BURSTS[this.#step]?.probes ?? REPEATED_PROBES;
    this.#probe();
  }

  #probe(): void {
    const { send, localNowMs, after, random } = this.#deps;
    this.#probesLeft -= 1;
    const roundTripMs = this.#estimate?.roundTripMs ?? null;
    const isSent = send({ type: "clock", sentLocalMs: localNowMs(), roundTripMs });
    if (isSent && this.#probesLeft > 0) {
      this.#cancelTimer = after(PROBE_INTERVAL_MS + random(), () => this.#probe());
      return;
    }
    this.#probesLeft = 0;
    const burst = FIRST_BURSTS[this.#step];
    this.#dueMs = burst ? localNowMs() + burst.pauseMs : this.nextSlotMs();
    this.#step += 1;
    this.#waitForBurst();
  }

  #waitForBurst(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.after(Math.max(0, this.#dueMs - this.#deps.localNowMs()), () => {
      if (this.#isActive) this.#sendBurst();
    });
  }
}
