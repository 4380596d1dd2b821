import type { LaunchOptions } from "@playwright/test";
import { startStallMonitor } from "#tests/support/stall-monitor.ts";
import { type Device, type DeviceOptions, launchDevice, recordFor } from "./device.ts";
import { test } from "./test.ts";

const ATTEMPTS_MAX = 5;
const ATTEMPT_TIMEOUT_MS = 60_000;

/** One attempt at a measurement. Its devices are closed when it ends. */
export type SoundSession = {
  launch(roomUrl: string, options?: DeviceOptions): Promise<Device>;
  /** Lets the devices play for this long, and watches the machine meanwhile. */
  record(seconds: number): Promise<void>;
};

type SoundMeasurement<Result> = {
  readonly launchOptions: LaunchOptions;
  /** Plays and records. An exception is not repeated. */
  readonly measure: (session: SoundSession) => Promise<Result>;
  /** Holds the expectations on what was recorded. */
  readonly check: (result: Result) => void;
};

/**
 * Measures sound and checks the result. A virtual machine is sometimes stopped for longer than an audio buffer lasts, and
 * then no app can play in time. If the check fails and the machine stood still during a recording, the measurement is
 * repeated from the start, with new devices. It fails for good without such evidence, or in the fifth attempt: a fault of
 * the app that stalls its own audio thread shows in every attempt.
 */
export async function measureSound<Result>({ launchOptions, measure, check }: SoundMeasurement<Result>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { session, stalls, close } = createSession(launchOptions);
    try {
      const result = await measure(session);
      const failure = catchFailure(() => check(result));
      if (!failure) return;
      if (stalls.length === 0 || attempt === ATTEMPTS_MAX) throw failure.error;
    } finally {
      await close();
    }
    console.log(`    the machine stood still (${stalls.join(", ")}): repeating, attempt ${attempt + 1} of ${ATTEMPTS_MAX}`);
    test.setTimeout(test.info().timeout + ATTEMPT_TIMEOUT_MS);
  }
}

function catchFailure(check: () => void): { readonly error: unknown } | null {
  try {
    check();
    return null;
  } catch (error) {
    return { error };
  }
}

/** `stalls` describes what was found so far, only from the time of recordings: launching browsers may be slow. */
function createSession(launchOptions: LaunchOptions) {
  const devices: Device[] = [];
  const stalls: string[] = [];
  const recorded: { readonly fromMs: number; readonly toMs: number }[] = [];
  const session: SoundSession = {
    async launch(roomUrl, options) {
      const device = await launchDevice(launchOptions, roomUrl, options);
      devices.push(device);
      const takeRecording = async () => {
        const recording = await device.takeRecording();
        const underruns = recording.underrunsMs.filter((ms) => recorded.some(({ fromMs, toMs }) => fromMs <= ms && ms <= toMs));
        if (underruns.length > 0) stalls.push(`output underruns of a browser: ${underruns.length}`);
        return recording;
      };
      return { ...device, takeRecording };
    },
    async record(seconds) {
      const monitor = startStallMonitor();
      const fromMs = Date.now();
      await recordFor(seconds);
      recorded.push({ fromMs, toMs: Date.now() });
      stalls.push(...(await monitor.stop()));
    },
  };
  const close = async () => void (await Promise.all(devices.map((device) => device.close())));
  return { session, stalls, close };
}
