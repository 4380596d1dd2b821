import { expect, it, vi } from "vitest";
import { PacketGarbage } from "#app/audio/packet-garbage.ts";

/** Seconds of packets until each collection. */
function secondsBetweenCollections({ packetBytes, packetsPerSecond }: { packetBytes: number; packetsPerSecond: number }) {
  const collect = vi.fn();
  const garbage = new PacketGarbage(collect);
  for (let i = 0; i < 120 * packetsPerSecond; i++) garbage.add(packetBytes);
  return 120 / collect.mock.calls.length;
}

it("a collection begins every few seconds while a track is decoded, and not with every packet", () => {
  const flac = secondsBetweenCollections({ packetBytes: 7400, packetsPerSecond: 11 });
  const mp3 = secondsBetweenCollections({ packetBytes: 1045, packetsPerSecond: 38 });
  for (const seconds of [flac, mp3]) {
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(15);
  }
});
