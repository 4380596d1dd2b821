import type { PacketFormat } from "#app/domain/audio-files/packet-header.ts";
import { scanPackets } from "#app/domain/audio-files/packet-scan.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** Walks an MP3 or ADTS file from its first packet to its last. */
export async function inspectPackets(format: PacketFormat, bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  if (startByte >= bytes.sizeBytes) return fail("not-audio");
  const scan = scanPackets(format, { startByte, sizeBytes: bytes.sizeBytes });
  for await (const chunk of await bytes.stream(startByte)) {
    scan.push(chunk);
    if (scan.isHopeless()) return fail("not-audio");
  }
  const seekMap = scan.finish();
  if (!seekMap) return fail("not-audio");
  return ok({ format, durationMs: (seekMap.totalFrames / seekMap.sampleRate) * 1000, seekMap });
}
