import { createContainerPacketSource } from "#app/audio/container-packet-source.ts";
import { createFlacPacketSource } from "#app/audio/flac-packet-source.ts";
import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { createStreamPacketSource } from "#app/audio/stream-packet-source.ts";
import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";

const newSignal = () => new AbortController().signal;

/** A file in memory, for the server's inspection and for the player. */
export function createBytes(file: Uint8Array) {
  return {
    sizeBytes: file.length,
    read: async (start: number, end: number) => file.subarray(start, end),
    stream: async (start: number) => new Blob([file.slice(start)]).stream(),
  };
}

export type Inspected = { readonly durationMs: number; readonly source: PacketSource; readonly format: AudioFormat };

/** Inspects a file as the server does, and opens it as the player does. Throws if it is refused. */
export async function inspect(file: Uint8Array): Promise<Inspected> {
  const facts = await inspectAudio(createBytes(file));
  if (!facts.ok) throw new Error(facts.error);
  const { format, durationMs, seekMap } = facts.value;
  const bytes = createBytes(file);
  if (format === "m4a" || format === "ogg")
    return { format, durationMs, source: await createContainerPacketSource(bytes, { format, durationMs }, newSignal()) };
  if (!seekMap) throw new Error("no map");
  const source =
    format === "flac"
      ? createFlacPacketSource(bytes, seekMap)
      : await createStreamPacketSource(bytes, seekMap, { format: "aac", signal: newSignal() });
  return { format, durationMs, source };
}

export async function readPackets(source: PacketSource, frame = 0): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const packet of source.packets(frame, newSignal())) packets.push(packet);
  return packets;
}
