import { describe, expect, it } from "vitest";
import { guessAudioFormat, readId3v2SizeBytes, sniffFormat } from "#app/domain/audio-files/audio-format.ts";
import { findFlacPacket, findFlacPacketEnd, readFlacBlockHeader, readFlacStreamInfo } from "#app/domain/audio-files/flac.ts";
import { type PacketFormat, type PacketHeader, readPacketHeader } from "#app/domain/audio-files/packet-header.ts";
import { PacketScanner } from "#app/domain/audio-files/packet-scanner.ts";
import { createPointCollector, findPointsAround } from "#app/domain/audio-files/seek-map.ts";
import { isValidYear, normalizeTag, titleFromFileName } from "#app/domain/tracks/track.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { audioFixture } from "#tests/support/fixtures.ts";

const FRAMES = 6 * 44_100;

/** Scans a file, behind its tag, in chunks of the given sizes. */
function scanFile(format: PacketFormat, file: Uint8Array, chunkBytes: () => number) {
  const start = readId3v2SizeBytes(file);
  const scanner = new PacketScanner(format, { startByte: start, sizeBytes: file.length });
  for (let at = start; at < file.length; ) {
    const to = at + chunkBytes();
    scanner.push(file.subarray(at, to));
    at = to;
  }
  return scanner.finish();
}

function findPackets(format: PacketFormat, file: Uint8Array): [at: number, header: PacketHeader][] {
  const packets: [number, PacketHeader][] = [];
  for (let at = 0, header = readPacketHeader(format, file, at); header; header = readPacketHeader(format, file, at)) {
    packets.push([at, header]);
    at += header.packetBytes;
  }
  return packets;
}

const inOneChunk = () => Number.MAX_SAFE_INTEGER;

