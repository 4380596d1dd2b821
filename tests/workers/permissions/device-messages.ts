import type { RoomDevice } from "#tests/workers/support/room-socket.ts";
import { prepareCommand } from "./command-calls.ts";
import { readRoomState } from "./stored-room.ts";

const NAME = "Соседка";

/** `ok` once the name is announced, or the code of the refusal. */
async function findNameOutcome(device: RoomDevice): Promise<string> {
  for (;;) {
    const message = await device.nextOf(["error", "presence"]);
    if (message.type === "error") return message.error;
    if (message.guestNames?.includes(NAME)) return "ok";
  }
}

/** The messages of a device beside commands. */
export const OTHER_MESSAGES: Readonly<Record<string, (device: RoomDevice) => Promise<string>>> = {
  snapshot: async (device) => {
    device.send({ type: "request-snapshot" });
    return (await device.next("snapshot")).entryCount > 0 ? "ok" : "empty";
  },
  clock: async (device) => {
    device.send({ type: "clock", sentLocalMs: 1, roundTripMs: null });
    return (await device.next("clock")).sentLocalMs === 1 ? "ok" : "another reply";
  },
  "set-name": async (device) => {
    device.send({ type: "set-name", name: NAME });
    return findNameOutcome(device);
  },
  report: async (device) => {
    device.send({ type: "report", report: { errorMs: 1, boundMs: 1 }, sentLocalMs: 2 });
    // a report is a clock probe too
    const message = await device.nextOf(["error", "clock"]);
    return message.type === "error" ? message.error : "ok";
  },
};

/** The outcome of a command, which must agree with its effect: refusals change nothing, the others change the room. */
export async function runCommand(
  device: RoomDevice,
  name: string,
  context: Parameters<typeof prepareCommand>[1],
): Promise<string> {
  const command = await prepareCommand(name, context);
  const before = JSON.stringify(await readRoomState(context.room));
  const refusal = await device.command(command);
  const hasChanged = JSON.stringify(await readRoomState(context.room)) !== before;
  if (refusal) return hasChanged ? `${refusal}, but something has changed` : refusal;
  return hasChanged ? "ok" : "nothing has changed";
}
