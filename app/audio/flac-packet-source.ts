import { findFlacPacket, readFlacStreamInfo } from "#app/domain/audio-files/flac.ts";
import { findPointsAround, type SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ByteSource } from "./byte-source.ts";
import { type FlacStream, FlacWindow } from "./flac-window.ts";
import type { Packet, PacketSource } from "./packet-source.ts";

/** Reading and skipping this much takes less time than another probe. */
const NEAR_SECONDS = 1.5;
const PROBES_MAX = 8;
const PROBE_BYTES = 24 * 1024;

/** FLAC: every packet states its own position, so a seek can probe any place of the file. */
export function createFlacPacketSource(bytes: ByteSource, map: SeekMap): PacketSource {
  const streamInfo = Uint8Array.from(atob(map.streamInfo), (char) => char.charCodeAt(0));
  const info = readFlacStreamInfo(streamInfo);
  if (!info) throw new Error("a FLAC track without its stream info");
  const stream = { bytes, map, info };
  const { sampleRate, channels, primingFrames } = map;
  return {
    config: { codec: "flac", sampleRate, numberOfChannels: channels, description: createDescription(streamInfo) },
    sampleRate,
    channels,
    prerollFrames: 0,
    packets: async function* (frame, signal) {
      for await (const packet of readPackets(stream, frame + primingFrames, signal)) {
        yield { ...packet, frame: packet.frame - primingFrames };
      }
    },
  };
}

/** Frames count from the start of the stream out of which the file was cut. */
async function* readPackets(stream: FlacStream, frame: number, signal: AbortSignal): AsyncGenerator<Packet> {
  const window = new FlacWindow(stream, await seek(stream, frame, signal));
  let isAfterGap = false;
  for (;;) {
    const step = window.next();
    switch (step.status) {
      case "packet":
        if (step.endFrame > frame) {
          yield { data: step.data, frame: step.frame, frames: step.endFrame - step.frame, isAfterGap };
          isAfterGap = false;
        }
        if (step.isLast) return;
        break;
      case "damaged":
        isAfterGap = true;
        break;
      case "incomplete":
        await window.load(signal);
        break;
      case "end":
        return;
    }
  }
}

/** The decoder's description: the stream marker and its first metadata block, flagged as the last one (RFC 9639 §8.1). */
function createDescription(streamInfo: Uint8Array): Uint8Array {
  const header = [0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, streamInfo.length];
  return Uint8Array.from([...header, ...streamInfo]);
}

/** Finds a byte shortly before `frame`: probes where interpolation expects the frame, and narrows the range by each result. */
async function seek({ bytes, map, info }: FlacStream, frame: number, signal: AbortSignal): Promise<number> {
  const { before, after } = findPointsAround(map.points, frame);
  let [lowFrame, lowByte] = before ?? [map.primingFrames, map.firstByte];
  let [highFrame, highByte] = after ?? [map.primingFrames + map.totalFrames, map.endByte];
  const nearFrames = NEAR_SECONDS * map.sampleRate;
  for (let probes = 0; probes < PROBES_MAX && frame - lowFrame > nearFrames; probes++) {
    const share = (frame - nearFrames / 2 - lowFrame) / Math.max(1, highFrame - lowFrame);
    const probeByte = Math.floor(lowByte + Math.min(0.98, Math.max(0.02, share)) * (highByte - lowByte));
    const found = findFlacPacket(await bytes.read(probeByte, probeByte + PROBE_BYTES, signal), 0, info);
    if (!found) {
      highByte = probeByte;
      continue;
    }
    const foundByte = probeByte + found.at;
    const foundFrame = found.header.frame;
    const isBetween = foundFrame > lowFrame && foundFrame < highFrame && foundByte > lowByte && foundByte < highByte;
    if (!isBetween) break;
    if (foundFrame <= frame) [lowFrame, lowByte] = [foundFrame, foundByte];
    else [highFrame, highByte] = [foundFrame, foundByte];
  }
  return lowByte;
}
