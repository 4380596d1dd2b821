import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, Route } from "@playwright/test";
import { build } from "vite";
import { fixturePath } from "#tests/support/fixtures.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import type { StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import type { DecodingComparison } from "./page/decode.entry.ts";
import { expect, test } from "./test.ts";

const CACHE = fileURLToPath(new URL("../../.cache/decode/", import.meta.url));
const ENTRY = fileURLToPath(new URL("./page/decode.entry.ts", import.meta.url));
/** WebCodecs needs a secure context, which every `localhost` name is. */
const HOST = "http://decode.localhost";

/** The greatest allowed difference of a sample. Opus converges for a while after a seek (RFC 7845 §4.6). */
const FILES = [
  { name: "plain.wav", maxDifference: 1e-4 },
  { name: "plain.flac", maxDifference: 1e-4 },
  { name: "silent-end.flac", maxDifference: 1e-4 },
  { name: "cbr.mp3", maxDifference: 1e-4 },
  { name: "vbr.mp3", maxDifference: 1e-4 },
  { name: "headerless.mp3", maxDifference: 1e-4 },
  { name: "adts.aac", maxDifference: 2e-3 },
  { name: "fast.m4a", maxDifference: 2e-3 },
  { name: "slow.m4a", maxDifference: 2e-3 },
  { name: "vorbis.ogg", maxDifference: 1e-3 },
  { name: "opus.ogg", maxDifference: 0.03 },
] as const;

test.beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    build: { outDir: CACHE, lib: { entry: ENTRY, formats: ["es"], fileName: () => "decode.js" }, target: "es2022" },
  });
});

function toStoredBytes(file: Uint8Array): StoredBytes {
  return {
    sizeBytes: file.length,
    read: async (start, end) => file.slice(start, end),
    stream: async (start) => new Blob([file.slice(start)]).stream(),
  };
}

/** Serves the page with its script, and one file by ranges. */
async function serve(page: Page, file: Uint8Array, map: unknown): Promise<void> {
  await page.route(`${HOST}/**`, async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/")
      return route.fulfill({ contentType: "text/html", body: "<script type=module src=/decode.js></script>" });
    if (pathname.endsWith(".js")) return route.fulfill({ contentType: "text/javascript", path: `${CACHE}${pathname}` });
    if (pathname.endsWith(".map")) return route.fulfill({ json: map });
    const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec((await route.request().headerValue("Range")) ?? "") ?? [];
    const end = Math.min(file.length, Number(to || file.length - 1) + 1);
    return route.fulfill({
      status: 206,
      headers: { "Content-Range": `bytes ${from}-${end - 1}/${file.length}` },
      body: Buffer.from(file.slice(Number(from), end)),
    });
  });
}

/** Decodes a file, or the first share of it, with the app's decoder and with `decodeAudioData`. */
async function compare(page: Page, name: string, share = 1): Promise<DecodingComparison & { readonly durationMs: number }> {
  const complete = new Uint8Array(readFileSync(fixturePath(name)));
  const file = complete.slice(0, Math.round(share * complete.length));
  const inspected = await inspectAudio(toStoredBytes(file));
  if (!inspected.ok) throw new Error(inspected.error);
  const { format, durationMs, seekMap } = inspected.value;
  await serve(page, file, seekMap);
  await page.goto(`${HOST}/`);
  await page.waitForFunction("window.compare");
  const positionsMs = [1, 777.7, durationMs / 2, durationMs - 500].filter((ms) => ms > 0 && ms < durationMs);
  const compared = await page.evaluate<DecodingComparison, unknown>(
    (args) =>
      (window as unknown as { compare: (args: unknown[]) => Promise<DecodingComparison> }).compare(...(args as [never])),
    [`${HOST}/${name}`, { format, sizeBytes: file.length, durationMs }, positionsMs],
  );
  return { ...compared, durationMs };
}

type Expected = { readonly decodingMode: "streaming" | "pieces"; readonly maxDifference: number };

/** The track decodes to the samples of `decodeAudioData`, without gaps, from its start and from any position. */
function expectSameSamples(
  { durationMs, ...result }: Awaited<ReturnType<typeof compare>>,
  { decodingMode, maxDifference }: Expected,
): void {
  expect(result.decodingMode).toBe(decodingMode);
  expect(result.startFrame).toBe(0);
  expect(result.gaps).toBe(0);
  expect(result.frames).toBe(Math.round((durationMs / 1000) * result.sampleRate));
  expect(Math.abs(result.frames - result.referenceFrames)).toBeLessThanOrEqual(1);
  expect(result.maxDifference).toBeLessThan(maxDifference);
  for (const seek of result.seeks) {
    expect(seek.startFrame).toBe(Math.floor((seek.positionMs / 1000) * result.sampleRate));
    expect(seek.endFrame).toBe(result.frames);
    expect(seek.gaps).toBe(0);
    expect(seek.maxDifference).toBeLessThan(maxDifference);
  }
}

for (const { name, maxDifference } of FILES) {
  test(`AF3 ${name} decodes to the same samples as the browser's decoder, from any position`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/favicon/);
    expectSameSamples(await compare(page, name), { decodingMode: "streaming", maxDifference });
  });
}

/** A tenth of a second each. */
const SHORT_FILES = [
  { name: "short.wav", maxDifference: 1e-4 },
  { name: "short.flac", maxDifference: 1e-4 },
  { name: "short.mp3", maxDifference: 1e-4 },
  { name: "short.aac", maxDifference: 2e-3 },
  { name: "short.m4a", maxDifference: 2e-3 },
  // Chromium's decoder drops 128 frames of a Vorbis file with a single page of audio
  { name: "short-vorbis.ogg", maxDifference: 1e-3, missingFrames: 128 },
  { name: "short-opus.ogg", maxDifference: 0.03 },
] as const;

