import { describe, expect, it } from "vitest";
import { RoomClock } from "#app/audio/room-clock.ts";
import { createReportSender } from "#app/features/room/device-reports.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { CLOCK_LINKS, ROUNDING_MS, simulateListener } from "#tests/support/clock-links.ts";
import { type Link, type SimulatedRoom, simulateRoom } from "#tests/support/simulated-room.ts";
import { createVirtualTime, type VirtualTime } from "#tests/support/virtual-time.ts";

const GOOD_LINKS = { breakChance: 0, silentBreakChance: 0, lossChance: 0 };
const OFFSET_MS = 5000;

type Simulation = { readonly time: VirtualTime; readonly room: SimulatedRoom; readonly random: () => number };

/** A guest who listens to a room that plays: connection, clock and reports, as `live-room.client.ts` connects them. */
function joinRoom({ time, room, random }: Simulation, link: Pick<Link, "delayMs" | "jitterMs">) {
  const connection = room.join({ userId: null, role: null }, { ...GOOD_LINKS, ...link });
  const localNowMs = () => time.nowMs() - OFFSET_MS;
  const clock = new RoomClock({ send: connection.send, localNowMs, after: time.after, random });
  connection.onMessage((message) => {
    if (message.type === "clock") clock.receive(message);
    if (message.type === "snapshot") clock.startBurst();
  });
  const report = createReportSender({ connection, localNowMs, nextSlotMs: () => clock.nextSlotMs() });
  const tick = () => {
    clock.setActive(true);
    report({ errorMs: random() * 4, boundMs: clock.estimate?.boundMs ?? 100 });
    time.after(200, tick);
  };
  tick();
  return { clock, errorMs: () => (clock.toServerMs(localNowMs()) ?? Number.NaN) - time.nowMs() - ROUNDING_MS };
}

function listen(link: Pick<Link, "delayMs" | "jitterMs">) {
  const random = seededRandom(4);
  const time = createVirtualTime(1_000_000);
  const room = simulateRoom(time, random);
  return { time, room, ...joinRoom({ time, room, random }, link) };
}

/** A room object stays in memory for this long after a message. */
const AWAKE_MS = 10_000;

