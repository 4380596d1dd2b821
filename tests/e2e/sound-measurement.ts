import type { LaunchOptions } from "@playwright/test";
import { startStallMonitor } from "#tests/support/stall-monitor.ts";
import { type Device, type DeviceOptions, launchDevice, readSyncAccount, recordFor } from "./device.ts";
import { repeatAfterStalls } from "./repeat-after-stalls.ts";

/** One attempt at a measurement. Its devices are closed when it ends. */
export type SoundSession = {
  launch(roomUrl: string, options?: DeviceOptions): Promise<Device>;
  /** Lets the devices play for this long, and watches the machine meanwhile. */
  record(seconds: number): Promise<void>;
  /** Describes how the devices know their distance to the room. One that knows the time too roughly has received late messages. */
  explain(devices: readonly Device[]): Promise<string>;
};

/** On this machine's own network, a browser knows the server's time more precisely than this, unless messages are late. */
const CLOCK_BOUND_MS = 1;

type SoundMeasurement<Result> = {
  readonly launchOptions: LaunchOptions;
  /** Plays and records. An exception is not repeated. */
  readonly measure: (session: SoundSession) => Promise<Result>;
  /** Holds the expectations on what was recorded. */
  readonly check: (result: Result) => void;
};

/** Measures with new devices in each attempt, and repeats after a stall of the machine. */
export function measureSound<Result>({ launchOptions, measure, check }: SoundMeasurement<Result>): Promise<void> {
  let machine: readonly string[] = [];
  return repeatAfterStalls({
    async measure() {
      const { session, stalls, delays, close } = createSession(launchOptions);
      machine = delays;
      try {
        return { result: await measure(session), stalls };
      } finally {
        await close();
      }
    },
    check(result) {
      try {
        check(result);
      } catch (error) {
        if (error instanceof Error) error.message += `\nThe machine during the recordings: ${machine.join("; ")}`;
        throw error;
      }
    },
  });
}

/**
 * `stalls` describes what was found so far, `delays` the worst delays of each recording. Both are only from the time of
 * recordings: launching browsers may be slow.
 */
function createSession(launchOptions: LaunchOptions) {
  const devices: Device[] = [];
  const stalls: string[] = [];
  const delays: string[] = [];
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
      delays.push(monitor.describeWorst());
      stalls.push(...monitor.takeStalls());
      await monitor.stop();
    },
    async explain(explained) {
      const accounts = await Promise.all(explained.map(readSyncAccount));
      const roughMs = accounts.map(({ clockBoundMs }) => clockBoundMs).filter((boundMs) => boundMs > CLOCK_BOUND_MS);
      if (roughMs.length > 0) stalls.push(`browsers knew the server's time to ± ${roughMs.join(" and ")} ms`);
      return accounts.map(({ text }) => text).join("; ");
    },
  };
  const close = async () => void (await Promise.all(devices.map((device) => device.close())));
  return { session, stalls, delays, close };
}
