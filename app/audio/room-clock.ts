import {
  type ClockEstimate,
  type ClockProbe,
  estimateClock,
  toLocalMs,
  toServerMs,
  withProbe,
} from "#app/domain/sync/clock-sync.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";

/**
 * The room's time on this device. It asks the server in bursts: at once on joining and on coming back, then sparsely
 * while something plays, and not at all while nothing does.
 */
export type RoomClock = {
  /** Server time at a moment of this device (`performance.now()`), or null before the first burst is through. */
  toServerMs(localMs: number): number | null;
  toLocalMs(serverMs: number): number | null;
  estimate(): ClockEstimate | null;
  /** Begins a burst now: the socket is open, or the page has come back. */
  burst(): void;
  /** Forgets what was learnt, but for going on with it until a burst has said better. */
  restart(): void;
  /** Whether it is worth knowing the time. */
  setActive(isActive: boolean): void;
  take(message: Extract<ServerMessage, { type: "clock" }>): void;
  close(): void;
};

/** What the clock needs from around it. */
export type RoomClockDeps = {
  /** False while there is nobody to ask. */
  send(message: ClientMessage): boolean;
  localNowMs(): number;
  after(ms: number, run: () => void): () => void;
  random(): number;
};

const BURST = 8;
/** Between the probes of a burst, plus up to a millisecond of dither so that they meet the server's tick anywhere. */
const SPACING_MS = 24;
/** The first bursts follow each other soon, the later ones at the last of these. */
const PAUSES_MS = [1000, 2000, 4000, 10_000];

export function createRoomClock(deps: RoomClockDeps): RoomClock {
  let probes: readonly ClockProbe[] = [];
  let estimate: ClockEstimate | null = null;
  let epoch: string | null = null;
  let isActive = false;
  let bursts = 0;
  let left = 0;
  let cancel: () => void = () => undefined;

  function probe(): void {
    left -= 1;
    const roundTripMs = estimate?.roundTripMs ?? null;
    const isSent = deps.send({ type: "clock", sentLocalMs: deps.localNowMs(), roundTripMs });
    if (isSent && left > 0) cancel = deps.after(SPACING_MS + deps.random(), probe);
    else cancel = isActive ? deps.after(PAUSES_MS[Math.min(bursts, PAUSES_MS.length - 1)] ?? 0, burst) : () => undefined;
  }

  function burst(): void {
    cancel();
    bursts += 1;
    left = BURST;
    probe();
  }

  return {
    toServerMs: (localMs) => estimate && toServerMs(estimate, localMs),
    toLocalMs: (serverMs) => estimate && toLocalMs(estimate, serverMs),
    estimate: () => estimate,
    burst() {
      bursts = 0;
      burst();
    },
    restart() {
      probes = [];
      bursts = 0;
      burst();
    },
    setActive(active) {
      if (active === isActive) return;
      isActive = active;
      if (!active) return;
      bursts = 0;
      burst();
    },
    take({ sentLocalMs, serverMs, clockEpoch }) {
      const receivedLocalMs = deps.localNowMs();
      if (clockEpoch !== epoch) {
        // another machine answers now: what was learnt of the old one's clock is void, but good to go on with meanwhile
        epoch = clockEpoch;
        probes = [];
      }
      probes = withProbe(probes, { sentLocalMs, serverMs, receivedLocalMs });
      estimate = estimateClock(probes) ?? estimate;
    },
    close: () => cancel(),
  };
}
