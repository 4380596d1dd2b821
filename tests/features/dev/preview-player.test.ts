import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPreviewPlayer } from "#app/features/dev/audio-leveling/preview-player.ts";

let element: { src: string; currentTime: number; isPlaying: boolean; starts: number; onended: (() => void) | null };
/** Rejects if the browser cannot play the file. */
let start: () => Promise<void>;
/** The levels of the output, and whether each was reached without a step. */
let levels: (readonly [level: number, isSmooth: boolean])[];
let contexts: { isClosed: boolean }[];

beforeEach(() => {
  [levels, contexts] = [[], []];
  start = async () => undefined;
  vi.stubGlobal(
    "Audio",
    class {
      src = "";
      currentTime = 0;
      isPlaying = false;
      starts = 0;
      onended: (() => void) | null = null;
      constructor() {
        element = this;
      }
      play() {
        this.isPlaying = true;
        this.starts += 1;
        return start();
      }
      pause() {
        this.isPlaying = false;
      }
    },
  );
  const gain = {
    setTargetAtTime: (level: number) => void levels.push([level, true]),
    setValueAtTime: (level: number) => void levels.push([level, false]),
  };
  const node = { gain, connect: () => node };
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly currentTime = 0;
      isClosed = false;
      constructor() {
        contexts.push(this);
      }
      createGain = () => node;
      createMediaElementSource = () => node;
      resume = async () => undefined;
      async close() {
        this.isClosed = true;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const create = (gainDb = -6) => createPreviewPlayer(new Blob(["sound"]), gainDb);

describe("the preview of a leveled file", () => {
  it("plays the file as it is, or with its gain", () => {
    const player = create(-20);
    player.play("before");
    expect([player.state.get().playing, element.isPlaying, levels]).toEqual(["before", true, [[1, false]]]);
    player.stop();
    player.play("after");
    expect(levels.at(-1)).toEqual([0.1, false]);
  });

  it("switches between both without a gap, and without a step that would click", () => {
    const player = create(-20);
    player.play("before");
    element.currentTime = 30;
    player.play("after");
    expect([player.state.get().playing, element.currentTime, levels.at(-1)]).toEqual(["after", 30, [0.1, true]]);
    expect(element.starts).toBe(1);
  });

  it("starts again at the beginning after it was stopped, and is idle at its end", () => {
    const player = create();
    player.play("before");
    element.currentTime = 30;
    player.stop();
    expect([player.state.get(), element.currentTime, element.isPlaying]).toEqual([
      { playing: null, hasFailed: false },
      0,
      false,
    ]);
    player.play("before");
    element.onended?.();
    expect(player.state.get().playing).toBeNull();
  });

  it("says that the browser cannot play the file, but not because it was stopped meanwhile", async () => {
    const player = create();
    start = () => Promise.reject(new DOMException("unsupported", "NotSupportedError"));
    player.play("before");
    await expect.poll(() => player.state.get()).toEqual({ playing: null, hasFailed: true });
    player.play("before");
    player.stop();
    await Promise.resolve();
    expect(player.state.get()).toEqual({ playing: null, hasFailed: false });
  });

  it("opens no output before the first press, and releases all at its end", () => {
    const revoked = vi.spyOn(URL, "revokeObjectURL");
    const player = create();
    expect([contexts, element.src]).toEqual([[], ""]);
    player.play("before");
    player.play("after");
    expect([contexts.length, element.src]).toEqual([1, expect.stringMatching(/^blob:/)]);
    player.close();
    expect([contexts[0]?.isClosed, element.isPlaying]).toEqual([true, false]);
    expect(revoked).toHaveBeenCalledWith(element.src);
    revoked.mockRestore();
  });
});
