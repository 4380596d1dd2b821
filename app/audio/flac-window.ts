import { FLAC_HEADER_BYTES_MAX, type FlacStreamInfo, findFlacPacket, findFlacPacketEnd } from "#app/domain/audio-files/flac.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ByteSource } from "./byte-source.ts";

export type FlacStream = { readonly bytes: ByteSource; readonly map: SeekMap; readonly info: FlacStreamInfo };

export type FlacPacket = {
  readonly status: "packet";
  readonly data: Uint8Array;
  readonly frame: number;
  readonly endFrame: number;
  readonly isLast: boolean;
};

/** `damaged`: skipped a packet that is not intact. `incomplete`: `load` must read more bytes. `end`: no packets are left. */
export type FlacStep = FlacPacket | { readonly status: "damaged" | "incomplete" | "end" };

const WINDOW_BYTES = 64 * 1024;
/** Bytes without any packet that are searched again together with those that follow. */
const OVERLAP_BYTES = 24 * 1024;
/** More than any encoder needs for a packet of eight channels of 32 bits. */
const PACKET_BYTES_MAX = 4 * 1024 * 1024;

/** Reads packet after packet from a FLAC stream, through a window that grows until it holds the next packet. */
export class FlacWindow {
  readonly #stream: FlacStream;
  readonly #packetBytesMax: number;
  /** Byte of the file at which the window begins. */
  #startByte: number;
  #window: Uint8Array = new Uint8Array(0);
  /** Size of the next window. */
  #windowBytes = WINDOW_BYTES;
  /** Index in the window of the next byte to search. */
  #at = 0;
  /** Where the next window begins, relative to this one. */
  #nextStart = 0;

  constructor(stream: FlacStream, startByte: number) {
    const { maxPacketBytes } = stream.info;
    this.#stream = stream;
    this.#packetBytesMax = maxPacketBytes ? maxPacketBytes + FLAC_HEADER_BYTES_MAX : PACKET_BYTES_MAX;
    this.#startByte = startByte;
  }

  next(): FlacStep {
    const window = this.#window;
    const { info, map } = this.#stream;
    if (this.#startByte + this.#at >= map.endByte) return { status: "end" };
    const found = findFlacPacket(window, this.#at, info);
    if (!found) {
      const searchedBytes = window.length - this.#at;
      return this.#needMore(searchedBytes > OVERLAP_BYTES ? window.length - OVERLAP_BYTES : this.#at);
    }
    const { at, header } = found;
    const endFrame = header.frame + header.frames;
    const isLast = this.#isAtFileEnd && endFrame >= map.primingFrames + map.totalFrames;
    const end = findFlacPacketEnd(window, at, header, info) ?? (isLast ? window.length : null);
    if (end !== null) {
      this.#at = end;
      this.#windowBytes = WINDOW_BYTES;
      return { status: "packet", data: window.subarray(at, end), frame: header.frame, endFrame, isLast };
    }
    if (!this.#isAtFileEnd && window.length - at < this.#packetBytesMax) return this.#needMore(at);
    this.#at = at + 1;
    return { status: "damaged" };
  }

  /** Reads the window that `next` needs. */
  async load(signal: AbortSignal): Promise<void> {
    const { bytes, map } = this.#stream;
    this.#startByte += this.#nextStart;
    this.#at = 0;
    const endByte = Math.min(map.endByte, this.#startByte + this.#windowBytes);
    this.#windowBytes = Math.min(this.#windowBytes * 2, PACKET_BYTES_MAX);
    this.#window = await bytes.read(this.#startByte, endByte, signal);
  }

  #needMore(nextStart: number): FlacStep {
    if (this.#isAtFileEnd && this.#window.length > 0) return { status: "end" };
    this.#nextStart = nextStart;
    return { status: "incomplete" };
  }

  get #isAtFileEnd(): boolean {
    return this.#startByte + this.#window.length >= this.#stream.map.endByte;
  }
}
