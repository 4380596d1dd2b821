import { env, runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { WAKE_EVERY_MS } from "#app/domain/sync/wake-window.ts";
import { CLOSE_CODES, type MediaGrant } from "#app/protocol/room-messages.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { type Callers, clientFor, seedCallers } from "./callers.ts";
import { failRoomCalls, holdRoomCalls } from "./held-room-calls.ts";
import { type SeededRoom, seedRoom } from "./seeded-room.ts";

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});
/** Longer than an isolate caches a room's media epoch. */
const EPOCH_CACHE_MS = 1100;

function advanceDate(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Records the latest media grant that a device has received. */
function watchGrant(device: RoomDevice): { readonly latest: () => MediaGrant } {
  let latest = device.snapshot.media;
  device.socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.type === "media-grant" || message.type === "snapshot") latest = message.media;
  });
  return { latest: () => latest };
}

/** Seeded tracks have no files: with a valid grant they are not found, without one they are forbidden. */
async function canFetchMedia(device: RoomDevice, { query }: MediaGrant): Promise<boolean> {
  const [entry] = device.state().playlist;
  const response = await createClient().fetch(`/media/audio/${entry?.track.id}?${query}`);
  await response.arrayBuffer();
  return response.status !== 403;
}

async function join(caller: "participant" | "editor" | null, room: SeededRoom): Promise<RoomDevice> {
  return joinRoom(clientFor(caller && callers[caller]), room.id);
}

/** Waits until everything that the room has sent to a device before has arrived. */
async function receiveAll(device: RoomDevice): Promise<void> {
  device.send({ type: "clock", sentLocalMs: 1, roundTripMs: null });
  await device.next("clock");
}

/** Runs the alarm of a room twice: it compares the room with D1, and then stops waiting for a missing change. */
async function reviewAccess(id: RoomId, devices: readonly RoomDevice[]): Promise<void> {
  for (const aheadMs of [WAKE_EVERY_MS + 1000, 4000]) {
    advanceDate(aheadMs);
    for (const device of devices) await device.probe();
    await runDurableObjectAlarm(roomObject(env, id));
  }
}

describe("media grants of a connection that loses access", () => {
  it("are not renewed when a password is set", async () => {
    const room = await seedRoom(callers, "public");
    const [guest, editor] = [await join(null, room), await join("editor", room)];
    const [guestGrant, editorGrant] = [watchGrant(guest), watchGrant(editor)];
    await clientFor(callers.owner).call("rooms.update", { id: room.id, password: "secret" });
    expect((await guest.closed).code).toBe(CLOSE_CODES["password-required"]);
    await receiveAll(editor);
    advanceDate(EPOCH_CACHE_MS);
    expect(await canFetchMedia(guest, guestGrant.latest())).toBe(false);
    expect(await canFetchMedia(editor, editorGrant.latest())).toBe(true);
    editor.socket.close(1000);
  });

  it("are not renewed when another call has newer epochs than the notification of the removal", async () => {
    const room = await seedRoom(callers, "locked");
    const [removed, editor] = [await join("participant", room), await join("editor", room)];
    const [removedGrant, editorGrant] = [watchGrant(removed), watchGrant(editor)];
    const held = holdRoomCalls();
    const removal = clientFor(callers.owner, { bindings: held.bindings }).call("members.remove", {
      id: room.id,
      userId: callers.participant.person.id,
    });
    await held.reached;
    expect(await clientFor(callers.participant).refusal("rooms.get", { id: room.id })).toBe("room-password-required");
    await clientFor(callers.editor).call("rooms.getState", { id: room.id });
    // a new snapshot contains a grant as well
    removed.send({ type: "request-snapshot" });
    await removed.next("snapshot");
    held.release();
    await removal;
    expect((await removed.closed).code).toBe(CLOSE_CODES["access-lost"]);
    await receiveAll(editor);
    advanceDate(EPOCH_CACHE_MS);
    expect(await canFetchMedia(removed, removedGrant.latest())).toBe(false);
    expect(await canFetchMedia(editor, editorGrant.latest())).toBe(true);
    editor.socket.close(1000);
  });

  it("end at the next check when the room could not be notified of the removal", async () => {
    const room = await seedRoom(callers, "locked");
    const [removed, editor] = [await join("participant", room), await join("editor", room)];
    const removedGrant = watchGrant(removed);
    vi.spyOn(console, "error").mockReturnValue();
    const args = { id: room.id, userId: callers.participant.person.id };
    const owner = clientFor(callers.owner, { bindings: failRoomCalls() });
    expect(await owner.refusal("members.remove", args)).toBeUndefined();
    await reviewAccess(room.id, [removed, editor]);
    expect((await removed.closed).code).toBe(CLOSE_CODES["rejoin"]);
    expect((await editor.closed).code).toBe(CLOSE_CODES["rejoin"]);
    advanceDate(EPOCH_CACHE_MS);
    expect(await canFetchMedia(removed, removedGrant.latest())).toBe(false);
    const rejoined = await join("editor", room);
    expect(await canFetchMedia(rejoined, rejoined.snapshot.media)).toBe(true);
    rejoined.socket.close(1000);
  });
});

describe("a member who leaves while the room gets a password", () => {
  it("does not stay connected", async () => {
    const room = await seedRoom(callers, "public");
    const leaving = await join("participant", room);
    const held = holdRoomCalls();
    const removal = clientFor(callers.participant, { bindings: held.bindings }).call("members.remove", {
      id: room.id,
      userId: callers.participant.person.id,
    });
    await held.reached;
    expect((await clientFor(callers.participant).call("rooms.get", { id: room.id })).role).toBeNull();
    await clientFor(callers.owner).call("rooms.update", { id: room.id, password: "secret" });
    held.release();
    await removal;
    const { code } = await leaving.closed;
    expect([CLOSE_CODES["rejoin"], CLOSE_CODES["password-required"]]).toContain(code);
  });
});
