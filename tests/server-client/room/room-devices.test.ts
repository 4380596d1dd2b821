import { expect, it } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { addToHistory, HISTORY_MS, NO_HISTORY } from "#app/server-client/room/device-history.ts";
import { RoomDevices } from "#app/server-client/room/room-devices.ts";
import { buildDevice, createFakeConnection } from "../../support/fake-room.ts";
import { createVirtualTime } from "../../support/virtual-time.ts";

function createDevices() {
  const connection = createFakeConnection();
  const time = createVirtualTime();
  const devices = new RoomDevices({ connection, nowMs: time.nowMs, after: time.after });
  const watches = () => connection.sent.flatMap((message) => (message.type === "watch-devices" ? [message.isOn] : []));
  return { connection, time, devices, watches };
}

it("a watch begins, is renewed, and ends with its last user", () => {
  const { devices, time, watches } = createDevices();
  const stopFirst = devices.watch();
  const stopSecond = devices.watch();
  expect(watches()).toEqual([true]);
  time.advance(deviceLimits.watchRenewMs);
  expect(watches()).toEqual([true, true]);
  stopFirst();
  stopFirst();
  expect(watches()).toEqual([true, true]);
  stopSecond();
  expect(watches()).toEqual([true, true, false]);
  time.advance(60_000);
  expect(watches()).toHaveLength(3);
});

it("a new connection gets the watch at once", () => {
  const { devices, connection, watches } = createDevices();
  // the rest of a snapshot does not count here
  const snapshot = { type: "snapshot" } as Parameters<typeof connection.receive>[0];
  connection.receive(snapshot);
  expect(watches()).toEqual([]);
  devices.watch();
  connection.receive(snapshot);
  expect(watches()).toEqual([true, true]);
});

it("a request resolves to the room's reply", async () => {
  const { devices, connection } = createDevices();
  const request = devices.request({ type: "disconnect", deviceId: "a" as DeviceId });
  const sent = connection.sent[0];
  if (sent?.type !== "device-request") throw new Error("nothing was sent");
  connection.receive({ type: "reply", id: "another", error: null });
  connection.receive({ type: "reply", id: sent.id, error: "forbidden" });
  expect(await request).toBe("forbidden");
});

it("a request without a reply, and one whose connection is lost, resolve to a network error", async () => {
  const { devices, connection, time } = createDevices();
  const unanswered = devices.request({ type: "test", deviceIds: [] });
  time.advance(6000);
  expect(await unanswered).toBe("network");
  const lost = devices.request({ type: "test", deviceIds: [] });
  connection.setConnection("reconnecting");
  expect(await lost).toBe("network");
  expect(await devices.request({ type: "test", deviceIds: [] })).toBe("network");
});

it("the list and the errors of each device are kept, and end with the access", () => {
  const { devices, connection, time } = createDevices();
  const list = { devices: [buildDevice("a", { errorMs: 3 })], others: 2 };
  connection.receive({ type: "devices", ...list });
  time.advance(2000);
  connection.receive({ type: "devices", devices: [buildDevice("a", { errorMs: null }), buildDevice("b", null)], others: 0 });
  expect(devices.list.get()).toMatchObject({ others: 0 });
  expect(devices.history.get().get("a" as DeviceId)).toMatchObject([
    { atMs: 0, errorMs: 3 },
    { atMs: 2000, errorMs: null },
  ]);
  expect(devices.history.get().get("b" as DeviceId)).toEqual([]);
  connection.setConnection("closed");
  expect(devices.list.get()).toBeNull();
  devices.close();
  expect(connection.listenerCount()).toBe(0);
});

it("the history has at most 150 points, of the last 5 minutes", () => {
  let recorded = NO_HISTORY;
  for (let nowMs = 0; nowMs <= 2 * HISTORY_MS; nowMs += 500) {
    recorded = addToHistory(recorded, [buildDevice("a", { errorMs: nowMs })], nowMs);
  }
  const points = recorded.history.get("a" as DeviceId) ?? [];
  expect(points).toHaveLength(150);
  expect(points[0]?.atMs).toBeGreaterThan(HISTORY_MS);
  expect(addToHistory(recorded, [], 0).history.size).toBe(0);
});

it("a report that a list repeats adds no point, and one that came too early adds its point later", () => {
  let recorded = NO_HISTORY;
  for (const [nowMs, errorMs] of [
    [0, 1],
    [1000, 1],
    [3000, 1],
    [4000, 2],
    [5000, 3],
    [6000, 3],
    [9000, 3],
  ] as const) {
    recorded = addToHistory(recorded, [buildDevice("a", { errorMs })], nowMs);
  }
  const points = recorded.history.get("a" as DeviceId) ?? [];
  expect(points.map(({ atMs, errorMs }) => [atMs, errorMs])).toEqual([
    [0, 1],
    [4000, 2],
    [6000, 3],
  ]);
});
