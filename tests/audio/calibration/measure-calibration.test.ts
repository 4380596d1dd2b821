import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { measureCalibration } from "#app/audio/calibration/measure-calibration.ts";
import { createChirp } from "#app/domain/calibration/chirp.ts";
import { soundsOf } from "#app/domain/calibration/sound-window.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { DeviceId } from "#app/domain/ids.ts";

const [LISTENER, DEVICE] = ["listener" as DeviceId, "device" as DeviceId];
const SAMPLE_RATE = 16_000;
/** The server time at the start of the context, ms. */
const CONTEXT_START_MS = 1_700_000_000_000;
const PLAN: CalibrationPlan = {
  id: "plan",
  slots: [LISTENER, DEVICE].map((deviceId, i) => ({ deviceId, startMs: CONTEXT_START_MS + 1500 + 1000 * i })),
  periodMs: 2000,
  rounds: 3,
  lastMs: CONTEXT_START_MS + 7500,
};
const toContextSec = (serverMs: number) => (serverMs - CONTEXT_START_MS) / 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** A recording that grows with the time, up to an end. The device is late. */
function createMicrophone({ lateMs = 0, endSec = 20 }) {
  const samples = new Float32Array(20 * SAMPLE_RATE);
  const chirp = createChirp(SAMPLE_RATE);
  for (const { deviceId, serverMs } of soundsOf(PLAN)) {
    const sec = toContextSec(serverMs) + 0.06 + (deviceId === DEVICE ? lateMs / 1000 : 0);
    samples.set(chirp, Math.round(sec * SAMPLE_RATE));
  }
  const startedMs = Date.now();
  const recordedToSec = () => Math.min(endSec, (Date.now() - startedMs) / 1000);
  return {
    sampleRate: SAMPLE_RATE,
    recordedFromSec: () => 0,
    recordedToSec,
    read(fromSec: number, toSec: number) {
      if (toSec > recordedToSec()) return null;
      return samples.slice(Math.round(fromSec * SAMPLE_RATE), Math.round(toSec * SAMPLE_RATE));
    },
  };
}

/** Lets the time pass until the measurement ends. */
async function finish<T>(measurement: Promise<T>): Promise<T> {
  let isOver = false;
  const end = measurement.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

describe("measuring a calibration", () => {
  it("reports each sound while the plan is played, and then the delays", async () => {
    const onSound = vi.fn();
    const microphone = createMicrophone({ lateMs: 120 });
    const delays = await finish(measureCalibration({ plan: PLAN, microphone, toContextSec, onSound }));
    expect(delays).toEqual([{ deviceId: DEVICE, delayMs: expect.closeTo(120, 1), boundMs: expect.any(Number) }]);
    expect(onSound.mock.calls.map(([progress]) => progress)).toEqual([1, 2, 3, 4, 5, 6, 7].map((done) => ({ done, total: 7 })));
    expect(microphone.recordedToSec()).toBeLessThan(9.5);
  });

  it("ends without a result when it is aborted", async () => {
    const stop = new AbortController();
    const onSound = vi.fn(() => stop.abort());
    const measurement = { plan: PLAN, microphone: createMicrophone({}), toContextSec, onSound, signal: stop.signal };
    expect(await finish(measureCalibration(measurement))).toBeNull();
    expect(onSound).toHaveBeenCalledOnce();
  });

  it("ends without a result when the recording ends", async () => {
    const microphone = createMicrophone({ endSec: 4 });
    expect(await finish(measureCalibration({ plan: PLAN, microphone, toContextSec }))).toBeNull();
  });

  it("ends without a result when the server's time is unknown", async () => {
    const measurement = { plan: PLAN, microphone: createMicrophone({}), toContextSec: () => null };
    expect(await finish(measureCalibration(measurement))).toBeNull();
  });

  it("waits while the output is measured again", async () => {
    const startedMs = Date.now();
    const isKnown = () => {
      const sinceMs = Date.now() - startedMs;
      return (sinceMs > 500 && sinceMs < 3000) || sinceMs > 4500;
    };
    const delays = await finish(
      measureCalibration({
        plan: PLAN,
        microphone: createMicrophone({ lateMs: 120 }),
        toContextSec: (serverMs) => (isKnown() ? toContextSec(serverMs) : null),
      }),
    );
    expect(delays).toEqual([{ deviceId: DEVICE, delayMs: expect.closeTo(120, 1), boundMs: expect.any(Number) }]);
  });
});
