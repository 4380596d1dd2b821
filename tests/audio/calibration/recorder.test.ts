import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RecordedChunk } from "#app/audio/worklet/recorder-messages.ts";

type Port = { onmessage: ((event: { data: unknown }) => void) | null; postMessage(message: unknown): void };
type Processor = { readonly port: Port; process(inputs: readonly Float32Array[][]): boolean };

const BLOCK = 128;
let create: () => Processor;

beforeAll(async () => {
  vi.stubGlobal(
    "AudioWorkletProcessor",
    class {
      port: Port = { onmessage: null, postMessage: () => undefined };
    },
  );
  vi.stubGlobal("registerProcessor", (_name: string, processor: new () => Processor) => {
    create = () => new processor();
  });
  await import("#app/audio/worklet/recorder.worklet.ts");
});

afterAll(() => vi.unstubAllGlobals());

/** A recorder with a function that gives it one block; its samples are the numbers of their frames. */
function createRecorder() {
  const processor = create();
  const chunks: RecordedChunk[] = [];
  processor.port.postMessage = (message) => void chunks.push(message as RecordedChunk);
  const process = (frame: number, hasInput = true) => {
    vi.stubGlobal("currentFrame", frame);
    return processor.process([hasInput ? [Float32Array.from({ length: BLOCK }, (_, i) => frame + i)] : []]);
  };
  return { processor, chunks, process };
}

describe("the recorder in the audio thread", () => {
  it("sends every sample with its frame", () => {
    const { chunks, process } = createRecorder();
    for (let frame = 1280; frame < 1280 + 64 * BLOCK; frame += BLOCK) process(frame);
    expect(chunks.length).toBeGreaterThan(2);
    let next = 1280;
    for (const { startFrame, samples } of chunks) {
      expect(startFrame).toBe(next);
      expect(samples.every((sample, i) => sample === startFrame + i)).toBe(true);
      next += samples.length;
    }
  });

  it("begins another chunk after a gap", () => {
    const { chunks, process } = createRecorder();
    process(0);
    process(BLOCK, false);
    for (let frame = 2 * BLOCK; frame < 32 * BLOCK; frame += BLOCK) process(frame);
    expect(chunks.map(({ startFrame, samples }) => [startFrame, samples.length]).slice(0, 2)).toEqual([
      [0, BLOCK],
      [2 * BLOCK, 2048],
    ]);
  });

  it("ends when it is closed", () => {
    const { processor, process } = createRecorder();
    expect(process(0)).toBe(true);
    processor.port.onmessage?.({ data: "close" });
    expect(process(BLOCK)).toBe(false);
  });
});
