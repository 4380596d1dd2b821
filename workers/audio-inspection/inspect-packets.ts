import type { PacketFormat } from "#app/domain/audio-files/packet-header.ts";
import { PacketScanner } from "#app/domain/audio-files/packet-scanner.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** Inspects an MP3 or ADTS file by scanning all its packets. */
export async function inspectPackets(format: PacketFormat, bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  if (startByte >= bytes.sizeBytes) return fail("not-audio");
  const scanner = new PacketScanner(format, { startByte, sizeBytes: bytes.sizeBytes });
  for await (const chunk of await bytes.stream(startByte)) {
    scanner.push(chunk);
    if (scanner.hasFailed()) return fail("not-audio");
  }
  const seekMap = scanner.finish();
  if (!seekMap) return fail("not-audio");
  return ok({ format, durationMs: (seekMap.totalFrames / seekMap.sampleRate) * 1000, seekMap });
}
