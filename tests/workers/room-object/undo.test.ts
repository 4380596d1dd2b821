import { describe, expect, it } from "vitest";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";

async function createRoomWithDevice() {
  const { owner, id } = await createRoomWithTracks({ tracks: 3 });
  const device = await joinRoom(owner, id);
  const [a, b, c] = await listEntryIds(id);
  if (!a || !b || !c) throw new Error("no entries");
  return { owner, id, device, entryIds: [a, b, c] as const };
}

async function listEntryIds(id: RoomId): Promise<readonly EntryId[]> {
  return (await readPlaylist(id)).map((entry) => entry.id);
}

describe("undo", () => {
  it("moves an entry back to its place, also when it is repeated", async () => {
    const { id, device, entryIds } = await createRoomWithDevice();
    const [a, b, c] = entryIds;
    const move = { type: "move", entryIds: [a], afterEntryId: c } as const;
    await device.command(move);
    // a client sends a command again if the connection was lost before the reply
    await device.command(move);
    expect(await listEntryIds(id)).toEqual([b, c, a]);
    const restore = { type: "restore", kind: "move", entryIds: [a] } as const;
    expect(await device.command(restore)).toBeNull();
    expect(await listEntryIds(id)).toEqual([a, b, c]);
    expect(await device.command(restore)).toBeNull();
    expect(await listEntryIds(id)).toEqual([a, b, c]);
    device.socket.close(1000);
  });

  it("of a move does not restore an entry that was removed since", async () => {
    const { id, device, entryIds } = await createRoomWithDevice();
    const [a, b, c] = entryIds;
    await device.command({ type: "move", entryIds: [a], afterEntryId: c });
    await device.command({ type: "remove", entryIds: [a] });
    await device.command({ type: "restore", kind: "move", entryIds: [a] });
    expect(await listEntryIds(id)).toEqual([b, c]);
    await device.command({ type: "restore", kind: "removal", entryIds: [a] });
    expect(await listEntryIds(id)).toEqual([b, c, a]);
    device.socket.close(1000);
  });

  it("of a removal restores a track with the title it has by then", async () => {
    const { owner, id, device, entryIds } = await createRoomWithDevice();
    const [a] = entryIds;
    const [entry] = await readPlaylist(id);
    if (!entry) throw new Error("no entry");
    await device.command({ type: "remove", entryIds: [a] });
    await owner.call("tracks.update", { trackId: entry.track.id, changes: { title: "Another name" } });
    await device.command({ type: "restore", kind: "removal", entryIds: [a] });
    const [restored] = await readPlaylist(id);
    expect(restored?.track.title).toBe("Another name");
    device.socket.close(1000);
  });
});
