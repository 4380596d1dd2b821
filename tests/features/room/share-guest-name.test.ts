import { beforeEach, expect, it } from "vitest";
import { setGuestName } from "#app/app-state/guest-name.ts";
import { shareGuestName } from "#app/features/room/share-guest-name.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import { OWNER } from "#tests/support/builders.ts";

const AS_GUEST = { type: "snapshot", self: { userId: null, effectiveRole: "guest" } } as ServerMessage;
const SIGNED_IN = { type: "snapshot", self: { userId: OWNER, effectiveRole: "owner" } } as ServerMessage;

function createConnection() {
  const sent: (string | null)[] = [];
  const listeners = new Set<(message: ServerMessage) => void>();
  return {
    sent,
    receive: (message: ServerMessage) => {
      for (const listener of listeners) listener(message);
    },
    send(message: ClientMessage) {
      if (message.type === "set-name") sent.push(message.name);
      return true;
    },
    onMessage(listener: (message: ServerMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

beforeEach(() => setGuestName(null));

it("CN7 sends a chosen name at once, with every connection as a guest, and when it changes", () => {
  setGuestName("Анна");
  const connection = createConnection();
  const stop = shareGuestName(connection);
  expect(connection.sent).toEqual(["Анна"]);
  connection.receive(AS_GUEST);
  expect(connection.sent).toEqual(["Анна", "Анна"]);
  connection.receive(SIGNED_IN);
  setGuestName("Аня");
  setGuestName(null);
  expect(connection.sent).toEqual(["Анна", "Анна", "Аня", null]);
  stop();
  setGuestName("Вера");
  connection.receive(AS_GUEST);
  expect(connection.sent).toHaveLength(4);
});

it("CN7 sends nothing for a guest without a name", () => {
  const connection = createConnection();
  const stop = shareGuestName(connection);
  connection.receive(AS_GUEST);
  expect(connection.sent).toEqual([]);
  stop();
});
