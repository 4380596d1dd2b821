import { describe, expect, it } from "vitest";
import { formatFromFileName, id3v2Bytes, sniffFormat } from "#app/domain/audio-files/audio-format.ts";
import { findFlacPacket, findFlacPacketEnd, readFlacBlockHeader, readFlacStreamInfo } from "#app/domain/audio-files/flac.ts";
import type { PacketFormat } from "#app/domain/audio-files/packet-header.ts";
import { scanPackets } from "#app/domain/audio-files/packet-scan.ts";
import { collectPoints, pointsAround } from "#app/domain/audio-files/seek-map.ts";
import { cleanTag, isPlausibleYear, titleFromFileName } from "#app/domain/tracks/track.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { audioFixture } from "#tests/support/fixtures.ts";

const FRAMES = 6 * 44_100;

/** Walks a file that comes in chunks of the given lengths, behind its tag. */
function scan(format: PacketFormat, file: Uint8Array, chunkBytes: () => number) {
  const start = id3v2Bytes(file);
  const walk = scanPackets(format, { startByte: start, sizeBytes: file.length });
  for (let at = start; at < file.length; ) {
    const to = at + chunkBytes();
    walk.push(file.subarray(at, to));
    at = to;
  }
  return walk.finish();
}

const whole = () => Number.MAX_SAFE_INTEGER;

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
  ])("AF1 %s begins like %s, whatever it is called", (name, format) => {
    const file = audioFixture(name);
    expect(sniffFormat(file.subarray(id3v2Bytes(file)))).toBe(format);
  });

  it("AF1 a name is a guess", () => {
    expect(formatFromFileName("A.b.C.FLAC")).toBe("flac");
    expect(formatFromFileName("song.opus")).toBe("ogg");
    expect(formatFromFileName("flac")).toBeNull();
    expect(formatFromFileName("notes.txt")).toBeNull();
  });

  it("AF2 a stream is walked alike in one piece, in bytes, and in odd chunks", () => {
    const random = seededRandom(3);
    for (const [name, format] of [
      ["cbr.mp3", "mp3"],
      ["vbr.mp3", "mp3"],
      ["adts.aac", "aac"],
    ] as const) {
      const file = audioFixture(name);
      const map = scan(format, file, whole);
      expect(map).not.toBeNull();
      expect(scan(format, file, () => 1)).toEqual(map);
      expect(scan(format, file, () => 1 + Math.floor(random() * 3000))).toEqual(map);
    }
  });

  it("AF2 junk before, between and behind packets is gone over", () => {
    const file = audioFixture("headerless.mp3");
    const clean = scan("mp3", file, whole);
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
    const map = scan("mp3", dirty, whole);
    expect(map?.totalFrames).toBe(clean?.totalFrames);
    expect(map?.firstByte).toBe(700);
  });

  it("AF2 what is no stream has no map, and is given up early", () => {
    expect(scan("mp3", audioFixture("picture.mp3"), whole)).toBeNull();
    const random = seededRandom(9);
    const noise = Uint8Array.from({ length: 300_000 }, () => Math.floor(random() * 256));
    const walk = scanPackets("mp3", { startByte: 0, sizeBytes: noise.length });
    walk.push(noise);
    expect(walk.isHopeless()).toBe(true);
    expect(walk.finish()).toBeNull();
  });

  it("AF2 a stream that turns into junk is given up before all of it was looked at", () => {
    const file = audioFixture("headerless.mp3");
    const sizeBytes = 100_000_000;
    const walk = scanPackets("mp3", { startByte: 0, sizeBytes });
    walk.push(file);
    const zeros = new Uint8Array(1_000_000);
    let pushed = 0;
    for (; pushed < sizeBytes && !walk.isHopeless(); pushed += zeros.length) walk.push(zeros);
    expect(pushed / sizeBytes).toBeLessThan(0.4);
  });

  it("AF3 an encoder's silence is left out, exactly", () => {
    for (const name of ["cbr.mp3", "vbr.mp3"]) {
      expect(scan("mp3", audioFixture(name), whole)).toMatchObject({
        totalFrames: FRAMES,
        trimStartFrames: 1105,
        sampleRate: 44_100,
      });
    }
    // nobody says how much: all of it counts
    expect(scan("mp3", audioFixture("headerless.mp3"), whole)?.trimStartFrames).toBe(0);
  });

  it("AF4 a point every two seconds, at packet borders", () => {
    const file = audioFixture("vbr.mp3");
    const { points = [], sampleRate = 0 } = scan("mp3", file, whole) ?? {};
    expect(points).toHaveLength(3);
    for (const [i, [frame, byte]] of points.entries()) {
      expect(Math.abs(frame / sampleRate - i * 2)).toBeLessThan(0.11);
      expect(file[byte]).toBe(0xff);
    }
  });

  it("AF4 never more points than allowed: the steps double", () => {
    const collected = collectPoints(8, 10);
    for (let frame = 0; frame < 1000; frame++) collected.add(frame, frame * 7);
    const points = collected.points();
    expect(points.length).toBeLessThan(8);
    expect(points[0]).toEqual([0, 0]);
    const steps = points.slice(1).map(([frame], i) => frame - (points[i]?.[0] ?? 0));
    expect(new Set(steps).size).toBe(1);
  });

  it("AF4 points around a moment", () => {
    const points = [
      [0, 5],
      [100, 50],
      [200, 90],
    ] as const;
    expect(pointsAround(points, 150)).toEqual({ before: [100, 50], after: [200, 90] });
    expect(pointsAround(points, 100).before).toEqual([100, 50]);
    expect(pointsAround(points, 9000)).toEqual({ before: [200, 90], after: null });
    expect(pointsAround([], 5)).toEqual({ before: null, after: null });
  });

  it("AF5 a FLAC packet says where it belongs, wherever one begins to look", () => {
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

  it("AF6 a last packet that is cut off gives no sound", () => {
    const full = scan("mp3", audioFixture("vbr.mp3"), whole);
    const cut = scan("mp3", audioFixture("truncated.mp3"), whole);
    expect(cut?.totalFrames).toBe((full?.totalFrames ?? 0) - 1152);
    expect(cut?.endByte).toBeLessThan(audioFixture("truncated.mp3").length);
  });

  it("AF7 tags are stored clean, and a missing title is made from the name", () => {
    expect(cleanTag("  Ночной\u0000\n трамвай \u2028")).toBe("Ночной трамвай");
    expect(cleanTag("й")).toBe("й");
    expect(Array.from(cleanTag("😀".repeat(500)))).toHaveLength(200);
    expect(titleFromFileName("C:\\Music\\01_Night__Tram.final.mp3")).toBe("01 Night Tram.final");
    expect(titleFromFileName(".mp3")).toBe(".mp3");
    expect([1999, 12, 2024.5, Number.NaN].map(isPlausibleYear)).toEqual([true, false, false, false]);
  });
});
