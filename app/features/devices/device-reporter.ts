import { deviceSettings } from "#app/app-state/device-settings.ts";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { type DeviceHealth, parseDeviceName } from "#app/domain/devices/device.ts";
import { startTimer } from "#app/lib/timer.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { type DeviceDescription, describeDevice, type PlatformHints, readPlatformHints } from "./describe-device.ts";
import { type DeviceEngine, findTrouble } from "./device-engine.ts";
import { toDeviceHealth } from "./device-health.ts";
import { ReportSchedule } from "./report-schedule.ts";

export type DeviceReporterDeps = {
  readonly connection: Pick<RoomConnection, "view" | "onMessage" | "send">;
  readonly engine: Pick<DeviceEngine, "status" | "log" | "serverNowMs">;
  /** The name of a device whose user has chosen none, such as "Ann's iPhone". */
  readonly formatDefaultName: (description: DeviceDescription) => string;
  /** The platform of this browser. */
  readonly readHints?: () => Promise<PlatformHints>;
};

/** Sends the reports of this device while the room wants them, and soon after its settings have changed. */
export function createDeviceReporter(deps: DeviceReporterDeps): { readonly close: () => void } {
  const { connection } = deps;
  let hints: PlatformHints = { userAgent: "", touchPoints: 0, platform: null, model: null };
  let sent = "";
  const readReport = () => readHealth(deps, describeDevice(hints));
  const schedule = new ReportSchedule({
    nowMs: () => performance.now(),
    after: startTimer,
    random: Math.random,
    send() {
      const report = readReport();
      sent = toSignature(report);
      connection.send({ type: "device-report", report });
    },
  });
  const checkChange = () => {
    if (schedule.isActive && toSignature(readReport()) !== sent) schedule.notifyChange();
  };
  const stops = [
    followWishes(connection, schedule),
    deviceSettings.subscribe(checkChange),
    outputDelays.delayMs.subscribe(checkChange),
    () => schedule.end(),
  ];
  void (deps.readHints ?? readPlatformHints)().then((platform) => {
    hints = platform;
    // a wish may have arrived before this was loaded
    const { reportsWanted } = connection.view.get();
    if (reportsWanted && !schedule.isActive) schedule.setWanted(reportsWanted);
    checkChange();
  });
  return {
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Starts and ends the schedule as the room wishes. Returns the function that stops following it. */
function followWishes(connection: DeviceReporterDeps["connection"], schedule: ReportSchedule): () => void {
  const stops = [
    connection.onMessage((message) => {
      if (message.type === "device-reports-wanted") schedule.setWanted(message.wanted);
    }),
    connection.view.subscribe(() => {
      // the room repeats its wish to each new connection
      if (connection.view.get().connection !== "open") schedule.end();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The settings, which are reported early when they change. The rest changes on many devices at once, as when the music starts. */
function toSignature({ name, role, volume, isMuted, delayMs }: DeviceHealth): string {
  return JSON.stringify([name, role, volume, isMuted, delayMs]);
}

function readHealth(
  { connection, engine, formatDefaultName }: DeviceReporterDeps,
  description: DeviceDescription,
): DeviceHealth {
  const settings = deviceSettings.get();
  return toDeviceHealth({
    name: settings.name ?? parseDeviceName(formatDefaultName(description)) ?? "",
    kind: description.kind,
    settings,
    delayMs: outputDelays.delayMs.get(),
    outputName: outputDelays.current.get().name,
    status: engine.status.get(),
    playback: connection.view.get().confirmed?.playback ?? null,
    serverNowMs: engine.serverNowMs(),
    trouble: findTrouble(engine.log.get()),
    nowMs: Date.now(),
  });
}
