import { expect, it } from "vitest";
import { createContainerPacketSource } from "#app/audio/container-packet-source.ts";
import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { createAdtsHeader, readAudioSpecificConfig } from "#app/audio/pieces/aac-format.ts";
import { type Decoded, decodeIntact } from "#app/audio/pieces/decode-intact.ts";
import { createFlacFormat } from "#app/audio/pieces/flac-format.ts";
import { countOpusFrames } from "#app/audio/pieces/ogg-format.ts";
import { writeOggPages } from "#app/audio/pieces/ogg-pages.ts";
import { cutPieces, type Piece } from "#app/audio/pieces/piece.ts";
import { createPieceFormat } from "#app/audio/pieces/piece-format.ts";
import { readPacketHeader } from "#app/domain/audio-files/packet-header.ts";
import { audioFixture } from "#tests/support/fixtures.ts";

const { signal } = new AbortController();
const RATE = 44_100;
const PACKET_FRAMES = 1024;

function packet(index: number, isAfterGap = false): Packet {
  return { data: Uint8Array.of(index & 255), frame: index * PACKET_FRAMES, frames: PACKET_FRAMES, isAfterGap };
}

const LENGTHS = { firstFrames: 20_000, maxFrames: 160_000, overlapFrames: 10_000 };

/** Cuts the packets and counts how many have been read before each piece. */
async function cut(packets: Iterable<Packet>): Promise<{ pieces: Piece[]; readBefore: number[] }> {
  let reads = 0;
  async function* read() {
    for (const next of packets) {
      reads += 1;
      yield next;
    }
  }
  const pieces: Piece[] = [];
  const readBefore: number[] = [];
  for await (const piece of cutPieces(read(), LENGTHS)) {
    pieces.push(piece);
    readBefore.push(reads);
  }
  return { pieces, readBefore };
}

it("pieces cover the track without gaps, and each begins with packets before what it plays", async () => {
  const { pieces } = await cut(Array.from({ length: 2000 }, (_, i) => packet(i)));
  expect(pieces.length).toBeGreaterThan(10);
  for (const [i, { packets, fromFrame, toFrame }] of pieces.entries()) {
    const previous = pieces[i - 1];
    expect(fromFrame).toBe(previous?.toFrame ?? null);
    if (fromFrame !== null) expect(packets[0]?.frame).toBeLessThanOrEqual(fromFrame - LENGTHS.overlapFrames);
    if (toFrame !== null) expect(packets.at(-1)?.frame).toBe(toFrame);
  }
  expect(pieces.at(-1)?.toFrame).toBeNull();
  expect(pieces.at(-1)?.packets.at(-1)?.frame).toBe(1999 * PACKET_FRAMES);
});

it("an hour is cut into pieces of bounded length, and each is ready before the next one is read", async () => {
  const count = Math.ceil((3600 * RATE) / PACKET_FRAMES);
  function* packets() {
    for (let i = 0; i < count; i++) yield packet(i);
  }
  const { pieces, readBefore } = await cut(packets());
  const maxPackets = Math.ceil((LENGTHS.maxFrames + LENGTHS.overlapFrames) / PACKET_FRAMES) + 2;
  for (const [i, piece] of pieces.entries()) {
    expect(piece.packets.length).toBeLessThanOrEqual(maxPackets);
    expect((readBefore[i] ?? 0) - (readBefore[i - 1] ?? 0)).toBeLessThanOrEqual(maxPackets);
  }
});

it("a piece ends at a gap, and the next one begins with the packet after it", async () => {
  const { pieces } = await cut([packet(0), packet(1), packet(5, true), packet(6)]);
  expect(pieces).toEqual([
    { packets: [packet(0), packet(1)], fromFrame: null, toFrame: null },
    { packets: [packet(5, true), packet(6)], fromFrame: null, toFrame: null },
  ]);
});

/** A decoder that removes frames at the start, and omits or rejects packets that are damaged. */
function createDecode(options: { startLoss: number; damaged: readonly number[]; rejects: boolean }) {
  return async (packets: readonly Packet[]): Promise<Decoded | null> => {
    const damaged = packets.filter(({ frame }) => options.damaged.includes(frame / PACKET_FRAMES)).length;
    if (options.rejects && damaged > 0) return null;
    const length = (packets.length - damaged) * PACKET_FRAMES - options.startLoss;
    const buffer = { length } as AudioBuffer;
    return { buffer, startFrame: packets[0]?.frame ?? 0, frames: packets.length * PACKET_FRAMES };
  };
}

