import { describe, expect, it } from "vitest";
import { classifyOutput, type OutputReading } from "#app/domain/sync/output-reading.ts";
import { readOutputRecording, toReadings } from "#tests/support/output-recordings.ts";

/** Readings of an output that was started at 0 ms, every 20 ms. */
function readEvery20Ms(read: (localMs: number) => Partial<OutputReading>, count = 200): readonly OutputReading[] {
  return Array.from({ length: count }, (_, i) => {
    const localMs = 100 + i * 20;
    return { localMs, currentSec: localMs / 1000, timestamp: null, latencySec: null, mediaSec: null, ...read(localMs) };
  });
}

describe("output readings", () => {
  it.each([
    ["chromium-1a", "timestamps"],
    ["chromium-2a", "timestamps"],
    ["chromium-busy-b", "timestamps"],
    ["firefox-a", "latency-cancels"],
    ["webkit-a", "double-speed"],
  ])("OC1 the readings recorded in %s show %s, from the first decision on", (name, behavior) => {
    const readings = toReadings(readOutputRecording(name));
    const reported = readings.slice(readings.findIndex(({ timestamp }) => timestamp !== null));
    const decisions = reported.map((_, i) => classifyOutput(reported.slice(0, i + 1)));
    expect(decisions.find((decision) => decision !== null)).toBe(behavior);
  });

  it("OC2 a context time that stands still is no timestamp", () => {
    const readings = readEvery20Ms((localMs) => ({ timestamp: { contextSec: localMs / 1e6, localMs } }));
    expect(classifyOutput(readings)).toBe("no-timestamps");
  });

  it("OC3 timestamps that stand still and jump while the output starts are not called wrong", () => {
    // recorded in Chromium: context times of 2, 1, 1, 46 ms within 0.15 s
    const starting = [
      [0, 0.002],
      [50, 0.001],
      [72, 0.0012],
      [145, 0.046],
      [166, 0.052],
      [182, 0.098],
    ].map(([ms = 0, contextSec = 0]) => ({
      localMs: 1000 + ms,
      currentSec: 0.05 + ms / 1000,
      timestamp: { contextSec, localMs: 995 + ms },
      latencySec: null,
      mediaSec: null,
    }));
    expect(starting.map((_, i) => classifyOutput(starting.slice(0, i + 1)))).not.toContain("no-timestamps");
  });

  it("OC3 two readings in the same millisecond do not hide a device time at double speed", () => {
    // a busy page takes two readings at once, between which the context has advanced
    const doubled = readEvery20Ms(() => ({})).flatMap((reading) => {
      const read = (contextSec: number) => {
        const timestamp = { contextSec, localMs: reading.localMs + contextSec * 1000 };
        return { ...reading, currentSec: contextSec + 0.01, timestamp };
      };
      const contextSec = (reading.localMs - 100) / 1000;
      return [read(contextSec), read(contextSec + 0.003)];
    });
    const decisions = doubled.map((_, i) => classifyOutput(doubled.slice(0, i + 1)));
    expect(decisions.find((decision) => decision !== null)).toBe("double-speed");
  });

  it("OC2 timestamps of an output that stalled for most of its first second are right", () => {
    // recorded in Chromium, while the machine was busy
    const stalled = [
      [0, 0.046, 0.0033, -2],
      [1127, 0.418, 0.3268, 1111],
      [1161, 0.464, 0.373, 1158],
      [1183, 0.488, 0.3963, 1181],
      [1233, 0.534, 0.4438, 1229],
      [1255, 0.557, 0.4676, 1252],
    ].map(([ms = 0, currentSec = 0, contextSec = 0, deviceMs = 0]) => ({
      localMs: 2000 + ms,
      currentSec,
      timestamp: { contextSec, localMs: 2000 + deviceMs },
      latencySec: 0.072,
      mediaSec: null,
    }));
    const decisions = stalled.map((_, i) => classifyOutput(stalled.slice(0, i + 1)));
    expect(decisions.find((decision) => decision !== null)).toBe("timestamps");
  });

  it("OC2 timestamps far from the moment of the reading, or ahead of currentTime, are none", () => {
    const far = readEvery20Ms((localMs) => ({ timestamp: { contextSec: localMs / 1000, localMs: localMs + 5000 } }));
    const ahead = readEvery20Ms((localMs) => ({ timestamp: { contextSec: localMs / 1000 + 0.5, localMs } }));
    expect([classifyOutput(far), classifyOutput(ahead)]).toEqual(["no-timestamps", "no-timestamps"]);
  });

  it("OC3 nothing is decided while an output that starts reports zeros, up to 3 s", () => {
    const silent = readEvery20Ms(() => ({}));
    expect(classifyOutput(silent.slice(0, 100))).toBeNull();
    expect(classifyOutput(silent)).toBe("no-timestamps");
  });
});
