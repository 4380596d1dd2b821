import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import type { EditId } from "#app/domain/ids.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { newId } from "#workers/crypto/random.ts";
import type { RoomDevice } from "./room-socket.ts";

export const idOf = (device: RoomDevice) => device.snapshot.deviceId;
export const closeAll = (devices: readonly RoomDevice[]) => {
  for (const { socket } of devices) socket.close(1000);
};

/** Sends a request about devices. Returns the code of its refusal; null if it succeeds. */
export async function request(device: RoomDevice, value: DeviceRequest, id = newId<EditId>()): Promise<string | null> {
  device.send({ type: "device-request", id, request: value });
  for (;;) {
    const reply = await device.next("reply");
    if (reply.id === id) return reply.error;
  }
}

/** Probes the clock and returns which of these messages have arrived by then, unread. */
export async function receivedBy(
  device: RoomDevice,
  types: readonly ServerMessage["type"][],
): Promise<readonly ServerMessage[]> {
  const received: ServerMessage[] = [];
  device.send({ type: "clock", sentLocalMs: 77, roundTripMs: null });
  for (;;) {
    const message = await device.nextOf([...types, "clock"]);
    if (message.type === "clock" && message.sentLocalMs === 77) return received;
    received.push(message);
  }
}

type DeviceList = Extract<ServerMessage, { type: "devices" }>;

/** Waits for a list of devices that is as expected. */
export async function listBecomes(device: RoomDevice, isExpected: (list: DeviceList) => boolean): Promise<DeviceList> {
  for (;;) {
    const list = await device.next("devices");
    if (isExpected(list)) return list;
  }
}

/** Whether the list has a report of the device. */
export const hasReport = (of: RoomDevice) => (list: DeviceList) => findReport(list, of) !== null;

export function findReport({ devices }: DeviceList, of: RoomDevice) {
  return devices.find(({ id }) => id === idOf(of))?.report ?? null;
}
