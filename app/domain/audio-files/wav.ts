import { fail, ok, type Result } from "#app/domain/result.ts";
import { readAscii } from "./ascii.ts";
import type { ReadBytes } from "./read-bytes.ts";

/**
 * WAV: a header of chunks, then samples of a fixed size, so a position follows from its frame number (Microsoft,
 * "Multimedia Programming Interface and Data Specifications 1.0"; RF64: EBU Tech 3306).
 */
export type WavInfo = {
  readonly encoding: WavEncoding;
  readonly sampleRate: number;
  readonly channels: number;
  /** Size of one frame, with all channels. */
  readonly frameBytes: number;
  readonly startByte: number;
  readonly totalFrames: number;
};

export type WavEncoding = keyof typeof READ_SAMPLE;

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const CHUNKS_MAX = 200;
const FORMAT_BYTES_MIN = 16;
const EXTENSIBLE = 0xfffe;
/** Offset of the actual encoding in an extensible header. */
const SUBFORMAT_OFFSET = 24;

/** Reads the chunks up to the samples. Fails with `audio-damaged` or `codec-unsupported`. */
export async function readWavInfo(read: ReadBytes, sizeBytes: number): Promise<Result<WavInfo>> {
  let format: Uint8Array | null = null;
  let at = RIFF_HEADER_BYTES;
  for (let chunks = 0; chunks < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= sizeBytes; chunks++) {
    const header = await read(at, at + CHUNK_HEADER_BYTES);
    const id = readAscii(header, 0, 4);
    const bytes = createView(header).getUint32(4, true);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === "data") {
      // the length is 0 or too large if the writer never filled it in, and too large in RF64
      return format ? parseFormat(format, body, Math.min(bytes || sizeBytes, sizeBytes - body)) : fail("audio-damaged");
    }
    if (id === "fmt ") format = await read(body, body + Math.min(bytes, SUBFORMAT_OFFSET + 2));
    // chunks are aligned to even bytes
    at = body + bytes + (bytes % 2);
  }
  return fail("audio-damaged");
}

function parseFormat(format: Uint8Array, startByte: number, dataBytes: number): Result<WavInfo> {
  if (format.length < FORMAT_BYTES_MIN) return fail("audio-damaged");
  const view = createView(format);
  const tag = view.getUint16(0, true);
  const isExtended = tag === EXTENSIBLE && format.length >= SUBFORMAT_OFFSET + 2;
  const bits = view.getUint16(14, true);
  const encoding = findEncoding(isExtended ? view.getUint16(SUBFORMAT_OFFSET, true) : tag, bits);
  if (!encoding) return fail("codec-unsupported");
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const frameBytes = (channels * bits) / 8;
  const totalFrames = Math.floor(dataBytes / frameBytes);
  if (channels === 0 || sampleRate === 0 || view.getUint16(12, true) !== frameBytes) return fail("audio-damaged");
  return ok({ encoding, sampleRate, channels, frameBytes, startByte, totalFrames });
}

function findEncoding(tag: number, bits: number): WavEncoding | null {
  const name = `${tag}/${bits}`;
  return Object.hasOwn(READ_SAMPLE, name) ? (name as WavEncoding) : null;
}

/** Readers by format tag and bits per sample. Full scale is 1. */
const READ_SAMPLE = {
  "1/8": (view: DataView, at: number) => (view.getUint8(at) - 128) / 128,
  "1/16": (view: DataView, at: number) => view.getInt16(at, true) / 2 ** 15,
  "1/24": (view: DataView, at: number) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23,
  "1/32": (view: DataView, at: number) => view.getInt32(at, true) / 2 ** 31,
  "3/32": (view: DataView, at: number) => view.getFloat32(at, true),
  "3/64": (view: DataView, at: number) => view.getFloat64(at, true),
  "6/8": (view: DataView, at: number) => decodeALaw(view.getUint8(at)) / 2 ** 15,
  "7/8": (view: DataView, at: number) => decodeMuLaw(view.getUint8(at)) / 2 ** 15,
};

/** Converts frames to planar samples. Ignores an incomplete frame at the end. */
export function readWavSamples(bytes: Uint8Array, { encoding, channels, frameBytes }: WavInfo): readonly Float32Array[] {
  const view = createView(bytes);
  const frames = Math.floor(bytes.length / frameBytes);
  const readSample = READ_SAMPLE[encoding];
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    const first = (channel * frameBytes) / channels;
    for (let i = 0; i < frames; i++) plane[i] = readSample(view, first + i * frameBytes);
    return plane;
  });
}

/** ITU-T G.711, to the range of 16 bits. */
function decodeALaw(byte: number): number {
  const value = byte ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
}

function decodeMuLaw(byte: number): number {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
}

function createView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