describe("audio files", () => {
  it.each([
    ["cbr.mp3", "mp3"],
    ["vbr.mp3", "mp3"],
    ["adts.aac", "aac"],
    ["fast.m4a", "m4a"],
    ["plain.flac", "flac"],
    ["vorbis.ogg", "ogg"],
    ["opus.ogg", "ogg"],
    ["plain.wav", "wav"],
    ["picture.mp3", null],
  ])("AF1 %s begins like %s", (name, format) => {
    const file = audioFixture(name);
    expect(sniffFormat(file.subarray(readId3v2SizeBytes(file)))).toBe(format);
  });

  it("AF1 a format is guessed from a file's extension", () => {
    expect(guessAudioFormat("A.b.C.FLAC")).toBe("flac");
    expect(guessAudioFormat("song.opus")).toBe("ogg");
    expect(guessAudioFormat("flac")).toBeNull();
    expect(guessAudioFormat("notes.txt")).toBeNull();
  });

  it("AF2 a scan does not depend on how the file is split into chunks", () => {
    const random = seededRandom(3);
    for (const [name, format] of [
      ["cbr.mp3", "mp3"],
      ["vbr.mp3", "mp3"],
      ["adts.aac", "aac"],
    ] as const) {
      const file = audioFixture(name);
      const map = scanFile(format, file, inOneChunk);
      expect(map).not.toBeNull();
      expect(scanFile(format, file, () => 1)).toEqual(map);
      expect(scanFile(format, file, () => 1 + Math.floor(random() * 3000))).toEqual(map);
    }
  });

  it("AF2 junk before, between and after packets is skipped", () => {
    const file = audioFixture("headerless.mp3");
    const clean = scanFile("mp3", file, inOneChunk);
    const { points = [] } = clean ?? {};
    const middle = points[1]?.[1] ?? 0;
    const junk = new Uint8Array(700).fill(0x20);
    const dirty = new Uint8Array([
      ...junk,
      ...file.subarray(0, middle),
      ...junk,
      ...file.subarray(middle),
      ...new Uint8Array(128),
    ]);
    const map = scanFile("mp3", dirty, inOneChunk);
    expect(map?.totalFrames).toBe(clean?.totalFrames);
    expect(map?.firstByte).toBe(700);
  });

  it("AF2 other data has no seek map, and the scan fails early", () => {
    expect(scanFile("mp3", audioFixture("picture.mp3"), inOneChunk)).toBeNull();
    const random = seededRandom(9);
    const noise = Uint8Array.from({ length: 300_000 }, () => Math.floor(random() * 256));
    const scanner = new PacketScanner("mp3", { startByte: 0, sizeBytes: noise.length });
    scanner.push(noise);
    expect(scanner.hasFailed()).toBe(true);
    expect(scanner.finish()).toBeNull();
  });

  it("AF2 the scan of a stream that turns into junk fails before the end", () => {
    const file = audioFixture("headerless.mp3");
    const sizeBytes = 100_000_000;
    const scanner = new PacketScanner("mp3", { startByte: 0, sizeBytes });
    scanner.push(file);
    const zeros = new Uint8Array(1_000_000);
    let pushed = 0;
    for (; pushed < sizeBytes && !scanner.hasFailed(); pushed += zeros.length) scanner.push(zeros);
    expect(pushed / sizeBytes).toBeLessThan(0.4);
  });

  it("AF3 the encoder's silence is trimmed exactly", () => {
    for (const name of ["cbr.mp3", "vbr.mp3"]) {
      expect(scanFile("mp3", audioFixture(name), inOneChunk)).toMatchObject({
        totalFrames: FRAMES,
        primingFrames: 1105,
        sampleRate: 44_100,
      });
    }
    // a file that does not record its length keeps it
    expect(scanFile("mp3", audioFixture("headerless.mp3"), inOneChunk)?.primingFrames).toBe(0);
  });

  it("AF4 a seek map has a point every two seconds, at the start of a packet", () => {
    const file = audioFixture("vbr.mp3");
    const { points = [], sampleRate = 0 } = scanFile("mp3", file, inOneChunk) ?? {};
    expect(points).toHaveLength(3);
    for (const [i, [frame, byte]] of points.entries()) {
      expect(Math.abs(frame / sampleRate - i * 2)).toBeLessThan(0.11);
      expect(file[byte]).toBe(0xff);
    }
  });

  it("AF4 the step between points doubles when the maximum is reached", () => {
    const collected = createPointCollector(8, 10);
    for (let frame = 0; frame < 1000; frame++) collected.add(frame, frame * 7);
    const points = collected.points();
    expect(points.length).toBeLessThan(8);
    expect(points[0]).toEqual([0, 0]);
    const steps = points.slice(1).map(([frame], i) => frame - (points[i]?.[0] ?? 0));
    expect(new Set(steps).size).toBe(1);
  });

  it("AF4 finds the points around a position", () => {
    const points = [
      [0, 5],
      [100, 50],
      [200, 90],
    ] as const;
    expect(findPointsAround(points, 150)).toEqual({ before: [100, 50], after: [200, 90] });
    expect(findPointsAround(points, 100).before).toEqual([100, 50]);
    expect(findPointsAround(points, 9000)).toEqual({ before: [200, 90], after: null });
    expect(findPointsAround([], 5)).toEqual({ before: null, after: null });
  });

  it("AF5 a FLAC packet states its position, wherever the search begins", () => {
    const file = audioFixture("plain.flac");
    const info = readFlacStreamInfo(file.subarray(8, 8 + readFlacBlockHeader(file, 4).bytes));
    if (!info) throw new Error("no stream info");
    expect(info).toMatchObject({ sampleRate: 44_100, channels: 1, totalFrames: FRAMES });
    let expected = 0;
    let packets = 0;
    let packet = findFlacPacket(file, 0, info);
    while (packet) {
      expect(packet.header.frame).toBe(expected);
      expected += packet.header.frames;
      packets += 1;
      const end = findFlacPacketEnd(file, packet.at, packet.header, info);
      packet = end === null ? null : findFlacPacket(file, end, info);
    }
    expect(expected).toBe(FRAMES);
    expect(packets).toBeGreaterThan(50);
    const inTheMiddle = findFlacPacket(file.subarray(40_000), 0, info);
    expect((inTheMiddle?.header.frame ?? -1) % info.maxBlockFrames).toBe(0);
  });

  it("AF6 a truncated last packet is not counted, and only the silence that the file contains is trimmed", () => {
    const full = scanFile("mp3", audioFixture("vbr.mp3"), inOneChunk);
    const packets = Math.ceil((FRAMES + 1105) / 1152);
    const cut = scanFile("mp3", audioFixture("truncated.mp3"), inOneChunk);
    expect(full?.totalFrames).toBe(FRAMES);
    expect(cut?.totalFrames).toBe((packets - 1) * 1152 - 1105);
    expect(cut?.endByte).toBeLessThan(audioFixture("truncated.mp3").length);
  });

  it.each([
    ["mp3", "headerless.mp3"],
    ["aac", "adts.aac"],
  ] as const)("AF10 a fragment of %s with two complete packets is read", (format, name) => {
    const file = audioFixture(name);
    const packets = findPackets(format, file).slice(40, 43);
    const [[first = 0] = [], , [last = 0, stream] = []] = packets;
    if (!stream) throw new Error("no packets");
    const tag = Buffer.from("TAG".padEnd(128));
    const junk = new Uint8Array(90).fill(0x55);
    for (const end of [last, last + 1, last + 5, last + 20]) {
      const fragment = new Uint8Array([...junk, ...file.subarray(first, end)]);
      expect(scanFile(format, fragment, inOneChunk)?.totalFrames).toBe(2 * stream.framesPerPacket);
    }
    const tagged = new Uint8Array([...file.subarray(first, last), ...tag]);
    expect(scanFile(format, tagged, inOneChunk)?.totalFrames).toBe(2 * stream.framesPerPacket);
    // a single header proves nothing
    expect(scanFile(format, file.subarray(first, first + 60), inOneChunk)).toBeNull();
  });

  it("AF7 tags are cleaned, and a missing title is derived from the file's name", () => {
    expect(normalizeTag("  Ночной\u0000\n трамвай \u2028")).toBe("Ночной трамвай");
    expect(normalizeTag("й")).toBe("й");
    expect(Array.from(normalizeTag("😀".repeat(500)))).toHaveLength(200);
    expect(titleFromFileName("C:\\Music\\01_Night__Tram.final.mp3")).toBe("01 Night Tram.final");
    expect(titleFromFileName(".mp3")).toBe(".mp3");
    expect([1999, 12, 2024.5, Number.NaN].map(isValidYear)).toEqual([true, false, false, false]);
  });
});
