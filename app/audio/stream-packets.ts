import { findPacket } from "#app/domain/audio-files/packet-header.ts";
import { pointsAround, type SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Packet, PacketSource } from "./packets.ts";

/** Bytes looked at in one go; a packet is a few hundred. */
const WINDOW_BYTES = 32 * 1024;

/** MP3 leans on up to nine packets before a packet (its bit reservoir), and on one more for the overlap. */
const PREROLL_PACKETS = { mp3: 10, aac: 2 } as const;
const CODEC = { mp3: "mp3", aac: "mp4a.40.2" } as const;

/** MP3 and ADTS: packets that stand one behind the other and name their own length. */
export function streamPackets(bytes: ByteSource, map: SeekMap, format: "mp3" | "aac"): PacketSource {
  const { sampleRate, channels, trimStartFrames } = map;

  async function* packets(frame: number, signal: AbortSignal): AsyncGenerator<Packet> {
    const { before } = pointsAround(map.points, frame + trimStartFrames);
    let [frameAt, byte] = before ?? [0, map.firstByte];
    let window = new Uint8Array(0);
    let windowAt = byte;
    for (;;) {
      let { at: start, header } = findPacket(format, window, { from: byte - windowAt, stream: map });
      if (!header || start + header.packetBytes > window.length) {
        windowAt += start;
        window = new Uint8Array(await bytes.read(windowAt, Math.min(map.endByte, windowAt + WINDOW_BYTES), signal));
        ({ at: start, header } = findPacket(format, window, { from: 0, stream: map }));
      }
      byte = windowAt + start;
      if (header && start + header.packetBytes <= window.length) {
        yield { data: window.slice(start, start + header.packetBytes), frame: frameAt - trimStartFrames };
        frameAt += header.framesPerPacket;
        byte += header.packetBytes;
      } else if (windowAt + window.length >= map.endByte) {
        return;
      }
    }
  }

  const framesPerPacket = format === "mp3" ? (sampleRate >= 32_000 ? 1152 : 576) : 1024;
  return {
    // without a description, AAC is taken to come as ADTS
    config: { codec: CODEC[format], sampleRate, numberOfChannels: channels },
    sampleRate,
    channels,
    leadInSec: trimStartFrames / sampleRate,
    prerollFrames: PREROLL_PACKETS[format] * framesPerPacket,
    packets,
  };
}
