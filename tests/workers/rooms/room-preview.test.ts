import { afterEach, describe, expect, it, vi } from "vitest";
import { SECOND_MS } from "#app/domain/units.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { createNoise, createRoom, uploadFile } from "#tests/workers/support/upload.ts";
import { createWebp } from "#tests/workers/tracks/track-fixtures.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the preview of a link to a room", () => {
  it("has the newest cover of a public room, and none of any other", async () => {
    const { owner, id } = await createRoom();
    const guest = createClient();
    const findCover = async () => (await guest.call("rooms.getRoomInfoByUrl", { room_url: id })).coverPath;
    expect(await findCover()).toBeNull();

    const picture = createWebp(512);
    const uploadId = await uploadFile(owner, { roomId: id, fileName: "a.wav", file: createNoise() });
    const cover = { method: "PUT", headers: { Origin: ORIGIN }, body: picture };
    await owner.fetch(`/api/uploads/${uploadId}/cover`, cover);
    await owner.call("uploads.complete", { uploadId, hue: null, analysis: null });
    // without a cover, and newer
    const plainId = await uploadFile(owner, { roomId: id, fileName: "b.wav", file: createNoise() });
    await owner.call("uploads.complete", { uploadId: plainId, hue: null, analysis: null });

    const path = (await findCover()) ?? "";
    const response = await guest.fetch(path);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(picture);

    await owner.call("rooms.update", { id, password: "open sesame" });
    expect(await findCover()).toBeNull();
    // the epoch of the room's media is cached for a second
    skipTime(2 * SECOND_MS);
    expect((await guest.fetch(path)).status, "an earlier preview").toBe(403);
    await owner.call("rooms.update", { id, password: null, visibility: "hidden" });
    expect(await findCover()).toBeNull();
  });

  it("has the number of tracks of a public room, and none of any other", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 2 });
    const countTracks = async () => (await createClient().call("rooms.getRoomInfoByUrl", { room_url: id })).trackCount;
    expect(await countTracks()).toBe(2);
    await owner.call("rooms.update", { id, password: "open sesame" });
    expect(await countTracks()).toBeNull();
    await owner.call("rooms.update", { id, password: null, visibility: "hidden" });
    expect(await countTracks()).toBeNull();
  });
});
