import { afterEach, expect, it, vi } from "vitest";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import { decodeClientMessage } from "#app/protocol/room-server-codec.ts";
import { INITIAL_CHAT_SUMMARY } from "#app/server-client/room/chat-summary.ts";
import { newEditId, RoomConnection } from "#app/server-client/room/room-connection.ts";
import * as announcing from "#app/ui/announce.ts";
import { clearUndo, offerUndo, undoLast } from "#app/ui/undo-store.ts";
import { buildRoom, editId, entryId } from "#tests/support/builders.ts";
import { createVirtualTime } from "#tests/support/virtual-time.ts";

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

const { playlist, ...STATE } = buildRoom(3);
/** The parts of a snapshot that a connection uses. */
const SNAPSHOT = {
  type: "snapshot",
  revision: 1,
  state: STATE,
  entries: packEntries(playlist),
  entryCount: playlist.length,
  self: { userId: null, effectiveRole: "guest" },
  chat: INITIAL_CHAT_SUMMARY,
};

/** A connection in virtual time, the commands that it has sent, and the function that opens its latest socket. */
function connectLater() {
  const time = createVirtualTime();
  const commands: RoomCommand[] = [];
  const send = (raw: string): void => {
    const message = decodeClientMessage(raw);
    if (message.ok && message.value.type === "command") commands.push(message.value.command);
  };
  const openSocket = () => ({
    readyState: 0,
    send,
    close: () => undefined,
    onmessage: (_: { data: string }): void => undefined,
  });
  let socket = openSocket();
  const connection = new RoomConnection({
    after: time.after,
    random: () => 0,
    connect: () => {
      socket = openSocket();
      // the part of a WebSocket that a room connection uses
      return socket as unknown as WebSocket;
    },
  });
  const open = (): void => {
    socket.readyState = 1;
    socket.onmessage({ data: JSON.stringify(SNAPSHOT) });
  };
  return { connection, commands, time, open };
}

it.each<RoomCommand>([
  { type: "move", entryIds: [entryId(1)], afterEntryId: entryId(2) },
  { type: "remove", entryIds: [entryId(1)] },
  { type: "undo", editId: editId(1) },
  { type: "queue", entryIds: [entryId(1)], isNext: true },
  { type: "vote-queue", entryId: entryId(1), isFor: true },
])("a $type without a connection is sent as soon as there is one", async (command) => {
  const { connection, commands, time, open } = connectLater();
  const settled = vi.fn();
  void connection.command(command).then(settled);
  time.advance(15_000);
  await Promise.resolve();
  expect([settled.mock.calls, commands]).toEqual([[], []]);
  open();
  expect(commands).toEqual([command]);
});

it("a control of playback without a connection fails after some time, and is not sent later", async () => {
  const { connection, commands, time, open } = connectLater();
  const settled = vi.fn();
  void connection.command({ type: "play" }).then(settled);
  time.advance(15_000);
  await Promise.resolve();
  expect(settled.mock.calls).toEqual([["network"]]);
  open();
  expect(commands).toEqual([]);
});

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
