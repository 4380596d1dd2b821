import { deviceSettings } from "#app/app-state/device-settings.ts";
import { outputDelays } from "#app/app-state/output-delays.ts";
import type { DeviceChange } from "#app/domain/devices/device.ts";
import { applyDeviceChange } from "./apply-device-change.ts";
import type { DeviceEngine } from "./device-engine.ts";
import { createDeviceReporter, type DeviceReporterDeps } from "./device-reporter.ts";
import { followSoundChecks } from "./follow-sound-checks.ts";

/** A change of this device that was made on another one. */
export type RemoteChange = {
  /** Only the settings that are different now. */
  readonly change: DeviceChange;
  /** Who has made it; null for a guest without a name. */
  readonly by: string | null;
};

export type DeviceLinkDeps = DeviceReporterDeps & {
  readonly engine: DeviceEngine;
  /** Keeps the screen on. The link closes it. */
  readonly wakeLock: { setWanted(isOn: boolean): void; close(): void };
  /** Called after a change that was made on another device, for a notice. */
  readonly onRemoteChange: (remote: RemoteChange) => void;
};

/** Connects this device with the devices of its room until it is closed. */
export type DeviceLink = { close(): void };

/**
 * Applies the settings of this device, except those that its sound needs from the start: the room and the player apply these before
 * this is loaded. Follows the requests of other devices, and reports while the room wants reports.
 */
export function createDeviceLink(deps: DeviceLinkDeps): DeviceLink {
  const { connection, engine, wakeLock } = deps;
  const applySettings = () => {
    const { keepsOutputAwake, isLoudspeaker } = deviceSettings.get();
    engine.setKeepAlive(keepsOutputAwake);
    wakeLock.setWanted(isLoudspeaker && engine.status.get().sound === "on");
  };
  applySettings();
  const stops = [
    deviceSettings.subscribe(applySettings),
    engine.status.subscribe(applySettings),
    followChanges(deps),
    followSoundChecks({ connection, engine }),
    logConnection(deps),
    outputDelays.attachSink(engine),
    createDeviceReporter(deps).close,
  ];
  return {
    close() {
      for (const stop of stops) stop();
      wakeLock.close();
    },
  };
}

/** Applies what other devices change on this one. */
function followChanges({ connection, onRemoteChange }: DeviceLinkDeps): () => void {
  return connection.onMessage((message) => {
    if (message.type !== "device-change") return;
    const change = applyDeviceChange(message.change, message);
    if (Object.keys(change).length > 0) onRemoteChange({ change, by: message.by });
  });
}

/** Records in the log of this device when the connection to the room is lost and when it is back. */
function logConnection({ connection, engine }: DeviceLinkDeps): () => void {
  let isLost = false;
  return connection.view.subscribe(() => {
    const state = connection.view.get().connection;
    if (state === "reconnecting" && !isLost) {
      isLost = true;
      engine.log.add("connection-lost");
    } else if (state === "open" && isLost) {
      isLost = false;
      engine.log.add("connection-back");
    }
  });
}
