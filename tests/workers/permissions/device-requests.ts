import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import type { EditId } from "#app/domain/ids.ts";
import { buildHealth } from "#tests/support/device-builders.ts";
import { findReport, hasReport, idOf, listBecomes, receivedBy, request } from "#tests/workers/support/room-devices.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { newId } from "#workers/crypto/random.ts";
import { clientFor } from "./callers.ts";
import type { prepareCommand } from "./command-calls.ts";
import { createCallerClient } from "./seeded-room.ts";

type Context = Parameters<typeof prepareCommand>[1];
type SendMessage = (device: RoomDevice, context: Context) => Promise<string>;

const EFFECTS = ["device-change", "sound-check"] as const;

/** The outcome of a request about `target`, which must agree with its effect: only a request that succeeds reaches the device. */
async function findOutcome(sender: RoomDevice, target: RoomDevice, value: DeviceRequest): Promise<string> {
  await receivedBy(target, EFFECTS);
  const refusal = await request(sender, value);
  const isClosed = target.socket.readyState !== WebSocket.OPEN;
  const hasEffect = isClosed || value.type === "disconnect" ? isClosed : (await receivedBy(target, EFFECTS)).length > 0;
  if (refusal) return hasEffect ? `${refusal}, but it has reached the device` : refusal;
  if (value.type === "disconnect") await target.closed;
  return hasEffect || value.type === "disconnect" ? "ok" : "it has not reached the device";
}

/** A request about another device of the caller; of a guest, about that of another guest at the same address. */
function aboutOwn(build: (target: RoomDevice) => DeviceRequest): SendMessage {
  return async (device, { callers, caller, room }) => {
    const target = await joinRoom(createCallerClient(callers, caller, room), room.id);
    const outcome = await findOutcome(device, target, build(target));
    target.socket.close(1000);
    return outcome;
  };
}

/** A request about a device of the colleague, who is a participant. */
function aboutOthers(build: (target: RoomDevice) => DeviceRequest): SendMessage {
  return async (device, { callers, room }) => {
    const target = await joinRoom(clientFor(callers.colleague), room.id);
    const outcome = await findOutcome(device, target, build(target));
    target.socket.close(1000);
    return outcome;
  };
}

/** Stops a metronome that the colleague plays on their own device. */
const stopOthers: SendMessage = async (device, { callers, room }) => {
  const target = await joinRoom(clientFor(callers.colleague), room.id);
  const id = newId<EditId>();
  await request(target, { type: "metronome", deviceIds: [idOf(target)] }, id);
  const refusal = await request(device, { type: "stop", id });
  const hasEnded = (await receivedBy(target, ["sound-check-end"])).length > 0;
  target.socket.close(1000);
  if (refusal) return hasEnded ? `${refusal}, but it has ended` : refusal;
  return hasEnded ? "ok" : "it has not ended";
};

const sendReport: SendMessage = async (device) => {
  device.send({ type: "watch-devices", isOn: true });
  device.send({ type: "device-report", report: buildHealth({ name: "Кухня", outputName: "Колонка" }) });
  const list = await listBecomes(device, hasReport(device));
  device.send({ type: "watch-devices", isOn: false });
  return findReport(list, device)?.outputName === "Колонка" ? "ok" : "another report";
};

/** Whether the caller sees the name of the output of a device of the colleague. */
const seeOutput: SendMessage = async (device, { callers, room }) => {
  const target = await joinRoom(clientFor(callers.colleague), room.id);
  device.send({ type: "watch-devices", isOn: true });
  await device.next("device-reports-wanted");
  target.send({ type: "device-report", report: buildHealth({ outputName: "Спальня" }) });
  const list = await listBecomes(device, hasReport(target));
  device.send({ type: "watch-devices", isOn: false });
  target.socket.close(1000);
  return findReport(list, target)?.outputName === null ? "-" : "yes";
};

/** The messages about devices. */
export const DEVICE_MESSAGES: Readonly<Record<string, SendMessage>> = {
  "watch-devices": async (device) => {
    device.send({ type: "watch-devices", isOn: true });
    const { devices } = await device.next("devices");
    device.send({ type: "watch-devices", isOn: false });
    return devices[0]?.id === idOf(device) ? "ok" : "another list";
  },
  "device-report": sendReport,
  "see another's output": seeOutput,
  "change the used device": (device) => {
    return findOutcome(device, device, { type: "change", deviceId: idOf(device), change: { name: "Кухня" } });
  },
  "change own": aboutOwn((target) => ({ type: "change", deviceId: idOf(target), change: { name: "Кухня", volume: 0.5 } })),
  "mute another's": aboutOthers((target) => ({ type: "change", deviceId: idOf(target), change: { isMuted: true } })),
  "rename another's": aboutOthers((target) => ({ type: "change", deviceId: idOf(target), change: { name: "Кухня" } })),
  "disconnect own": aboutOwn((target) => ({ type: "disconnect", deviceId: idOf(target) })),
  "disconnect another's": aboutOthers((target) => ({ type: "disconnect", deviceId: idOf(target) })),
  "test own": aboutOwn((target) => ({ type: "test", deviceIds: [idOf(target)] })),
  "test another's": aboutOthers((target) => ({ type: "test", deviceIds: [idOf(target)] })),
  "metronome another's": aboutOthers((target) => ({ type: "metronome", deviceIds: [idOf(target)] })),
  "calibrate own": calibrating(aboutOwn),
  "calibrate another's": calibrating(aboutOthers),
  "stop another's": stopOthers,
};

/** The next caller must not find a calibration that still runs. */
function calibrating(about: typeof aboutOwn): SendMessage {
  const send = about((target) => ({ type: "calibrate", deviceIds: [idOf(target)] }));
  return async (device, context) => {
    const outcome = await send(device, context);
    for (const message of await receivedBy(device, ["calibration"])) {
      if (message.type === "calibration") await request(device, { type: "stop", id: message.plan.id });
    }
    return outcome;
  };
}
