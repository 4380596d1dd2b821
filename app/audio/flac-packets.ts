import {
  FLAC_HEADER_BYTES_MAX,
  type FlacStreamInfo,
  findFlacPacket,
  findFlacPacketEnd,
  readFlacStreamInfo,
} from "#app/domain/audio-files/flac.ts";
import { pointsAround, type SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Packet, PacketSource } from "./packets.ts";

/** Near enough to read on from: what is skipped costs less than another look. */
const NEAR_SECONDS = 1.5;
const LOOKS_MAX = 8;
const LOOK_BYTES = 24 * 1024;
const WINDOW_BYTES = 64 * 1024;
/** Longer than any packet that an encoder makes of eight channels of 32 bits. */
const PACKET_BYTES_MAX = 4 * 1024 * 1024;

/** FLAC: every packet names its own position, so that a look at any place tells how far off it is. */
export function flacPackets(bytes: ByteSource, map: SeekMap): PacketSource {
  const streamInfo = Uint8Array.from(atob(map.streamInfo), (char) => char.charCodeAt(0));
  const read = readFlacStreamInfo(streamInfo);
  if (!read) throw new Error("a FLAC track without its stream info");
  const info = read;
  const { sampleRate, channels } = map;
  const packetBytesMax = info.maxPacketBytes ? info.maxPacketBytes + FLAC_HEADER_BYTES_MAX : PACKET_BYTES_MAX;

  async function* packets(frame: number, signal: AbortSignal): AsyncGenerator<Packet> {
    let byte = await locate({ bytes, map, info, frame, signal });
    let window = new Uint8Array(0);
    let windowBytes = WINDOW_BYTES;
    let at = 0;
    let isAfterGap = false;
    while (byte + at < map.endByte) {
      const packet = findFlacPacket(window, at, info);
      const isEnd = byte + window.length >= map.endByte;
      if (packet) {
        const { header } = packet;
        const isLast = isEnd && header.frame + header.frames >= map.totalFrames;
        const end = findFlacPacketEnd(window, packet.at, header, info) ?? (isLast ? window.length : null);
        if (end !== null) {
          if (header.frame + header.frames > frame) {
            yield { data: window.slice(packet.at, end), frame: header.frame, isAfterGap };
            isAfterGap = false;
          }
          if (isLast) return;
          at = end;
          windowBytes = WINDOW_BYTES;
          continue;
        }
        if (isEnd || window.length - packet.at >= packetBytesMax) {
          // all of it is here and does not hold together: it is gone over
          isAfterGap = true;
          at = packet.at + 1;
          continue;
        }
      }
      if (isEnd && window.length > 0) return;
      // more is needed to see where the packet ends, or where one begins
      byte += packet?.at ?? Math.max(0, window.length - at > LOOK_BYTES ? window.length - LOOK_BYTES : at);
      at = 0;
      windowBytes = window.length === 0 ? WINDOW_BYTES : Math.min(windowBytes * 2, PACKET_BYTES_MAX);
      window = new Uint8Array(await bytes.read(byte, Math.min(map.endByte, byte + windowBytes), signal));
    }
  }

  return {
    config: { codec: "flac", sampleRate, numberOfChannels: channels, description: description(streamInfo) },
    sampleRate,
    channels,
    leadInSec: 0,
    prerollFrames: 0,
    packets,
  };
}

/** What a decoder wants to know: the stream's mark and its first metadata block, marked as the last (RFC 9639 §8.1). */
function description(streamInfo: Uint8Array): Uint8Array {
  const header = [0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, streamInfo.length];
  return Uint8Array.from([...header, ...streamInfo]);
}

/** A byte from which reading on soon comes to `frame`: interpolated between what is known, looked at, and bettered. */
async function locate({
  bytes,
  map,
  info,
  frame,
  signal,
}: {
  readonly bytes: ByteSource;
  readonly map: SeekMap;
  readonly info: FlacStreamInfo;
  readonly frame: number;
  readonly signal: AbortSignal;
}): Promise<number> {
  const around = pointsAround(map.points, frame);
  let [lowFrame, lowByte] = around.before ?? [0, map.firstByte];
  let [highFrame, highByte] = around.after ?? [map.totalFrames, map.endByte];
  const near = NEAR_SECONDS * map.sampleRate;
  for (let looks = 0; looks < LOOKS_MAX && frame - lowFrame > near; looks++) {
    const share = (frame - near / 2 - lowFrame) / Math.max(1, highFrame - lowFrame);
    const guess = Math.floor(lowByte + Math.min(0.98, Math.max(0.02, share)) * (highByte - lowByte));
    const found = findFlacPacket(await bytes.read(guess, guess + LOOK_BYTES, signal), 0, info);
    if (!found) {
      highByte = guess;
      continue;
    }
    const foundByte = guess + found.at;
    const foundFrame = found.header.frame;
    const isBetween = foundFrame > lowFrame && foundFrame < highFrame && foundByte > lowByte && foundByte < highByte;
    if (!isBetween) break;
    if (foundFrame <= frame) [lowFrame, lowByte] = [foundFrame, foundByte];
    else [highFrame, highByte] = [foundFrame, foundByte];
  }
  return lowByte;
}
