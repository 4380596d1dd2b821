import { expect, it } from "vitest";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { applyMessage, INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";

function receive(view: RoomView, message: ServerMessage): RoomView {
  const next = applyMessage(view, message);
  if (next === "missed") throw new Error("a snapshot is needed");
  return next;
}

it("CN8 the names of guests stay until a message has others", () => {
  const named = receive(INITIAL_ROOM_VIEW, { type: "presence", present: [], guests: 2, guestNames: ["Анна"] });
  expect(named).toMatchObject({ guests: 2, guestNames: ["Анна"] });
  const joined = receive(named, { type: "presence", present: [], guests: 3, guestNames: null });
  expect(joined).toMatchObject({ guests: 3, guestNames: ["Анна"] });
  const left = receive(joined, { type: "presence", present: [], guests: 2, guestNames: [] });
  expect(left).toMatchObject({ guests: 2, guestNames: [] });
});
