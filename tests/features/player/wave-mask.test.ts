import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { explainFault } from "#app/features/player/explain-fault.ts";
import { drawWaveMask } from "#app/features/player/wave-mask.ts";
import { texts as roomTexts } from "#app/i18n/en/room-texts.ts";
import { englishOf } from "#tests/support/english.ts";

let canvas: { width: number; height: number; getContext: () => object | null; toDataURL: () => string };
let scales: (readonly number[])[];
/** The bars as `x`, `y`, `width` and `height` in CSS px. */
let bars: (readonly number[])[];

beforeEach(() => {
  [scales, bars] = [[], []];
  const context = {
    scale: (...factors: readonly number[]) => void scales.push(factors),
    beginPath: () => undefined,
    roundRect: (...bar: readonly number[]) => void bars.push(bar.slice(0, 4)),
    fill: () => undefined,
  };
  canvas = { width: 0, height: 0, getContext: () => context, toDataURL: () => "data:image/png;base64,bars" };
  vi.stubGlobal("document", { createElement: () => canvas });
  vi.stubGlobal("window", { devicePixelRatio: 1 });
});
afterEach(() => vi.unstubAllGlobals());

const heights = () => bars.map(([, , , height]) => height);

describe("the waveform in the seek bar", () => {
  it("has a bar of 2 px every 4 px, in the middle, as high as the loudest of its points", () => {
    const image = drawWaveMask(Uint8Array.from([0, 255, 51, 0]), 8, 20);
    expect(image).toBe("url(data:image/png;base64,bars)");
    expect(bars).toEqual([
      [0, 0, 2, 20],
      [4, 8, 2, 4],
    ]);
  });

  it("shows silence as a line of dots", () => {
    drawWaveMask(new Uint8Array(4), 8, 20);
    expect(heights()).toEqual([2, 2]);
  });

  it("repeats points if there are fewer of them than bars", () => {
    drawWaveMask(Uint8Array.from([255, 51]), 16, 20);
    expect(heights()).toEqual([20, 20, 4, 4]);
  });

  it("is as sharp as the screen, and has a bar at any width", () => {
    vi.stubGlobal("window", { devicePixelRatio: 2.5 });
    drawWaveMask(Uint8Array.from([255]), 3, 20);
    expect([canvas.width, canvas.height, scales, bars.length]).toEqual([8, 50, [[2.5, 2.5]], 1]);
  });

  it("is none without memory for a canvas", () => {
    canvas.getContext = () => null;
    expect(drawWaveMask(new Uint8Array(4), 8, 20)).toBe("none");
  });
});

describe("a track that cannot be played on this device", () => {
  const t = englishOf("room", roomTexts);

  it.each([
    [{ reason: "refused" }, "We couldn't load the file."],
    [{ reason: "undecodable", formatName: "Ogg Opus" }, "This browser can't play Ogg Opus."],
    [{ reason: "undecodable", formatName: "MP3" }, "This browser can't play this MP3 file. Try another browser."],
    [{ reason: "undecodable", formatName: null }, "The browser couldn't decode the file."],
    [null, "The browser couldn't decode the file."],
  ] as const)("has a reason, and a way out where there is one: %o", (fault, words) => {
    expect(explainFault(t, fault)).toContain(words);
  });

  it("is not to be uploaded as MP3 if it is one", () => {
    expect(explainFault(t, { reason: "undecodable", formatName: "MP3" })).not.toContain("upload");
    expect(explainFault(t, { reason: "undecodable", formatName: "FLAC" })).toContain("upload the track as MP3");
  });
});
