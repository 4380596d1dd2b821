import { afterEach, describe, expect, it, vi } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { closeAll, idOf, listBecomes, receivedBy, request } from "#tests/workers/support/room-devices.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";

const open: RoomDevice[] = [];
afterEach(() => closeAll(open.splice(0)));

async function joinMany(client: Parameters<typeof joinRoom>[0], id: string, count: number): Promise<readonly RoomDevice[]> {
  const devices = await Promise.all(Array.from({ length: count }, () => joinRoom(client, id)));
  open.push(...devices);
  return devices;
}

describe("a person with very many devices", () => {
  it("fills a list of at most 100 devices, and the others are counted", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const devices = await joinMany(owner, id, deviceLimits.listed + 15);
    devices[0]?.send({ type: "watch-devices", isOn: true });
    const [first] = devices;
    if (!first) throw new Error("there is no device");
    const list = await listBecomes(first, (received) => received.devices.length >= deviceLimits.listed);
    expect(list.devices).toHaveLength(deviceLimits.listed);
  });

  it("gets one list for twenty watches that begin and end", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const [device] = await joinMany(owner, id, 1);
    if (!device) throw new Error("there is no device");
    // the allowance of lists does not refill
    vi.setSystemTime(Date.now());
    for (let i = 0; i < 20; i++) {
      device.send({ type: "watch-devices", isOn: true });
      device.send({ type: "watch-devices", isOn: false });
    }
    const received = await receivedBy(device, ["devices", "device-reports-wanted"]);
    expect(received.filter(({ type }) => type === "devices").length).toBeLessThanOrEqual(2);
    expect(received.filter(({ type }) => type === "device-reports-wanted").length).toBeLessThanOrEqual(2);
  });

  it("a guest changes, tests and disconnects no device of another person", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const [[theirs], [guest]] = [await joinMany(owner, id, 1), await joinMany(createClient(), id, 1)];
    if (!theirs || !guest) throw new Error("there is no device");
    const deviceId = idOf(theirs);
    expect(await request(guest, { type: "change", deviceId, change: { volume: 1, name: "x" } })).toBe("forbidden");
    expect(await request(guest, { type: "disconnect", deviceId })).toBe("forbidden");
    for (const type of ["metronome", "calibrate", "test"] as const) {
      expect(await request(guest, { type, deviceIds: [deviceId] })).toBe("forbidden");
    }
    const change = { name: "ﷺ".repeat(200) };
    expect(await request(theirs, { type: "change", deviceId, change })).toBeNull();
    const received = await theirs.next("device-change");
    expect([...(received.change.name ?? "")].length).toBeLessThanOrEqual(deviceLimits.nameLength);
  });
});