/** The share of the time in which a room object with these messages is awake, without the checks, which fall into the same windows. */
function awakeShare(timesMs: readonly number[], { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): number {
  const times = timesMs.filter((ms) => ms >= fromMs && ms < toMs);
  const awakeMs = times.reduce((sum, ms, i) => sum + Math.min(AWAKE_MS, (times[i + 1] ?? toMs) - ms), 0);
  return awakeMs / (toMs - fromMs);
}

/** A clock with a server in the same process, whose offset and epoch the test sets. */
function connect() {
  const time = createVirtualTime();
  const server = { offsetMs: OFFSET_MS, epoch: "1", isConnected: true };
  const sent: ClientMessage[] = [];
  const clock: RoomClock = new RoomClock({
    send: (message) => {
      if (message.type !== "clock" || !server.isConnected) return false;
      sent.push(message);
      const { sentLocalMs } = message;
      time.after(2, () => {
        const serverMs = Math.floor(time.nowMs() + server.offsetMs);
        time.after(2, () => clock.receive({ type: "clock", sentLocalMs, serverMs, clockEpoch: server.epoch }));
      });
      return true;
    },
    localNowMs: time.nowMs,
    after: time.after,
    random: seededRandom(1),
  });
  const errorMs = () => (clock.toServerMs(time.nowMs()) ?? Number.NaN) - time.nowMs() - server.offsetMs - ROUNDING_MS;
  return { time, server, clock, errorMs, countSent };

  /** The number of probes that are sent by this call and in the time after it. */
  function countSent(ms: number, call = (): void => undefined): number {
    const before = sent.length;
    call();
    time.advance(ms);
    return sent.length - before;
  }
}

describe("RoomClock", () => {
  it.each([
    ["a good link", { delayMs: 5, jitterMs: 2 }],
    ["a jittery link", { delayMs: 40, jitterMs: 120 }],
  ])("CL10 on %s a listener sends at most 0.3 messages a second, from the first to the last minute", (_, link) => {
    const { time, room } = listen(link);
    time.advance(600_000);
    const started = room.receivedCount();
    expect(started / 600).toBeLessThanOrEqual(0.3);
    time.advance(600_000);
    const steady = room.receivedCount() - started;
    expect(steady / 600).toBeLessThanOrEqual(0.16);
    expect(steady).toBeGreaterThan(600 / 15 + (600 / 90) * 6);
  });

  it("CL10 the first estimate exists 100 ms after the first answer, and a second later it is accurate", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { simulation, clock } = simulateListener({ link: CLOCK_LINKS.wifi, ppm: 20, seed });
      simulation.time.advance(3 * 24 + 3 + 100);
      expect(clock.estimate).not.toBeNull();
      simulation.time.advance(900);
      const errorMs = (clock.toServerMs(simulation.localNowMs()) ?? 0) - simulation.time.nowMs() - ROUNDING_MS;
      expect(Math.abs(errorMs)).toBeLessThan(1);
    }
  });

  it("CL11 a room with ten listeners sleeps at least 80 % of the time while nothing changes", () => {
    const random = seededRandom(9);
    const time = createVirtualTime(1_000_000);
    const room = simulateRoom(time, random);
    for (let i = 0; i < 10; i++) joinRoom({ time, room, random }, { delayMs: 30, jitterMs: 20 });
    time.advance(300_000);
    const fromMs = time.nowMs();
    time.advance(1_800_000);
    expect(awakeShare(room.messageTimesMs(), { fromMs, toMs: time.nowMs() })).toBeLessThan(0.2);
  });

  it("CL8 stays accurate without more probes while the room object hibernates and wakes", () => {
    const { time, room, errorMs } = listen({ delayMs: 12, jitterMs: 10 });
    for (let minute = 0; minute < 20; minute++) {
      time.advance(30_000);
      room.evict();
      time.advance(30_000);
      expect(Math.abs(errorMs())).toBeLessThan(1);
    }
    expect(room.receivedCount() / 1200).toBeLessThanOrEqual(0.3);
  });

  it("CL8 follows a room object to a machine with another clock", () => {
    const { time, server, clock, errorMs } = connect();
    clock.setActive(true);
    time.advance(300_000);
    server.offsetMs += 8;
    server.epoch = "2";
    clock.startBurst();
    time.advance(1000);
    expect(Math.abs(errorMs())).toBeLessThan(1);
  });

  it("CL7 starts the series again when the server contradicts earlier probes", () => {
    const { time, server, clock, errorMs } = connect();
    clock.setActive(true);
    time.advance(300_000);
    server.offsetMs += 60_000;
    time.advance(70_000);
    expect(Math.abs(errorMs())).toBeLessThan(1);
  });

  it("probes only while the room plays, and sends no more bursts when playback is paused often", () => {
    const { clock, countSent } = connect();
    expect(countSent(60_000, () => clock.startBurst())).toBe(8);
    expect(countSent(10_000, () => clock.setActive(true))).toBeGreaterThan(6);
    let later = 0;
    for (let i = 0; i < 20; i++) {
      later += countSent(100, () => clock.setActive(i % 2 === 1));
    }
    expect(later).toBeLessThanOrEqual(6);
    expect(countSent(600_000, () => clock.setActive(false))).toBe(0);
  });

  it("repeats the series from its beginning after a restart, and after a long time without probes", () => {
    const { time, clock, countSent } = connect();
    clock.setActive(true);
    time.advance(300_000);
    expect(countSent(10_000, () => clock.restart())).toBe(8 + 6 + 6 + 6);
    clock.setActive(false);
    time.advance(200_000);
    expect(countSent(10_000, () => clock.setActive(true))).toBe(8 + 6 + 6 + 6);
  });

  it("sends one burst when the page returns, and then continues", () => {
    const { time, server, clock, countSent } = connect();
    clock.setActive(true);
    time.advance(300_000);
    expect(countSent(5000, () => clock.startBurst())).toBe(6);
    server.isConnected = false;
    expect(countSent(60_000)).toBe(0);
    server.isConnected = true;
    expect(countSent(5000, () => clock.startBurst())).toBe(6);
  });
});
