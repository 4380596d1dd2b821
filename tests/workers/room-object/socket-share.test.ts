import { expect, it } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { joinRoom, openSocket } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { withLimits } from "#tests/workers/support/with-limits.ts";
import { isolateRoomSockets, RoomSockets } from "#workers/work/room-sockets.ts";

const ELSEWHERE = "another room object";

async function readCloseCode(socket: WebSocket): Promise<number> {
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.accept();
  return closed;
}

it("WK3 an address has a share of the sockets of all rooms together", async () => {
  const { id } = await createRoomWithTracks();
  const client = createClient({ address: "10.55.0.1" });
  isolateRoomSockets.set(ELSEWHERE, "10.55.0.1", connectionLimits.roomSockets.perHolder - 1);
  const device = await joinRoom(client, id);
  expect(await readCloseCode(await openSocket(client, id))).toBe(4429);
  const other = await joinRoom(createClient(), id);
  device.socket.close(1000);
  await device.closed;
  await expect.poll(() => isolateRoomSockets.ask("10.55.0.1").isAdmitted).toBe(true);
  const again = await joinRoom(client, id);
  for (const { socket } of [other, again]) socket.close(1000);
  isolateRoomSockets.clear(ELSEWHERE);
});

it("WK3 when all are taken, a socket of the address with the most is closed, in whatever room it is", async () => {
  const rooms = [await createRoomWithTracks(), await createRoomWithTracks()] as const;
  const greedy = createClient({ address: "10.55.0.2" });
  const devices = [
    await joinRoom(greedy, rooms[0].id),
    await joinRoom(greedy, rooms[0].id),
    await joinRoom(greedy, rooms[1].id),
  ];
  // more than an object that other tests have ended has left behind
  isolateRoomSockets.set(ELSEWHERE, "10.55.0.2", 100);
  await withLimits(connectionLimits.roomSockets, { inAll: 3 }, async () => {
    const honest = await joinRoom(createClient(), rooms[1].id);
    expect((await devices[0]?.closed)?.code).toBe(4429);
    expect(honest.snapshot).toBeTruthy();
    honest.socket.close(1000);
  });
  isolateRoomSockets.clear(ELSEWHERE);
  for (const { socket } of devices.slice(1)) socket.close(1000);
});

it("a room object that starts again counts its sockets once", () => {
  const sockets = new RoomSockets();
  sockets.set("kitchen", "10.55.0.3", connectionLimits.roomSockets.perHolder);
  expect(sockets.ask("10.55.0.3").isAdmitted).toBe(false);
  sockets.clear("kitchen");
  sockets.set("kitchen", "10.55.0.3", 1);
  expect(sockets.ask("10.55.0.3").isAdmitted).toBe(true);
});
