import { afterEach, expect, it, vi } from "vitest";
import { newEditId, RoomConnection } from "#app/server-client/room/room-connection.ts";
import * as announcing from "#app/ui/announce.ts";
import { clearUndo, offerUndo, undoLast } from "#app/ui/undo-store.ts";

afterEach(clearUndo);

/** A connection whose socket receives what the test gives it. Timers other than those of the next task never end. */
function connect() {
  const socket: Pick<WebSocket, "readyState"> & { onmessage?: (event: { data: string }) => void } = { readyState: 0 };
  const connection = new RoomConnection({
    after: (ms, run) => {
      if (ms === 0) setTimeout(run);
      return () => undefined;
    },
    random: () => 0,
    // the part of a WebSocket that a room connection uses
    connect: () => socket as unknown as WebSocket,
  });
  return { connection, receive: (message: object) => socket.onmessage?.({ data: JSON.stringify(message) }) };
}

it("the messages of a batch are received in their order", () => {
  const { connection, receive } = connect();
  const received: string[] = [];
  connection.onMessage(({ type }) => void received.push(type));
  const self = { userId: null, effectiveRole: "viewer" };
  const messages = [{ type: "self", self }, { type: "members-changed" }];
  receive({ type: "batch", messages });
  expect(received).toEqual(["self", "members-changed"]);
  expect(connection.view.get()).toMatchObject({ self, memberChanges: 1 });
});

it("UD5 an action whose reply is on its way is undone before an earlier one", async () => {
  vi.stubGlobal("window", { innerWidth: 1200 });
  vi.spyOn(announcing, "announce").mockReturnValue();
  const { connection, receive } = connect();
  const undone: string[] = [];
  const texts = { label: "Undo", done: "Undone", offline: "No connection" };
  const offer = (title: string) => {
    const undo = async () => {
      undone.push(title);
      return { type: "done" } as const;
    };
    offerUndo({ title, undo }, texts);
  };
  offer("earlier");
  const id = newEditId();
  const changing = connection.command({ type: "remove", entryIds: [] }, id).then(() => offer("latest"));
  const undoing = undoLast(connection.whenAnswered);
  await new Promise((resolve) => setTimeout(resolve));
  expect(undone).toEqual([]);
  receive({ type: "reply", id, error: null });
  await Promise.all([changing, undoing]);
  await vi.waitFor(() => expect(undone).toEqual(["latest"]));
  vi.unstubAllGlobals();
});
