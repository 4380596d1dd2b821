import { describe, expect, it } from "vitest";
import { Recording } from "#app/audio/calibration/recording.ts";

const chunk = (startFrame: number, ...samples: number[]) => ({ startFrame, samples: Float32Array.from(samples) });

describe("a recording", () => {
  it("is read by the frames of the context", () => {
    const recording = new Recording(8);
    recording.write(chunk(100, 1, 2));
    recording.write(chunk(102, 3, 4));
    expect(recording.read(101, 104)).toEqual(Float32Array.of(2, 3, 4));
  });

  it("has nothing before its first frame and after its last one", () => {
    const recording = new Recording(8);
    expect(recording.read(0, 1)).toBeNull();
    recording.write(chunk(100, 1, 2));
    expect(recording.read(99, 101)).toBeNull();
    expect(recording.read(101, 103)).toBeNull();
  });

  it("keeps the latest part", () => {
    const recording = new Recording(4);
    recording.write(chunk(0, 1, 2, 3));
    recording.write(chunk(3, 4, 5, 6));
    expect([recording.fromFrame, recording.toFrame]).toEqual([2, 6]);
    expect(recording.read(2, 6)).toEqual(Float32Array.of(3, 4, 5, 6));
    expect(recording.read(1, 3)).toBeNull();
  });

  it("is silent in a gap, so that what follows is in its place", () => {
    const recording = new Recording(4);
    recording.write(chunk(0, 1, 2, 3));
    recording.write(chunk(5, 6));
    expect(recording.read(2, 6)).toEqual(Float32Array.of(3, 0, 0, 6));
  });

  it("begins again after a gap that is longer than it", () => {
    const recording = new Recording(4);
    recording.write(chunk(0, 1, 2));
    recording.write(chunk(50, 5, 6));
    expect([recording.fromFrame, recording.toFrame]).toEqual([50, 52]);
  });
});
