import { expect, it } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { createClient } from "#tests/workers/support/client.ts";
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
