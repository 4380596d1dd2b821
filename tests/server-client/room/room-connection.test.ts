import { expect, it } from "vitest";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";

it("the messages of a batch are received in their order", () => {
  const socket: Pick<WebSocket, "readyState"> & { onmessage?: (event: { data: string }) => void } = { readyState: 0 };
  const connection = new RoomConnection({
    after: () => () => undefined,
    random: () => 0,
    // the part of a WebSocket that a room connection uses
    connect: () => socket as unknown as WebSocket,
  });
  const received: string[] = [];
  connection.onMessage(({ type }) => void received.push(type));
  const self = { userId: null, effectiveRole: "viewer" };
  const messages = [{ type: "self", self }, { type: "members-changed" }];
  socket.onmessage?.({ data: JSON.stringify({ type: "batch", messages }) });
  expect(received).toEqual(["self", "members-changed"]);
  expect(connection.view.get()).toMatchObject({ self, memberChanges: 1 });
});
