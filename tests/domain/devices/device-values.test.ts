import { describe, expect, it } from "vitest";
import { limitDelay, parseDeviceName, parseOutputName } from "#app/domain/devices/device.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";
import { decodeClientMessage } from "#app/protocol/room-server-codec.ts";
import { buildHealth } from "#tests/support/device-builders.ts";

const ID = "a".repeat(16);
const decode = (message: object) => decodeClientMessage(JSON.stringify(message));
const report = (changes: object) => decode({ type: "device-report", report: { ...buildHealth(), ...changes } });
const request = (value: object) => decode({ type: "device-request", id: ID, request: value });
const change = (value: object) => request({ type: "change", deviceId: ID, change: value });
const MALFORMED = { ok: false, error: { code: "message-malformed", requestId: null } };
const REFUSED = { ok: false, error: { code: "message-malformed", requestId: ID } };

function decodedReport(changes: object) {
  const decoded = report(changes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return (decoded.value as Extract<ClientMessage, { type: "device-report" }>).report;
}

describe("the values of devices", () => {
  it("DV9 names have no control characters, and at most 40 characters", () => {
    expect(parseDeviceName(" \u202eKit\u0000chen ")).toBe("Kitchen");
    expect(parseDeviceName("\u200b\n ")).toBeNull();
    expect(parseDeviceName("🎧".repeat(100))).toBe("🎧".repeat(40));
    expect(parseOutputName("JBL\u0007 Flip ".repeat(20))).toHaveLength(80);
    expect(parseOutputName(" \u200f ")).toBeNull();
  });

  it("DV9 a delay is at most half a second, in both directions", () => {
    expect([9000, -9000, 12.4].map(limitDelay)).toEqual([500, -500, 12]);
    expect(decodedReport({ delayMs: 99_999 }).delayMs).toBe(500);
  });

  it("DV9 a report has only known fields and values", () => {
    expect(decodedReport({ outputName: `${"x".repeat(200)}`, extra: "x".repeat(1000) })).toEqual(
      buildHealth({ outputName: "x".repeat(80) }),
    );
    for (const changes of [
      { volume: 2 },
      { volume: null },
      { role: "loudest" },
      { kind: "toaster" },
      { sound: 1 },
      { errorMs: 1e12 },
      { boundMs: -1 },
      { outputName: "x".repeat(1001) },
      { trouble: { kind: "asleep", agoMs: -5 } },
      { name: 4 },
    ]) {
      expect(report(changes)).toEqual(MALFORMED);
    }
  });

  it("DV9 a change has at least one field, and no unknown ones", () => {
    for (const value of [
      {},
      { name: " \u0000 " },
      { volume: 1.5 },
      { isMuted: "yes" },
      { __proto__x: 1 },
      { outputName: "x" },
    ]) {
      expect(change(value)).toEqual(REFUSED);
    }
    expect(change({ delayMs: -700.2 })).toMatchObject({ ok: true, value: { request: { change: { delayMs: -500 } } } });
  });

  it("DV9 a malformed request is answered, so that its sender does not wait", () => {
    const ids = (count: number) => Array.from({ length: count }, () => ID);
    for (const value of [
      { type: "test", deviceIds: [] },
      { type: "test", deviceIds: ids(101) },
      { type: "calibrate", deviceIds: ids(9) },
      { type: "metronome", deviceIds: ["../../etc"] },
      { type: "disconnect", deviceId: "A".repeat(16) },
      { type: "stop", id: 5 },
      { type: "explode" },
      null,
    ]) {
      expect(decode({ type: "device-request", id: ID, request: value })).toEqual(REFUSED);
    }
    expect(decode({ type: "device-request", id: "no id", request: { type: "stop", id: ID } })).toEqual(MALFORMED);
  });
});
