import { beforeEach, expect, it, vi } from "vitest";
import type { Connection } from "#app/domain/access/connection.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { buildConnection } from "#tests/support/builders.ts";
import { SoundChecks } from "#workers/room-object/sound-checks.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function createChecks() {
  const connections = new Map<WebSocket, Connection>();
  const join = (name: string) => {
    const connection = buildConnection(null, { deviceId: name as DeviceId });
    // only its identity is used
    const socket = {} as WebSocket;
    connections.set(socket, connection);
    return { socket, connection };
  };
  const sent: ServerMessage[] = [];
  const checks = new SoundChecks({
    connections: { get: (socket) => connections.get(socket) ?? null },
    broadcaster: { send: (_, message) => void sent.push(message) },
  });
  const [first, second] = [join("first"), join("second")];
  return { checks, sent, first, second };
}

it("DV13 the object stays awake while a sound check runs, so that it can be stopped all the time", () => {
  const { checks, sent, first } = createChecks();
  const start = { starter: first, devices: [first] };
  checks.start("metronome", { ...start, id: "metronome" });
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(deviceLimits.metronomeMs);
  checks.start("test", { ...start, id: "test" });
  expect(vi.getTimerCount()).toBe(1);
  // the end of the test, which is later
  vi.advanceTimersByTime(deviceLimits.soundLeadMs + 1);
  expect(vi.getTimerCount()).toBe(1);
  checks.stop(first, "test");
  expect(sent.at(-1)).toEqual({ type: "sound-check-end", id: "test" });
  expect(vi.getTimerCount()).toBe(0);
});

it("DV13 the object may sleep when the last sound check has ended, or its starter has left", () => {
  const { checks, first, second } = createChecks();
  checks.start("metronome", { id: "metronome", starter: first, devices: [second] });
  vi.advanceTimersByTime(deviceLimits.soundLeadMs + deviceLimits.metronomeMs - 1);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  checks.start("calibrate", { id: "calibration", starter: first, devices: [second] });
  expect(vi.getTimerCount()).toBe(1);
  checks.leave(second.socket);
  expect(vi.getTimerCount()).toBe(1);
  checks.leave(first.socket);
  expect(vi.getTimerCount()).toBe(0);
});
