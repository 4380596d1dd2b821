import { describe, expect, it } from "vitest";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { newRoomWithTracks as newRoom } from "#tests/workers/support/tracks.ts";
import { entriesOf } from "#tests/workers/support/upload.ts";

async function roomWithDevice() {
  const { owner, id } = await newRoom({ tracks: 3 });
  const device = await joinRoom(owner, id);
  const [a, b, c] = (await entriesOf(id)).map((entry) => entry.id);
  if (!a || !b || !c) throw new Error("no entries");
  const say = (command: RoomCommand) => device.command(command);
  return { owner, id, device, say, ids: [a, b, c] as const };
}

const order = async (id: RoomId): Promise<readonly EntryId[]> => (await entriesOf(id)).map((entry) => entry.id);

describe("what is taken back", () => {
  it("stands where it stood, however often it is asked for", async () => {
    const { id, device, say, ids } = await roomWithDevice();
    const [a, b, c] = ids;
    const move = { type: "move", entryIds: [a], afterEntryId: c } as const;
    await say(move);
    // as after a connection that was lost before the answer came
    await say(move);
    expect(await order(id)).toEqual([b, c, a]);
    const restore = { type: "restore", what: "move", entryIds: [a] } as const;
    expect(await say(restore)).toBeNull();
    expect(await order(id)).toEqual([a, b, c]);
    expect(await say(restore)).toBeNull();
    expect(await order(id)).toEqual([a, b, c]);
    device.socket.close(1000);
  });

  it("is a move or a removal: taking a move back brings nothing back that was removed since", async () => {
    const { id, device, say, ids } = await roomWithDevice();
    const [a, b, c] = ids;
    await say({ type: "move", entryIds: [a], afterEntryId: c });
    await say({ type: "remove", entryIds: [a] });
    await say({ type: "restore", what: "move", entryIds: [a] });
    expect(await order(id)).toEqual([b, c]);
    await say({ type: "restore", what: "removal", entryIds: [a] });
    expect(await order(id)).toEqual([b, c, a]);
    device.socket.close(1000);
  });

  it("comes back as it is called by then", async () => {
    const { owner, id, device, say, ids } = await roomWithDevice();
    const [a] = ids;
    const [entry] = await entriesOf(id);
    if (!entry) throw new Error("no entry");
    await say({ type: "remove", entryIds: [a] });
    await owner.call("tracks.update", { trackId: entry.track.id, changes: { title: "Another name" } });
    await say({ type: "restore", what: "removal", entryIds: [a] });
    const [back] = await entriesOf(id);
    expect(back?.track.title).toBe("Another name");
    device.socket.close(1000);
  });
});
