import { readPacketHeader } from "#app/domain/packet-header.ts";
import { pointsAround, type SeekMap } from "#app/domain/seek-map.ts";
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
    let [at, byte] = before ?? [0, map.firstByte];
    let window = new Uint8Array(0);
    let windowAt = byte;
    while (byte < map.endByte) {
      let header = readPacketHeader(format, window, byte - windowAt);
      if (!header || byte - windowAt + header.packetBytes > window.length) {
        window = new Uint8Array(await bytes.read(byte, Math.min(map.endByte, byte + WINDOW_BYTES), signal));
        windowAt = byte;
        header = readPacketHeader(format, window, 0);
      }
      if (!header) {
        // junk between packets: the walk that made the map went over it in the same way
        byte += 1;
        continue;
      }
      const { packetBytes, framesPerPacket } = header;
      const data = window.slice(byte - windowAt, byte - windowAt + packetBytes);
      if (data.length < packetBytes) return;
      yield { data, frame: at - trimStartFrames };
      at += framesPerPacket;
      byte += packetBytes;
    }
  }

  const framesPerPacket = format === "mp3" ? (sampleRate >= 32_000 ? 1152 : 576) : 1024;
  return {
    // without a description, AAC is taken to come as ADTS
    config: { codec: CODEC[format], sampleRate, numberOfChannels: channels },
    sampleRate,
    channels,
    prerollFrames: PREROLL_PACKETS[format] * framesPerPacket,
    packets,
  };
}
