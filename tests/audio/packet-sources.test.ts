import { expect, it } from "vitest";
import { createFlacPacketSource } from "#app/audio/flac-packet-source.ts";
import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { createStreamPacketSource } from "#app/audio/stream-packet-source.ts";
import { PacketScanner } from "#app/domain/audio-files/packet-scanner.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectFlac } from "#workers/audio-inspection/inspect-flac.ts";

const { signal } = new AbortController();

/** A file in memory that counts its reads. */
function createBytes(file: Uint8Array) {
  const counts = { reads: 0 };
  const read = async (start: number, end: number) => {
    counts.reads += 1;
    return file.subarray(start, end);
  };
  return { counts, sizeBytes: file.length, read, stream: () => Promise.reject(new Error("not streamed")) };
}

async function readAll(source: PacketSource, frame: number): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const packet of source.packets(frame, signal)) packets.push(packet);
  return packets;
}

async function createFlacMap(file: Uint8Array): Promise<SeekMap> {
  const facts = await inspectFlac(createBytes(file), 0);
  if (!facts.ok || !facts.value.seekMap) throw new Error("no map");
  return facts.value.seekMap;
}

it("a damaged FLAC packet is skipped, and the next one is marked as following a gap", async () => {
  const file = audioFixture("plain.flac");
  const map = await createFlacMap(file);
  const intact = await readAll(createFlacPacketSource(createBytes(file), map), 0);
  const { length } = intact;
  const damaged = Uint8Array.from(file);
  const at = Buffer.from(file).indexOf(Buffer.from(intact[3]?.data ?? []));
  damaged[at + 200] = (damaged[at + 200] ?? 0) ^ 1;
  const bytes = createBytes(damaged);
  const packets = await readAll(createFlacPacketSource(bytes, map), 0);
  expect(packets.map(({ frame }) => frame)).toEqual(intact.filter((_, i) => i !== 3).map(({ frame }) => frame));
  expect(packets.findIndex(({ isAfterGap }) => isAfterGap)).toBe(3);
  expect(bytes.counts.reads).toBeLessThan(2 * length);
});

it("AF6 a truncated FLAC file is as long as its remaining packets", async () => {
  const file = audioFixture("plain.flac");
  const cut = await createFlacMap(file.subarray(0, file.length / 2));
  expect(cut.totalFrames).toBeGreaterThan(100_000);
  expect(cut.totalFrames).toBeLessThan(170_000);
});

it("AF2 reading through junk and seeking past it yield the same packets", async () => {
  const clean = audioFixture("headerless.mp3");
  const random = seededRandom(5);
  // contains bytes that look like packets of this stream and of others
  const junk = Uint8Array.from({ length: 2500 }, () => (random() < 0.3 ? 0xff : Math.floor(random() * 256)));
  const [, [, middle = 0] = []] = scanMp3(clean).points;
  const file = new Uint8Array([...clean.subarray(0, middle), ...junk, ...clean.subarray(middle)]);
  const map = scanMp3(file);
  const bytes = createBytes(file);
  const source = await createStreamPacketSource(bytes, map, { format: "mp3", signal });
  const through = await readAll(source, 0);
  const behind = await readAll(source, 4 * 44_100);
  expect(behind.length).toBeGreaterThan(20);
  expect(through.slice(-behind.length)).toEqual(behind);
  expect(through.length * map.framesPerPacket).toBe(map.totalFrames);
  expect(bytes.counts.reads).toBeLessThan(50);
});

function scanMp3(file: Uint8Array): SeekMap {
  const scanner = new PacketScanner("mp3", { startByte: 0, sizeBytes: file.length });
  scanner.push(file);
  const map = scanner.finish();
  if (!map) throw new Error("no map");
  return map;
}
