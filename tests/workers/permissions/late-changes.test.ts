import { env, runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { CLOSE_CODES, type MediaGrant } from "#app/protocol/room-messages.ts";
import { newClient } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { browserOf, type Callers, seedCallers } from "./callers.ts";
import { type SeededRoom, seedRoom } from "./seeded-room.ts";
import { newGate, slowWorker } from "./slow-worker.ts";

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

/** Longer than any isolate believes an old epoch. */
const BELIEVED_MS = 1100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every grant that a device has been handed, and what the last of them is good for. */
function grantsOf(device: RoomDevice): { readonly last: () => MediaGrant } {
  let last = device.snapshot.media;
  device.socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data));
    if (frame.type === "media-grant" || frame.type === "snapshot") last = frame.media;
  });
  return { last: () => last };
}

async function mayHear(device: RoomDevice, { query }: MediaGrant): Promise<boolean> {
  const [entry] = device.state().playlist;
  const answer = await newClient().fetch(`/media/audio/${entry?.track.id}?${query}`);
  await answer.arrayBuffer();
  // what is planted has no bytes: past the gate it is not found
  return answer.status !== 403;
}

async function join(who: "participant" | "editor" | null, room: SeededRoom): Promise<RoomDevice> {
  return joinRoom(browserOf(who && cast[who]), room.id);
}

describe("who loses what they had", () => {
  it("is handed nothing on the way out: a password is set", async () => {
    const room = await seedRoom(cast, "public");
    const [guest, stays] = [await join(null, room), await join("editor", room)];
    const [lost, kept] = [grantsOf(guest), grantsOf(stays)];
    await browserOf(cast.owner).call("rooms.update", { id: room.id, password: "secret" });
    expect((await guest.closed).code).toBe(CLOSE_CODES["password-required"]);
    await pause(BELIEVED_MS);
    expect(await mayHear(guest, lost.last())).toBe(false);
    expect(await mayHear(stays, kept.last())).toBe(true);
    stays.socket.close(1000);
  });

  it("is handed nothing because somebody else's news were faster than the removal", async () => {
    const room = await seedRoom(cast, "locked");
    const [goes, stays] = [await join("participant", room), await join("editor", room)];
    const [lost, kept] = [grantsOf(goes), grantsOf(stays)];
    const gate = newGate();
    const removing = browserOf(cast.owner, {}, slowWorker(gate)).call("members.remove", {
      id: room.id,
      userId: cast.participant.person.id,
    });
    await expect.poll(() => browserOf(cast.participant).refusal("rooms.get", { id: room.id })).toBeDefined();
    await browserOf(cast.editor).call("rooms.getState", { id: room.id });
    // nor by asking for everything again
    goes.say({ type: "request-snapshot" });
    await pause(100);
    gate.open();
    await removing;
    expect((await goes.closed).code).toBe(CLOSE_CODES["access-lost"]);
    await pause(BELIEVED_MS);
    expect(await mayHear(goes, lost.last())).toBe(false);
    expect(await mayHear(stays, kept.last())).toBe(true);
    stays.socket.close(1000);
  });

  it("is found out at the next look where the Worker that removed them was cut off", async () => {
    const room = await seedRoom(cast, "locked");
    const [goes, stays] = [await join("participant", room), await join("editor", room)];
    const lost = grantsOf(goes);
    vi.spyOn(console, "error").mockReturnValue();
    const never = slowWorker({
      get passed() {
        return Promise.reject(new Error("cut off"));
      },
    });
    const args = { id: room.id, userId: cast.participant.person.id };
    await expect(browserOf(cast.owner, {}, never).refusal("members.remove", args)).resolves.toBe("560");
    await lookAround(room.id);
    expect((await goes.closed).code).toBe(CLOSE_CODES["rejoin"]);
    expect((await stays.closed).code).toBe(CLOSE_CODES["rejoin"]);
    await pause(BELIEVED_MS);
    expect(await mayHear(goes, lost.last())).toBe(false);
    const back = await join("editor", room);
    expect(await mayHear(back, back.snapshot.media)).toBe(true);
    back.socket.close(1000);
  });

  it("does not stay by leaving while the room is given a password", async () => {
    const room = await seedRoom(cast, "public");
    const goes = await join("participant", room);
    const gate = newGate();
    const leaving = browserOf(cast.participant, {}, slowWorker(gate)).call("members.remove", {
      id: room.id,
      userId: cast.participant.person.id,
    });
    await expect.poll(async () => (await browserOf(cast.participant).call("rooms.get", { id: room.id })).role).toBeNull();
    await browserOf(cast.owner).call("rooms.update", { id: room.id, password: "secret" });
    gate.open();
    await leaving;
    const { code } = await goes.closed;
    expect([CLOSE_CODES["rejoin"], CLOSE_CODES["password-required"]]).toContain(code);
  });
});

/** As the room does while somebody is in it: its alarm, a look, and what is missing is waited for no longer. */
async function lookAround(id: RoomId): Promise<void> {
  const realNow = Date.now;
  for (const aheadMs of [connectionLimits.presenceCheckMs + 1000, connectionLimits.presenceCheckMs + 5000]) {
    Date.now = () => realNow() + aheadMs;
    await runDurableObjectAlarm(roomObject(env, id)).finally(() => {
      Date.now = realNow;
    });
  }
}
