import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, Route } from "@playwright/test";
import { build } from "vite";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import type { StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import { expect, fixture, test } from "./visitor.ts";

const CACHE = fileURLToPath(new URL("../../.cache/decode/", import.meta.url));
const ENTRY = fileURLToPath(new URL("./page/decode.entry.ts", import.meta.url));
/** WebCodecs wants a secure context, which hosts like this are. */
const HOST = "http://decode.localhost";

/** How far two decodings may differ. Opus finds its way in over a while (RFC 7845 §4.6). */
const FILES = [
  { name: "plain.wav", worst: 1e-4 },
  { name: "plain.flac", worst: 1e-4 },
  { name: "cbr.mp3", worst: 1e-4 },
  { name: "vbr.mp3", worst: 1e-4 },
  { name: "headerless.mp3", worst: 1e-4 },
  { name: "adts.aac", worst: 2e-3 },
  { name: "fast.m4a", worst: 2e-3 },
  { name: "slow.m4a", worst: 2e-3 },
  { name: "vorbis.ogg", worst: 1e-3 },
  { name: "opus.ogg", worst: 0.03 },
] as const;

type Comparison = {
  readonly means: string;
  readonly startFrame: number;
  readonly frames: number;
  readonly gaps: number;
  readonly sampleRate: number;
  readonly wholeFrames: number;
  readonly worst: number;
  readonly middles: readonly { ms: number; startFrame: number; endFrame: number; gaps: number; worst: number }[];
};

test.beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    build: { outDir: CACHE, lib: { entry: ENTRY, formats: ["es"], fileName: () => "decode.js" }, target: "es2022" },
  });
});

function bytesOf(file: Uint8Array): StoredBytes {
  return {
    sizeBytes: file.length,
    read: async (start, end) => file.slice(start, end),
    stream: async (start) => new Blob([file.slice(start)]).stream(),
  };
}

/** A host that has nothing but our script and one file, in ranges. */
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

/** Decodes a file, or so much of it, in a page in both ways. */
async function compare(page: Page, name: string, share = 1): Promise<Comparison & { readonly durationMs: number }> {
  const whole = new Uint8Array(readFileSync(fixture(name)));
  const file = whole.slice(0, Math.round(share * whole.length));
  const facts = await inspectAudio(bytesOf(file));
  if (!facts.ok) throw new Error(facts.error);
  const { format, durationMs, seekMap } = facts.value;
  await serve(page, file, seekMap);
  await page.goto(`${HOST}/`);
  await page.waitForFunction("window.compare");
  const moments = [1, 777.7, durationMs / 2, durationMs - 500];
  const compared = await page.evaluate<Comparison, unknown>(
    (args) => (window as unknown as { compare: (args: unknown[]) => Promise<Comparison> }).compare(...(args as [never])),
    [`${HOST}/${name}`, { format, sizeBytes: file.length, durationMs }, moments],
  );
  return { ...compared, durationMs };
}

for (const { name, worst } of FILES) {
  test(`AF3 ${name} comes out like the browser decodes the whole file, from any moment`, async ({ page, complaints }) => {
    complaints.expect(/favicon/);
    const { durationMs, ...result } = await compare(page, name);
    expect(result.means).toBe("streaming");
    expect(result.startFrame).toBe(0);
    expect(result.gaps).toBe(0);
    expect(result.frames).toBe(Math.round((durationMs / 1000) * result.sampleRate));
    expect(Math.abs(result.frames - result.wholeFrames)).toBeLessThanOrEqual(1);
    expect(result.worst).toBeLessThan(worst);
    for (const middle of result.middles) {
      expect(middle.startFrame).toBe(Math.floor((middle.ms / 1000) * result.sampleRate));
      expect(middle.endFrame).toBe(result.frames);
      expect(middle.gaps).toBe(0);
      expect(middle.worst).toBeLessThan(worst);
    }
  });
}

/** Places within a packet or a page. */
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
  test(`AF6 what is left of ${name} plays as far as its length says`, async ({ page, complaints }) => {
    complaints.expect(/favicon/);
    const { durationMs, ...result } = await compare(page, name, share);
    expect(result.means).toBe("streaming");
    expect(result.startFrame).toBe(0);
    expect(result.gaps).toBe(0);
    expect(Math.abs(result.frames - (durationMs / 1000) * result.sampleRate)).toBeLessThanOrEqual(1);
    for (const middle of result.middles) expect(middle.endFrame).toBe(result.frames);
  });
}

for (const name of ["cbr.mp3", "plain.flac", "slow.m4a", "opus.ogg"]) {
  test(`AF3 ${name} sounds the same in a browser that cannot decode in pieces`, async ({ page, complaints }) => {
    complaints.expect(/favicon/);
    await page.addInitScript(() => Reflect.deleteProperty(window, "AudioDecoder"));
    const { durationMs, ...result } = await compare(page, name);
    expect(result.means).toBe("whole-file");
    expect(result.startFrame).toBe(0);
    expect(Math.abs(result.frames - (durationMs / 1000) * result.sampleRate)).toBeLessThanOrEqual(1);
    for (const middle of result.middles) expect(middle.worst).toBeLessThan(1e-6);
  });
}
