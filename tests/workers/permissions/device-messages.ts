import type { ChatMessageId } from "#app/domain/ids.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";
import { waitUntil } from "#tests/support/wait.ts";
import type { RoomDevice } from "#tests/workers/support/room-socket.ts";
import { newId } from "#workers/crypto/random.ts";
import { prepareCommand, startPlayback } from "./command-calls.ts";
import { DEVICE_MESSAGES } from "./device-requests.ts";
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

/** The reply to a message of the chat: `ok`, or the code of its refusal. */
async function findChatOutcome(device: RoomDevice, message: Extract<ClientMessage, { id: string }>): Promise<string> {
  device.send(message);
  return (await device.next("chat-reply")).error ?? "ok";
}

/** The outcome of a message in the chat, and its place. Without one, the place of a message of another person. */
async function sendToChat(device: RoomDevice): Promise<{ readonly outcome: string; readonly seq: number }> {
  device.send({ type: "chat-send", id: newId<ChatMessageId>(), text: "Привет", mentions: [], replyTo: null });
  const { error, seq } = await device.next("chat-reply");
  return { outcome: error ?? "ok", seq: seq ?? 1 };
}

type Context = Parameters<typeof prepareCommand>[1];

/** The messages of a device beside commands. */
export const OTHER_MESSAGES: Readonly<Record<string, (device: RoomDevice, context: Context) => Promise<string>>> = {
  ...DEVICE_MESSAGES,
  snapshot: async (device) => {
    device.send({ type: "request-snapshot" });
    return (await device.next("snapshot")).entryCount > 0 ? "ok" : "empty";
  },
  clock: async (device) => {
    device.send({ type: "clock", sentLocalMs: 1, roundTripMs: null });
    return (await device.next("clock")).sentLocalMs === 1 ? "ok" : "another reply";
  },
  reaction: async (device, context) => {
    const entryId = await startPlayback(context);
    const readReactions = async () => JSON.stringify((await readRoomState(context.room))?.reactions);
    const before = await readReactions();
    device.send({ type: "reaction", entryId, reaction: 2 });
    await waitUntil(async () => (await readReactions()) !== before);
    return "ok";
  },
  "set-name": async (device) => {
    device.send({ type: "set-name", name: NAME });
    return findNameOutcome(device);
  },
  "chat-send": async (device) => (await sendToChat(device)).outcome,
  "chat-edit": async (device) => {
    const { seq } = await sendToChat(device);
    return findChatOutcome(device, { type: "chat-edit", id: "edit", seq, text: "Поправка", mentions: [] });
  },
  "chat-remove": async (device) => {
    const { seq } = await sendToChat(device);
    return findChatOutcome(device, { type: "chat-remove", id: "remove", seq });
  },
  "chat-typing": async (device) => {
    device.send({ type: "chat-typing", isTyping: true });
    for (;;) {
      const message = await device.nextOf(["error", "chat-typing"]);
      if (message.type === "error") return message.error;
      if (message.typing.some((userId) => userId === device.snapshot.self.userId)) return "ok";
    }
  },
  "chat-read": async (device) => {
    device.send({ type: "chat-read", seq: 1 });
    device.send({ type: "clock", sentLocalMs: 3, roundTripMs: null });
    const message = await device.nextOf(["error", "clock"]);
    return message.type === "error" ? message.error : "ok";
  },
  report: async (device) => {
    device.send({ type: "report", report: { errorMs: 1, boundMs: 1 }, sentLocalMs: 2 });
    // a report is a clock probe too
    const message = await device.nextOf(["error", "clock"]);
    return message.type === "error" ? message.error : "ok";
  },
};

/** The outcome of a command, which must agree with its effect: refusals change nothing, the others change the room. */
export async function runCommand(device: RoomDevice, name: string, context: Context): Promise<string> {
  const command = await prepareCommand(name, context);
  const before = JSON.stringify(await readRoomState(context.room));
  const refusal = await device.command(command);
  const hasChanged = async () => JSON.stringify(await readRoomState(context.room)) !== before;
  if (refusal) return (await hasChanged()) ? `${refusal}, but something has changed` : refusal;
  // the counts of votes follow within a moment
  const changes = waitUntil(hasChanged).catch(() => false);
  return (await changes) ? "ok" : "nothing has changed";
}
