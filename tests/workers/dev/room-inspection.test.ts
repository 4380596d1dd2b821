import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

describe("the inspection of a room", () => {
  it("describes playback, counts, connections and the alarm of its object", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 3 });
    const device = await joinRoom(owner, id);
    await device.command({ type: "play" });
    const superadmin = await registerSuperadmin();
    const inspect = () => superadmin.call("dev.inspectRoom", { roomId: id });
    const { room, object } = await inspect();
    expect(room).toMatchObject({ id, hasPassword: false, owner: "Mira" });
    expect(object).toMatchObject({
      roomId: id,
      playback: { status: "playing" },
      currentTitle: "Track 1",
      counts: { entries: 3, plays: 1 },
      connections: [{ name: "Mira", role: "owner" }],
      activeUsers: 1,
      waiting: 0,
      isAccessCurrent: true,
    });
    // the first alarm, which publishes the track, comes at once; the next one at the end of the track
    const readAlarmMs = async () => (await inspect()).object?.alarmAtMs ?? 0;
    await expect.poll(readAlarmMs, { timeout: 5000 }).toBeGreaterThan(Date.now() + 1000);
    expect(object?.storageBytes).toBeGreaterThan(0);
    device.socket.close(1000);
  });

  it("finds the room by its address, and does not create the object of a room that was never opened", async () => {
    const superadmin = await registerSuperadmin();
    const { id, room_url } = await superadmin.call("rooms.create", { name: "Unopened" });
    expect(await superadmin.call("dev.inspectRoom", { roomId: room_url })).toMatchObject({ room: { id }, object: null });
    expect(await superadmin.call("dev.inspectRoom", { roomId: id })).toMatchObject({ object: null });
  });

  it("contains no session, token, password or key", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    await owner.call("rooms.update", { id, password: "open sesame" });
    const device = await joinRoom(owner, id);
    const superadmin = await registerSuperadmin();
    const json = JSON.stringify(await superadmin.call("dev.inspectRoom", { roomId: id }));
    const { results } = await env.DB.prepare(
      "SELECT token_hash AS secret FROM sessions UNION SELECT password_hash FROM rooms",
    ).all<{
      secret: string | null;
    }>();
    const secrets = [...results.map(({ secret }) => secret), device.snapshot.media.query].filter((secret) => secret !== null);
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter((secret) => json.includes(secret))).toEqual([]);
    device.socket.close(1000);
  });

  it("refuses a room that does not exist", async () => {
    const superadmin = await registerSuperadmin();
    expect(await superadmin.refusal("dev.inspectRoom", { roomId: "no-such-room" })).toBe("room-not-found");
    expect((await superadmin.fetch("/dev/rooms/no-such-room")).status).toBe(404);
  });
});