it.each([
  { startLoss: 0, rejects: false },
  { startLoss: 1024, rejects: false },
  { startLoss: 1024, rejects: true },
])("finds the packets before the first damaged one: %j", async ({ startLoss, rejects }) => {
  const packets = Array.from({ length: 150 }, (_, i) => packet(i));
  const intact = await decodeIntact(packets, createDecode({ startLoss, rejects, damaged: [] }));
  expect(intact.count).toBe(150);
  for (const damaged of [9, 70, 149]) {
    const part = await decodeIntact(packets, createDecode({ startLoss, rejects, damaged: [damaged] }));
    expect(part.count).toBe(damaged);
    expect(part.decoded?.frames).toBe(damaged * PACKET_FRAMES);
  }
});

it("nothing is intact if the first packet is damaged", async () => {
  const decode = createDecode({ startLoss: 0, rejects: true, damaged: [0] });
  expect(await decodeIntact([packet(0), packet(1)], decode)).toEqual({ decoded: null, count: 0 });
});

it("an ADTS header states what the AudioSpecificConfig states", () => {
  const config = readAudioSpecificConfig(Uint8Array.of(0x12, 0x10));
  expect(config).toEqual({ objectType: 2, rateIndex: 4, channelConfiguration: 2, outputRate: RATE });
  const file = Uint8Array.from([...(config ? createAdtsHeader(config, 5000) : []), ...new Uint8Array(5000)]);
  const header = readPacketHeader("aac", file, 0);
  expect(header).toEqual({ packetBytes: 5007, framesPerPacket: 1024, sampleRate: RATE, channels: 2 });
});

it("HE-AAC becomes ADTS with the rate of its core, and is decoded at twice that rate", () => {
  // object type 5 at 22,050 Hz, extension at 44,100 Hz, object type 2
  const config = readAudioSpecificConfig(Uint8Array.of(0x2b, 0x92, 0x08, 0x00));
  expect(config).toEqual({ objectType: 2, rateIndex: 7, channelConfiguration: 2, outputRate: RATE });
});

it.each([
  ["xHE-AAC", [0xf9, 0x46, 0x20]],
  ["packets of 960 frames", [0x12, 0x14]],
  ["a layout of its own", [0x12, 0x00]],
])("%s has no ADTS form", (_, bytes) => {
  expect(readAudioSpecificConfig(Uint8Array.from(bytes))).toBeNull();
});

it("a FLAC piece has an unknown length and no checksum", () => {
  const streamInfo = audioFixture("plain.flac").slice(8, 42);
  const description = Uint8Array.from([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34, ...streamInfo]);
  const file = createFlacFormat(RATE, description).toFile([packet(7)]);
  expect(file.subarray(0, 21)).toEqual(description.subarray(0, 21));
  expect((file[21] ?? 0) & 15).toBe(0);
  expect([...file.subarray(22)]).toEqual([...new Uint8Array(20), 7]);
});

it.each([
  ["20 ms of CELT", [0xfc], 960],
  ["two parts of 10 ms SILK", [0x01, 0], 960],
  ["three parts of 20 ms Hybrid", [0x6b, 3], 2880],
  ["60 ms of SILK", [0x18], 2880],
])("an Opus packet with %s", (_, bytes, frames) => {
  expect(countOpusFrames(Uint8Array.from(bytes))).toBe(frames);
});

it("a packet continues on the next Ogg page if it is longer than one", () => {
  const file = writeOggPages([{ data: new Uint8Array(255 * 255), granule: 9, startsPage: true }]);
  const second = file.indexOf(0x4f, 27 + 255 + 255 * 255);
  expect(file[5]).toBe(2);
  expect([...file.subarray(6, 14)]).toEqual(new Array(8).fill(255));
  expect(file[second + 5]).toBe(1);
  expect([...file.subarray(second + 6, second + 14)]).toEqual([9, 0, 0, 0, 0, 0, 0, 0]);
  expect([...file.subarray(second + 26)]).toEqual([1, 0]);
});

async function openOgg(file: Uint8Array): Promise<PacketSource> {
  const bytes = { sizeBytes: file.length, read: async (start: number, end: number) => file.subarray(start, end) };
  return createContainerPacketSource(bytes, { format: "ogg", durationMs: 6000 }, signal);
}

async function readAll(source: PacketSource): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const next of source.packets(0, signal)) packets.push(next);
  return packets;
}

it.each(["vorbis.ogg", "opus.ogg"])("a piece of %s is an Ogg file with the same packets", async (name) => {
  const source = await openOgg(audioFixture(name));
  const packets = (await readAll(source)).slice(50, 150);
  const format = createPieceFormat(source);
  const file = format?.toFile(packets) ?? new Uint8Array(0);
  const written = await readAll(await openOgg(file));
  expect(written.map(({ data }) => data)).toEqual(packets.map(({ data }) => data));
  const lastPage = Buffer.from(file).lastIndexOf("OggS");
  expect(Buffer.from(file).readBigInt64LE(lastPage + 6)).toBe(BigInt(format?.span(packets).frames ?? -1));
});
