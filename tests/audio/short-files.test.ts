import { expect, it } from "vitest";
import type { PacketSource } from "#app/audio/packet-source.ts";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { createBytes, inspect, readPackets } from "./inspected-file.ts";

// First and last packets, and files with few of them.

const findPages = (file: Uint8Array): number[] =>
  [...Buffer.from(file).toString("latin1").matchAll(/OggS/g)].map(({ index }) => index);

async function readStarts(source: PacketSource, frame = 0): Promise<number[]> {
  return (await readPackets(source, frame)).map((packet) => packet.frame);
}

it("AF6 a last FLAC packet of digital silence counts", async () => {
  const file = audioFixture("silent-end.flac");
  const { durationMs, source } = await inspect(file);
  expect(durationMs).toBe(5000);
  const packets = await readPackets(source);
  const last = packets.at(-1);
  expect(last?.data.length).toBeLessThan(16);
  expect(Buffer.from(file).subarray(-(last?.data.length ?? 0))).toEqual(Buffer.from(last?.data ?? []));
  expect(5 * 44_100 - (last?.frame ?? 0)).toBeLessThanOrEqual(4608);
  expect((await readPackets(source, 5 * 44_100 - 1))[0]?.frame).toBe(last?.frame);
});

it("AF6 a FLAC file without a complete packet is damaged", async () => {
  const file = audioFixture("plain.flac");
  const [first] = await readPackets((await inspect(file)).source);
  const at = Buffer.from(file).indexOf(Buffer.from(first?.data ?? []));
  expect(await inspectAudio(createBytes(file.subarray(0, at + 100)))).toEqual({ ok: false, error: "audio-damaged" });
});

it("AF9 a FLAC file with a damaged first packet begins with a gap", async () => {
  const file = Uint8Array.from(audioFixture("plain.flac"));
  const intact = await readPackets((await inspect(file)).source);
  const at = Buffer.from(file).indexOf(Buffer.from(intact[0]?.data ?? []));
  file.fill(0, at, at + 40);
  const damaged = await inspect(file);
  expect(damaged.durationMs).toBe(6000);
  expect(await readStarts(damaged.source)).toEqual(intact.slice(1).map(({ frame }) => frame));
});

it("AF10 a FLAC file that was cut out of a stream begins with its first packet", async () => {
  const file = audioFixture("plain.flac");
  const intact = await readPackets((await inspect(file)).source);
  const at = (index: number) => Buffer.from(file).indexOf(Buffer.from(intact[index]?.data ?? []));
  const cut = await inspect(new Uint8Array([...file.subarray(0, at(0)), ...file.subarray(at(20), at(22))]));
  expect(cut.durationMs).toBeCloseTo((2 * 4608 * 1000) / 44_100, 2);
  expect(await readStarts(cut.source)).toEqual([0, 4608]);
  expect(await readStarts(cut.source, 5000)).toEqual([4608]);
});

it.each(["vorbis.ogg", "opus.ogg"])("AF9 %s with a damaged first page of audio begins with a gap", async (name) => {
  const file = audioFixture(name);
  const intact = await readStarts((await inspect(file)).source);
  const [, , from = 0, to = 0] = findPages(file);
  const damaged = await inspect(Uint8Array.from(file).fill(0, from, to));
  expect(damaged.durationMs).toBe(6000);
  const starts = await readStarts(damaged.source);
  expect(starts[0]).toBeGreaterThan(40_000);
  expect(starts[0]).toBeLessThan(50_000);
  expect(starts.at(-1)).toBe(intact.at(-1));
  expect(starts.length / intact.length).toBeGreaterThan(0.75);
});

it("AF9 a Vorbis file with wrong contents in a page plays to its end", async () => {
  const file = audioFixture("vorbis.ogg");
  const intact = await readStarts((await inspect(file)).source);
  const page = findPages(file)[5] ?? 0;
  const damaged = await inspect(Uint8Array.from(file).fill(0x5a, page + 400, page + 420));
  expect(damaged.durationMs).toBe(6000);
  const starts = await readStarts(damaged.source);
  expect(starts[0]).toBe(intact[0]);
  expect(starts.at(-1)).toBe(intact.at(-1));
});

it.each(["vorbis.ogg", "opus.ogg"])("AF9 %s with wrong sizes in a page keeps its length", async (name) => {
  const file = audioFixture(name);
  const page = findPages(file)[5] ?? 0;
  expect((await inspect(Uint8Array.from(file).fill(0xff, page + 27, page + 30))).durationMs).toBe(6000);
});

it.each(["vorbis.ogg", "opus.ogg"])("AF10 %s without its first second begins with its first packet", async (name) => {
  const file = audioFixture(name);
  const [, , from = 0, to = 0] = findPages(file);
  const { durationMs, source } = await inspect(new Uint8Array([...file.subarray(0, from), ...file.subarray(to)]));
  expect(durationMs).toBeGreaterThan(4900);
  expect(durationMs).toBeLessThan(5100);
  expect((await readStarts(source))[0]).toBe(0);
});

it.each([
  ["short.wav", 100],
  ["short.flac", 100],
  ["short.mp3", 100],
  // ADTS cannot state the encoder's silence
  ["short.aac", 139.32],
  ["short.m4a", 100],
  ["short-vorbis.ogg", 100],
  ["short-opus.ogg", 100],
])("AF10 %s, a tenth of a second, is accepted with its true duration", async (name, durationMs) => {
  const facts = await inspectAudio(createBytes(audioFixture(name)));
  expect(facts.ok && facts.value.durationMs).toBeCloseTo(durationMs, 1);
});
