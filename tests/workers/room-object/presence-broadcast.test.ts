import { expect, it } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoom } from "#tests/workers/support/upload.ts";

const GUESTS = 40;

it("CN5 guests who join at once are announced together", async () => {
  const { owner, id } = await createRoom();
  const device = await joinRoom(owner, id);
  const startMs = Date.now();
  await Promise.all(Array.from({ length: GUESTS }, () => joinRoom(createClient(), id)));
  let messages = 0;
  for (let guests = 0; guests < GUESTS; messages++) guests = (await device.next("presence")).guests;
  // the owner's own arrival, and one at the start
  expect(messages).toBeLessThanOrEqual(2 + (Date.now() - startMs) / connectionLimits.presenceBroadcastMs);
});

it("CN6 a person who reconnects within a second is not announced as gone, and one who does not is gone after it", async () => {
  const { owner, id } = await createRoom();
  const friend = await registerUser("Лев");
  const device = await joinRoom(owner, id);
  const first = await joinRoom(friend, id);
  await device.personWithDevices("Лев", 1);
  first.socket.close(1000);
  const second = await joinRoom(friend, id);
  const closedAtMs = Date.now();
  second.socket.close(1000);
  await device.personWithDevices("Лев", 0);
  expect(Date.now() - closedAtMs).toBeGreaterThanOrEqual(connectionLimits.presenceLingerMs);
});
