import { DEFAULT_OUTPUT_KEY } from "./stored-delays.ts";

/** An output of this device, such as a loudspeaker. */
export type AudioOutput = {
  /** Identifies the physical output, whether it was chosen or is the system's. `default` if the browser does not name it. */
  readonly key: string;
  /** Null if the browser does not name it. */
  readonly name: string | null;
  /** For `setSink`; empty for the system's output. */
  readonly sinkId: string;
};

/** The part of a `MediaDeviceInfo` that counts. */
export type MediaDevice = Pick<MediaDeviceInfo, "deviceId" | "groupId" | "kind" | "label">;

export const SYSTEM_OUTPUT: AudioOutput = { key: DEFAULT_OUTPUT_KEY, name: null, sinkId: "" };

/** Chrome lists the system's outputs a second time under these ids, beside the physical ones. */
const SYSTEM_IDS: readonly string[] = ["", "default", "communications"];

/** The outputs that can be chosen: the system's first, then the physical ones that the browser names. */
export function listOutputs(devices: readonly MediaDevice[]): readonly AudioOutput[] {
  const physical = listPhysical(devices).map(toOutput);
  return [findSystemOutput(devices), ...physical];
}

/**
 * The system's output, with the key of the physical one behind it where the browser says which one that is: Chrome appends its
 * label to the label of `default`, and both have the same group.
 */
export function findSystemOutput(devices: readonly MediaDevice[]): AudioOutput {
  const system = devices.find(({ kind, deviceId }) => kind === "audiooutput" && deviceId === "default");
  if (!system) return SYSTEM_OUTPUT;
  const physical = listPhysical(devices);
  const named = physical.filter(({ label }) => label !== "" && system.label.endsWith(label));
  const grouped = physical.filter(({ groupId }) => groupId !== "" && groupId === system.groupId);
  const both = named.filter((device) => grouped.includes(device));
  const found = [both, named, grouped].find((candidates) => candidates.length === 1)?.[0];
  return found ? { ...toOutput(found), sinkId: "" } : { ...SYSTEM_OUTPUT, name: system.label || null };
}

function listPhysical(devices: readonly MediaDevice[]): readonly MediaDevice[] {
  return devices.filter(({ kind, deviceId }) => kind === "audiooutput" && !SYSTEM_IDS.includes(deviceId));
}

function toOutput({ deviceId, label }: MediaDevice): AudioOutput {
  return { key: deviceId, name: label || null, sinkId: deviceId };
}
