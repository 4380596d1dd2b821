import { RoomClock } from "#app/audio/room-clock.ts";
import type { ClockEstimate, ClockProbe } from "#app/domain/sync/clock-sync.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

type Delay = (random: () => number) => number;
/** The delays of the two directions, ms. Messages of one direction stay in order, as on a WebSocket. */
export type ClockLink = { readonly upMs: Delay; readonly downMs: Delay };
/** A device whose clock runs `ppm` faster than the server's. */
export type SimulatedDevice = { readonly link: ClockLink; readonly ppm: number; readonly seed: number };
export type ClockSample = {
  /** Since the start. */
  readonly atMs: number;
  /** Estimated minus actual server time. */
  readonly errorMs: number;
  readonly estimate: ClockEstimate;
};

const exponential = (random: () => number, meanMs: number) => -Math.log(1 - random()) * meanMs;
const withSpikes =
  (baseMs: number, meanMs: number, { probability = 0, spikeMs = 0 } = {}): Delay =>
  (random) =>
    baseMs + exponential(random, meanMs) + (random() < probability ? exponential(random, spikeMs) : 0);
const uniform =
  (centerMs: number, reachMs: number): Delay =>
  (random) =>
    Math.max(0, centerMs + (random() * 2 - 1) * reachMs);
const symmetric = (delay: Delay): ClockLink => ({ upMs: delay, downMs: delay });

export const CLOCK_LINKS = {
  clean: symmetric(() => 0.3),
  wifi: symmetric(withSpikes(12, 1.5, { probability: 0.05, spikeMs: 20 })),
  wan: symmetric(withSpikes(22, 2, { probability: 0.03, spikeMs: 30 })),
  lte: symmetric(withSpikes(45, 8, { probability: 0.05, spikeMs: 60 })),
  bufferbloat: symmetric(withSpikes(20, 40)),
  asymmetric: { upMs: withSpikes(80, 3), downMs: withSpikes(40, 3) },
  /** LTE whose directions jitter differently. */
  unevenLte: { upMs: uniform(50, 30), downMs: uniform(50, 60) },
} satisfies Record<string, ClockLink>;

/** The server rounds its timestamps down, which shifts every estimate by this. */
export const ROUNDING_MS = -0.5;

const START_MS = 1_000_000;

/** A clock and a link in virtual time, which is the server's time. */
export type ClockSimulation = {
  readonly time: VirtualTime;
  readonly random: () => number;
  localNowMs(): number;
  sentCount(): number;
  /** Sends one probe. The reply arrives after both delays. */
  exchange(onReply: (probe: ClockProbe) => void): void;
};

export function simulateClock({ link, ppm, seed }: SimulatedDevice): ClockSimulation {
  const time = createVirtualTime(START_MS);
  const random = seededRandom(seed);
  const localNowMs = () => time.nowMs() * (1 + ppm * 1e-6) - 5000;
  let sent = 0;
  let lastUpMs = 0;
  let lastDownMs = 0;
  return {
    time,
    random,
    localNowMs,
    sentCount: () => sent,
    exchange(onReply) {
      sent += 1;
      const sentLocalMs = localNowMs();
      lastUpMs = Math.max(lastUpMs, time.nowMs() + link.upMs(random));
      const serverMs = Math.floor(lastUpMs);
      lastDownMs = Math.max(lastDownMs, lastUpMs + link.downMs(random));
      time.after(lastDownMs - time.nowMs(), () => onReply({ sentLocalMs, serverMs, receivedLocalMs: localNowMs() }));
    },
  };
}

/** Takes a sample each second of `durationMs`, half a second after it begins. */
function sampleErrors(
  { time }: ClockSimulation,
  durationMs: number,
  read: () => { readonly estimate: ClockEstimate; readonly serverMs: number } | null,
): readonly ClockSample[] {
  const samples: ClockSample[] = [];
  time.advance(500);
  for (let atMs = 500; atMs < durationMs; atMs += 1000) {
    const reading = read();
    if (reading) samples.push({ atMs, errorMs: reading.serverMs - time.nowMs(), estimate: reading.estimate });
    time.advance(1000);
  }
  return samples;
}

/** A listener of a room that plays: its `RoomClock`, and the reports that are probes too. */
export function simulateListener(device: SimulatedDevice): {
  readonly simulation: ClockSimulation;
  readonly clock: RoomClock;
  measure(durationMs: number): readonly ClockSample[];
} {
  const simulation = simulateClock(device);
  const { time, random, localNowMs, exchange } = simulation;
  const probe = () =>
    exchange(({ sentLocalMs, serverMs }) => clock.receive({ type: "clock", sentLocalMs, serverMs, clockEpoch: "one" }));
  const send = () => {
    probe();
    return true;
  };
  const clock: RoomClock = new RoomClock({ send, localNowMs, after: time.after, random });
  const report = () => {
    probe();
    // a report follows a report of the worklet, so its time is not a round number
    time.after(clock.nextSlotMs() - localNowMs() + random() * 50, report);
  };
  clock.startBurst();
  clock.setActive(true);
  time.after(1300, report);
  return {
    simulation,
    clock,
    measure: (durationMs) =>
      sampleErrors(simulation, durationMs, () => {
        const { estimate } = clock;
        const serverMs = clock.toServerMs(localNowMs());
        return estimate && serverMs !== null ? { estimate, serverMs } : null;
      }),
  };
}
