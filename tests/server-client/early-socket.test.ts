import { expect, it } from "vitest";
import { takeEarlySocket } from "#app/server-client/early-socket.ts";

const PATH = "/api/rooms/kitchen/socket?v=1";

class FakeSocket extends EventTarget {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
}

function openEarly(path: string, events: readonly Event[] = []) {
  const socket = new FakeSocket();
  return { socket, page: { earlySocket: { path, socket: socket as unknown as WebSocket, events } } };
}

it("the first caller takes the socket and receives the earlier events in their order", async () => {
  const message = new MessageEvent("message", { data: "welcome" });
  const { socket, page } = openEarly(PATH, [new Event("open"), message]);
  const taken = takeEarlySocket(PATH, page);
  expect(taken).toBe(socket);
  const received: string[] = [];
  socket.addEventListener("open", () => received.push("open"));
  socket.addEventListener("message", (event) => received.push((event as MessageEvent<string>).data));
  await Promise.resolve();
  expect(received).toEqual(["open", "welcome"]);
  expect(takeEarlySocket(PATH, page)).toBeNull();
});

it("a socket of another room, or with other credentials, is closed", () => {
  const { socket, page } = openEarly("/api/rooms/garden/socket?v=1");
  expect(takeEarlySocket(PATH, page)).toBeNull();
  expect(socket.isClosed).toBe(true);
});

it("a page without an early socket has none to take", () => {
  expect(takeEarlySocket(PATH, {})).toBeNull();
});
