import { describe, expect, it, vi } from "vitest";
import { PresenceTally } from "#app/domain/access/presence-tally.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";
import { buildHealth } from "#tests/support/device-builders.ts";
import { waitUntil } from "#tests/support/wait.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import type { Broadcaster } from "#workers/room-object/broadcaster.ts";
import type { ConnectionStore } from "#workers/room-object/connection-store.ts";
import { DeviceListPublisher } from "#workers/room-object/device-list-publisher.ts";
import { DeviceReports } from "#workers/room-object/device-reports.ts";
import { DeviceWatches } from "#workers/room-object/device-watches.ts";

const DEVICES = 1000;

/** A room of many devices, half of them of guests, that records what is sent. */
function createLargeRoom(personOf: (n: number) => string | null = (n) => (n % 2 === 0 ? `user ${n % 100}` : null)) {
  const open = new Map(
    Array.from({ length: DEVICES }, (_, n) => {
      const deviceId = `device ${n}` as DeviceId;
      const person = personOf(n);
      const connection = buildConnection(person === null ? null : userId(person), { deviceId, joinedAtMs: n });
      // only its identity is used
      return [{} as WebSocket, connection] as const;
    }),
  );
  const presence = new PresenceTally();
  for (const connection of open.values()) presence.add(connection);
  const sent: string[] = [];
  const messages: { readonly socket: WebSocket; readonly message: ServerMessage }[] = [];
  const connections = {
    size: DEVICES,
    get: (socket: WebSocket) => open.get(socket) ?? null,
    entries: () => [...open].map(([key, connection]) => ({ key, connection })),
    presence,
    // the parts that are used
  } as unknown as ConnectionStore;
  const broadcaster = {
    sendText: (_: WebSocket, text: string) => void sent.push(text),
    send: (socket: WebSocket, message: ServerMessage) => void messages.push({ socket, message }),
  } as unknown as Broadcaster;
  return { connections, broadcaster, open, sockets: [...open.keys()], sent, messages };
}

describe("a room of 1,000 devices that all watch", () => {
  it("DV7 sends at most 50 lists a second, of at most 100 devices, and each watcher gets one before others get two", async () => {
    const { connections, broadcaster, sockets, sent } = createLargeRoom();
    const reports = new DeviceReports();
    const publisher = new DeviceListPublisher({ connections, broadcaster, reports, watchers: () => sockets });
    const startMs = Date.now();
    const report = buildHealth({ name: "x".repeat(40), outputName: "y".repeat(80) });
    for (const socket of sockets) {
      reports.set(socket, { report, atMs: startMs, everyMs: 40_000 });
      publisher.publish();
    }
    for (const socket of sockets) publisher.begin(socket);
    const { listsPerSecond, listed } = deviceLimits;
    expect(sent.length).toBeLessThanOrEqual(listsPerSecond * (1 + (Date.now() - startMs) / 1000));
    await waitUntil(() => sent.length > 2 * listsPerSecond);
    expect(sent.length).toBeLessThanOrEqual(listsPerSecond * (1 + (Date.now() - startMs) / 1000));
    const lists = sent.map((text) => JSON.parse(text));
    for (const { devices, others } of lists) expect([devices.length, others]).toEqual([listed, DEVICES - listed]);
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(64_000);
    // the first device of a guest's list is the guest's own
    const ofGuests = lists.map(({ devices }) => devices[0]).filter(({ person }) => person === null);
    expect(ofGuests.length).toBeGreaterThan(listsPerSecond / 2);
    expect(new Set(ofGuests.map(({ id }) => id)).size).toBe(ofGuests.length);
  });

  it("DV5 DV6 asks each for reports once, not at each watch and renewal", () => {
    const { connections, broadcaster, sockets, messages } = createLargeRoom();
    const watches = new DeviceWatches({ connections, broadcaster, onBegun: () => undefined });
    for (const socket of [...sockets, ...sockets]) watches.watch(socket);
    expect(messages.map(({ socket }) => socket)).toEqual(sockets);
    const wanted = { everyMs: 40_000, leaseMs: deviceLimits.watchMs };
    for (const { message } of messages) expect(message).toEqual({ type: "device-reports-wanted", wanted });
  });

  it("DV6 asks those of a person with 990 devices rarely, and those of others as if that person had 16", () => {
    const { connections, broadcaster, open, sockets, messages } = createLargeRoom((n) => (n < 10 ? null : "collector"));
    const watches = new DeviceWatches({ connections, broadcaster, onBegun: () => undefined });
    for (const socket of sockets) watches.watch(socket);
    expect(messages).toHaveLength(DEVICES);
    for (const { socket, message } of messages) {
      if (message.type !== "device-reports-wanted") throw new Error("another message");
      const isOfGuest = open.get(socket)?.person === null;
      expect(message.wanted.everyMs).toBe(isOfGuest ? deviceLimits.reportMs : 123_750);
      expect(watches.everyMs(socket)).toBe(message.wanted.everyMs);
    }
  });
});

describe("watches", () => {
  it("DV5 that begin and end again and again reach others once", () => {
    const { connections, broadcaster, sockets, messages } = createLargeRoom();
    const [socket] = sockets;
    if (!socket) throw new Error("there is no device");
    const onBegun = vi.fn();
    const watches = new DeviceWatches({ connections, broadcaster, onBegun });
    for (let n = 0; n < 20; n++) {
      watches.watch(socket);
      watches.end(socket);
    }
    expect(messages).toHaveLength(DEVICES);
    expect(onBegun).toHaveBeenCalledTimes(1);
    expect(watches.list()).toEqual([]);
  });

  it("DV5 ask a device that joins for the rest of the lease, if there is any", () => {
    const { connections, broadcaster, open, sockets, messages } = createLargeRoom();
    const [entry] = open;
    if (!entry) throw new Error("there is no device");
    const [socket, connection] = entry;
    const watches = new DeviceWatches({ connections, broadcaster, onBegun: () => undefined });
    const join = () => {
      messages.length = 0;
      watches.join({ socket, connection });
      return messages.map(({ message }) => message);
    };
    expect(join()).toEqual([]);
    watches.watch(socket);
    // the second watch lasts longer than the lease, which it does not extend
    skipTime(5000);
    for (const other of sockets.slice(1, 3)) watches.watch(other);
    skipTime(deviceLimits.watchMs - 6000);
    const [wanted] = join();
    if (wanted?.type !== "device-reports-wanted") throw new Error("reports are not wanted");
    expect(wanted.wanted.leaseMs).toBeGreaterThan(0);
    expect(wanted.wanted.leaseMs).toBeLessThanOrEqual(1000);
    skipTime(2000);
    expect(watches.list()).not.toEqual([]);
    expect(join()).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("reports", () => {
  it.each([
    [2000, 10_000],
    [40_000, 120_000],
  ])("DV6 that come every %i ms are outdated after %i ms", (everyMs, ageMs) => {
    const reports = new DeviceReports();
    // only its identity is used
    const socket = {} as WebSocket;
    const report = buildHealth();
    reports.set(socket, { report, atMs: 5000, everyMs });
    expect(reports.find(socket, 5000 + ageMs)).toEqual(report);
    expect(reports.find(socket, 5001 + ageMs)).toBeNull();
  });
});
