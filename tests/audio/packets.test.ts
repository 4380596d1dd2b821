import { expect, it } from "vitest";
import { flacPackets } from "#app/audio/flac-packets.ts";
import type { Packet, PacketSource } from "#app/audio/packets.ts";
import { streamPackets } from "#app/audio/stream-packets.ts";
import { scanPackets } from "#app/domain/audio-files/packet-scan.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectFlac } from "#workers/audio-inspection/inspect-flac.ts";

const { signal } = new AbortController();

/** A file in memory, and how often it was read. */
function openBytes(file: Uint8Array) {
  const counts = { reads: 0 };
  const read = async (start: number, end: number) => {
    counts.reads += 1;
    return file.subarray(start, end);
  };
  return { counts, sizeBytes: file.length, read, stream: () => Promise.reject(new Error("not streamed")) };
}

async function all(source: PacketSource, frame: number): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const packet of source.packets(frame, signal)) packets.push(packet);
  return packets;
}

async function flacMap(file: Uint8Array): Promise<SeekMap> {
  const facts = await inspectFlac(openBytes(file), 0);
  if (!facts.ok || !facts.value.seekMap) throw new Error("no map");
  return facts.value.seekMap;
}

it("a damaged FLAC packet is left out, and the next says that it follows a gap", async () => {
  const file = audioFixture("plain.flac");
  const map = await flacMap(file);
  const whole = await all(flacPackets(openBytes(file), map), 0);
  const { length } = whole;
  const damaged = Uint8Array.from(file);
  const at = Buffer.from(file).indexOf(Buffer.from(whole[3]?.data ?? []));
  damaged[at + 200] = (damaged[at + 200] ?? 0) ^ 1;
  const bytes = openBytes(damaged);
  const packets = await all(flacPackets(bytes, map), 0);
  expect(packets.map(({ frame }) => frame)).toEqual(whole.filter((_, i) => i !== 3).map(({ frame }) => frame));
  expect(packets.findIndex(({ isAfterGap }) => isAfterGap)).toBe(3);
  expect(bytes.counts.reads).toBeLessThan(2 * length);
});

it("AF6 a FLAC file that was cut off is as long as what there is of it", async () => {
  const file = audioFixture("plain.flac");
  const cut = await flacMap(file.subarray(0, file.length / 2));
  expect(cut.totalFrames).toBeGreaterThan(100_000);
  expect(cut.totalFrames).toBeLessThan(170_000);
});

it("AF2 whoever plays through junk and whoever joins behind it meet the same packets", async () => {
  const clean = audioFixture("headerless.mp3");
  const random = seededRandom(5);
  // much like packets of this stream, and like others
  const junk = Uint8Array.from({ length: 2500 }, () => (random() < 0.3 ? 0xff : Math.floor(random() * 256)));
  const [, [, middle = 0] = []] = mapOf(clean).points;
  const file = new Uint8Array([...clean.subarray(0, middle), ...junk, ...clean.subarray(middle)]);
  const map = mapOf(file);
  const bytes = openBytes(file);
  const source = streamPackets(bytes, map, "mp3");
  const through = await all(source, 0);
  const behind = await all(source, 4 * 44_100);
  expect(behind.length).toBeGreaterThan(20);
  expect(through.slice(-behind.length)).toEqual(behind);
  expect(through.length * map.framesPerPacket).toBe(map.totalFrames);
  expect(bytes.counts.reads).toBeLessThan(50);
});

function mapOf(file: Uint8Array): SeekMap {
  const scan = scanPackets("mp3", { startByte: 0, sizeBytes: file.length });
  scan.push(file);
  const map = scan.finish();
  if (!map) throw new Error("no map");
  return map;
}