for (const { name, maxDifference, ...reference } of SHORT_FILES) {
  test(`AF10 ${name} plays from its first sample to its last`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/favicon/);
    const { durationMs, ...result } = await compare(page, name);
    expect(result.decodingMode).toBe("streaming");
    expect(result.startFrame).toBe(0);
    expect(result.gaps).toBe(0);
    expect(result.frames).toBe(Math.round((durationMs / 1000) * result.sampleRate));
    const missingFrames = "missingFrames" in reference ? reference.missingFrames : 0;
    expect(Math.abs(result.frames - missingFrames - result.referenceFrames)).toBeLessThanOrEqual(1);
    expect(result.maxDifference).toBeLessThan(maxDifference);
    expect(result.seeks.length).toBeGreaterThan(1);
    for (const seek of result.seeks) {
      expect(seek.endFrame).toBe(result.frames);
      expect(seek.maxDifference).toBeLessThan(maxDifference);
    }
  });
}

/** Each share ends within a packet or an Ogg page. */
const CUT_FILES = [
  { name: "plain.wav", share: 0.5 },
  { name: "plain.flac", share: 0.5 },
  { name: "vbr.mp3", share: 0.45 },
  { name: "adts.aac", share: 0.61 },
  { name: "fast.m4a", share: 0.6 },
  { name: "vorbis.ogg", share: 0.55 },
  { name: "opus.ogg", share: 0.7 },
] as const;

for (const { name, share } of CUT_FILES) {
  test(`AF6 a truncated ${name} plays for as long as its duration says`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/favicon/);
    const { durationMs, ...result } = await compare(page, name, share);
    expect(result.decodingMode).toBe("streaming");
    expect(result.startFrame).toBe(0);
    expect(result.gaps).toBe(0);
    expect(Math.abs(result.frames - (durationMs / 1000) * result.sampleRate)).toBeLessThanOrEqual(1);
    for (const seek of result.seeks) expect(seek.endFrame).toBe(result.frames);
  });
}

/** Ways in which a browser does not decode packets. */
const BROKEN_DECODERS = [
  { title: "without WebCodecs", break: () => void Reflect.deleteProperty(window, "AudioDecoder") },
  {
    title: "whose AudioDecoder throws on the first packet",
    break: () => {
      AudioDecoder.prototype.decode = () => {
        throw new DOMException("Decode error", "EncodingError");
      };
    },
  },
  {
    title: "whose AudioDecoder reports an error after the first packet",
    break: () => {
      const { decode } = AudioDecoder.prototype;
      AudioDecoder.prototype.decode = function () {
        decode.call(this, new EncodedAudioChunk({ type: "key", timestamp: 0, data: new Uint8Array(3) }));
      };
    },
  },
  {
    title: "whose AudioDecoder takes all packets without any output",
    break: () => {
      AudioDecoder.prototype.decode = () => undefined;
    },
  },
  {
    title: "whose decoded blocks cannot be copied",
    break: () => {
      AudioData.prototype.copyTo = () => {
        throw new RangeError("AudioData.copyTo");
      };
    },
  },
] as const;

for (const { name, maxDifference } of FILES.filter((file) => file.name !== "plain.wav")) {
  test(`AF3 ${name} decodes to the same samples in pieces`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/favicon/);
    await page.addInitScript(BROKEN_DECODERS[0].break);
    expectSameSamples(await compare(page, name), { decodingMode: "pieces", maxDifference });
  });
}

for (const { title, break: breakDecoder } of BROKEN_DECODERS) {
  test(`a track plays in pieces in a browser ${title}`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/favicon/);
    await page.addInitScript(breakDecoder);
    const { durationMs, ...result } = await compare(page, "fast.m4a");
    expect(result.decodingMode).toBe("pieces");
    expect(result.startFrame).toBe(0);
    expect(result.frames).toBe(Math.round((durationMs / 1000) * result.sampleRate));
    expect(result.maxDifference).toBeLessThan(2e-3);
  });
}

test("AF3 an empty block for the first packet, as Firefox puts it out for Vorbis, is skipped", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/favicon/);
  await page.addInitScript(() => {
    const { copyTo } = AudioData.prototype;
    AudioData.prototype.copyTo = function (...args) {
      if (this.numberOfFrames === 0) throw new RangeError("frame offset of 0");
      return copyTo.apply(this, args);
    };
    const Decoder = AudioDecoder;
    const empty = { numberOfFrames: 0, numberOfChannels: 2, sampleRate: 44_100, timestamp: 0, close: () => undefined };
    window.AudioDecoder = class extends Decoder {
      constructor({ output, error }: AudioDecoderInit) {
        let isFirst = true;
        const outputAfterEmpty = (data: AudioData) => {
          if (isFirst) output(Object.setPrototypeOf({ ...empty }, AudioData.prototype));
          isFirst = false;
          output(data);
        };
        super({ output: outputAfterEmpty, error });
      }
    };
  });
  expectSameSamples(await compare(page, "vorbis.ogg"), { decodingMode: "streaming", maxDifference: 1e-3 });
});

test("a truncated file plays in pieces for as long as its duration says", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/favicon/);
  await page.addInitScript(BROKEN_DECODERS[0].break);
  const { durationMs, ...result } = await compare(page, "opus.ogg", 0.7);
  expect(result.decodingMode).toBe("pieces");
  expect(result.gaps).toBe(0);
  expect(Math.abs(result.frames - (durationMs / 1000) * result.sampleRate)).toBeLessThanOrEqual(1);
});
