import { describe, expect, it } from "vitest";
import type { EditId, EntryId, RoomId } from "#app/domain/ids.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";

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
  it("LU7 moves an entry back to its place, also when both commands are repeated", async () => {
    const { id, device, entryIds } = await createRoomWithDevice();
    const [a, b, c] = entryIds;
    const [moveId, undoId] = [newId<EditId>(), newId<EditId>()];
    const move = { type: "move", entryIds: [a], afterEntryId: c } as const;
    await device.command(move, moveId);
    // a client sends a command again if the connection was lost before the reply
    await device.command(move, moveId);
    expect(await listEntryIds(id)).toEqual([b, c, a]);
    const undo = { type: "undo", editId: moveId } as const;
    expect(await device.command(undo, undoId)).toBeNull();
    expect(await device.command(undo, undoId)).toBeNull();
    expect(await device.command(move, moveId)).toBeNull();
    expect(await listEntryIds(id)).toEqual([a, b, c]);
    device.socket.close(1000);
  });

  it("LU3 of a move is refused once the entry was removed", async () => {
    const { id, device, entryIds } = await createRoomWithDevice();
    const [a, b, c] = entryIds;
    const [move, removal] = [newId<EditId>(), newId<EditId>()];
    await device.command({ type: "move", entryIds: [a], afterEntryId: c }, move);
    await device.command({ type: "remove", entryIds: [a] }, removal);
    expect(await device.command({ type: "undo", editId: move })).toBe("changed-since");
    expect(await device.command({ type: "undo", editId: removal })).toBeNull();
    expect(await listEntryIds(id)).toEqual([b, c, a]);
    expect(await device.command({ type: "undo", editId: move })).toBeNull();
    expect(await listEntryIds(id)).toEqual([a, b, c]);
    device.socket.close(1000);
  });

  it("LU1 of a removal returns a track with the title it has by then", async () => {
    const { owner, id, device, entryIds } = await createRoomWithDevice();
    const [a] = entryIds;
    const [entry] = await readPlaylist(id);
    if (!entry) throw new Error("no entry");
    const removal = newId<EditId>();
    await device.command({ type: "remove", entryIds: [a] }, removal);
    await owner.call("tracks.update", { trackId: entry.track.id, changes: { title: "Another name" } });
    await device.command({ type: "undo", editId: removal });
    const [restored] = await readPlaylist(id);
    expect(restored?.track.title).toBe("Another name");
    device.socket.close(1000);
  });

  it("LU1 of an addition over HTTP names the edit by the id that the call was given", async () => {
    const { owner, id, device, entryIds } = await createRoomWithDevice();
    const trackId = device.state().playlist[0]?.track.id;
    if (!trackId) throw new Error("no track");
    const editId = newId<EditId>();
    await owner.call("playlist.add", { roomId: id, trackIds: [trackId], editId });
    await owner.call("playlist.add", { roomId: id, trackIds: [trackId], editId });
    expect(await listEntryIds(id)).toHaveLength(4);
    await owner.call("rooms.command", { id, command: { type: "undo", editId } });
    expect(await listEntryIds(id)).toEqual(entryIds);
    device.socket.close(1000);
  });
});
