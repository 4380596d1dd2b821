import type { ListedDevice } from "#app/domain/devices/device.ts";

/** A device of the message `devices` as JSON, so that it is encoded once for all who receive it. */
export function encodeListedDevice(device: ListedDevice): string {
  return JSON.stringify(device);
}

/**
 * The message `devices`.
 *
 * @param devices from `encodeListedDevice`
 */
export function encodeDeviceList(devices: readonly string[], others: number): string {
  return `{"type":"devices","devices":[${devices.join(",")}],"others":${others}}`;
}
