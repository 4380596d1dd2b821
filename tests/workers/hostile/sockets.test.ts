import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { closeAll } from "#tests/workers/support/room-devices.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";

const open: RoomDevice[] = [];
afterEach(() => closeAll(open.splice(0)));

async function join(client: Parameters<typeof joinRoom>[0], id: string): Promise<RoomDevice> {
  const device = await joinRoom(client, id);
  open.push(device);
  return device;
}

const ID = "aaaaaaaaaaaaaaaa";
const command = (value: object) => JSON.stringify({ type: "command", id: ID, command: value });
const FRAMES: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["half an object", "{"],
  ["null", "null"],
  ["a list", "[]"],
  ["lists 30,000 deep", "[".repeat(30_000)],
  ["objects 5,000 deep", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
  ["more than 64 KiB", `"${"x".repeat(70_000)}"`],
  ["an unknown type", '{"type":"x"}'],
  ["the type __proto__", '{"type":"__proto__"}'],
  ["the type constructor", '{"type":"constructor"}'],
  ["a command of 501 entries", command({ type: "queue", entryIds: Array(501).fill(ID), isNext: true })],
  ["a command with another property", command({ type: "play", admin: true })],
  ["a position beyond all time", command({ type: "seek", entryId: ID, positionMs: 1e300 })],
  ["a crossfade without end", command({ type: "crossfade", ms: 1e9 })],
  ["a request for no device", JSON.stringify({ type: "device-request", id: ID, request: { type: "test", deviceIds: [] } })],
  [
    "a request for 101 devices",
    JSON.stringify({ type: "device-request", id: ID, request: { type: "test", deviceIds: Array(101).fill(ID) } }),
  ],
  [
    "a message of the chat beyond its length",
    JSON.stringify({ type: "chat-edit", id: "x", seq: 1, text: "x".repeat(8193), mentions: [] }),
  ],
  ["21 mentions", JSON.stringify({ type: "chat-send", id: ID, text: "x", mentions: Array(21).fill(ID), replyTo: null })],
];

describe("a hostile socket", () => {
  it.each(FRAMES)("%s is answered with an error, and changes nothing", async (_, frame) => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const [device, other] = [await join(owner, id), await join(createClient(), id)];
    const before = JSON.stringify(device.state());
    device.send(frame);
    const answer = await device.nextOf(["error", "reply", "chat-reply"]);
    expect(answer.error).toMatch(/message-|forbidden|not-found/);
    await device.probe();
    expect(JSON.stringify(device.state())).toBe(before);
    expect(await device.command({ type: "crossfade", ms: 1000 })).toBeNull();
    await expect.poll(() => other.state().order.crossfadeMs).toBe(1000);
  });

  it.each([
    "next",
    "previous",
    "select",
    "seek",
    "vote-skip",
    "vote-queue",
    "undo",
    "restore-playback",
    "remove",
    "move",
    "queue",
  ] as const)("%s of what is not there is refused or has no effect", async (type) => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const device = await join(owner, id);
    const before = JSON.stringify(device.state().playlist);
    const entry = { entryId: ID, positionMs: -1e15, isFor: true, editId: ID, revision: Number.MAX_SAFE_INTEGER };
    const many = { entryIds: [ID, ID], afterEntryId: ID, isNext: true };
    const { entryId, positionMs, isFor, editId, revision } = entry;
    const fields: Record<typeof type, object> = {
      next: { entryId },
      previous: { entryId },
      select: { entryId },
      seek: { entryId, positionMs },
      "vote-skip": { entryId, isFor },
      "vote-queue": { entryId, isFor },
      undo: { editId },
      "restore-playback": { revision },
      remove: { entryIds: many.entryIds },
      move: { entryIds: many.entryIds, afterEntryId: many.afterEntryId },
      queue: { entryIds: many.entryIds, isNext: many.isNext },
    };
    device.send(command({ type, ...fields[type] }));
    const { error } = await device.next("reply");
    expect(error).not.toBe("internal");
    expect(JSON.stringify(device.state().playlist)).toBe(before);
  });

  it("a flood of 300 messages closes the socket of its sender, and no other", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const [guest, device] = [await join(createClient(), id), await join(owner, id)];
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    for (let i = 0; i < 300; i++) guest.send({ type: "clock", sentLocalMs: i, roundTripMs: null });
    expect((await guest.closed).code).toBe(4429);
    expect(await device.command({ type: "crossfade", ms: 2000 })).toBeNull();
  });

  it("five snapshots at once are more than a connection is given", async () => {
    const { id } = await createRoomWithTracks({ tracks: 1 });
    const guest = await join(createClient(), id);
    for (let i = 0; i < 5; i++) guest.send({ type: "request-snapshot" });
    expect((await guest.closed).code).toBe(4429);
  });
});
