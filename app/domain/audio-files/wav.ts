import { fail, ok, type Result } from "#app/domain/result.ts";

/**
 * WAV: a header in chunks, then samples at a fixed number of bytes each, so that a moment is found by counting
 * (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"; RF64: EBU Tech 3306).
 */
export type WavInfo = {
  readonly encoding: WavEncoding;
  readonly sampleRate: number;
  readonly channels: number;
  /** Of one frame, all channels. */
  readonly frameBytes: number;
  readonly startByte: number;
  readonly totalFrames: number;
};

export type WavEncoding = keyof typeof READ_SAMPLE;

/** The bytes `[start, end)` of a file, cut at its end. */
type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const CHUNKS_MAX = 200;
const FORMAT_BYTES_MIN = 16;
const EXTENSIBLE = 0xfffe;
/** Where an extensible header says which encoding it really is. */
const SUBFORMAT_AT = 24;

/** Goes from chunk to chunk to where the samples are. */
export async function readWavInfo(read: ReadBytes, sizeBytes: number): Promise<Result<WavInfo>> {
  let format: Uint8Array | null = null;
  let at = RIFF_HEADER_BYTES;
  for (let chunks = 0; chunks < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= sizeBytes; chunks++) {
    const header = await read(at, at + CHUNK_HEADER_BYTES);
    const id = String.fromCharCode(...header.subarray(0, 4));
    const bytes = viewOf(header).getUint32(4, true);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === "data") {
      // a length that was never filled in, and RF64's, reach beyond the file
      return format ? infoOf(format, body, Math.min(bytes || sizeBytes, sizeBytes - body)) : fail("audio-damaged");
    }
    if (id === "fmt ") format = await read(body, body + Math.min(bytes, SUBFORMAT_AT + 2));
    // chunks begin at even places
    at = body + bytes + (bytes % 2);
  }
  return fail("audio-damaged");
}

function infoOf(format: Uint8Array, startByte: number, dataBytes: number): Result<WavInfo> {
  if (format.length < FORMAT_BYTES_MIN) return fail("audio-damaged");
  const view = viewOf(format);
  const tag = view.getUint16(0, true);
  const isExtended = tag === EXTENSIBLE && format.length >= SUBFORMAT_AT + 2;
  const bits = view.getUint16(14, true);
  const encoding = encodingOf(isExtended ? view.getUint16(SUBFORMAT_AT, true) : tag, bits);
  if (!encoding) return fail("codec-unsupported");
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const frameBytes = (channels * bits) / 8;
  const totalFrames = Math.floor(dataBytes / frameBytes);
  if (channels === 0 || sampleRate === 0 || view.getUint16(12, true) !== frameBytes) return fail("audio-damaged");
  return ok({ encoding, sampleRate, channels, frameBytes, startByte, totalFrames });
}

function encodingOf(tag: number, bits: number): WavEncoding | null {
  const name = `${tag}/${bits}`;
  return Object.hasOwn(READ_SAMPLE, name) ? (name as WavEncoding) : null;
}

/** By format tag and bits of a sample: its value, full scale being 1. */
const READ_SAMPLE = {
  "1/8": (view: DataView, at: number) => (view.getUint8(at) - 128) / 128,
  "1/16": (view: DataView, at: number) => view.getInt16(at, true) / 2 ** 15,
  "1/24": (view: DataView, at: number) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23,
  "1/32": (view: DataView, at: number) => view.getInt32(at, true) / 2 ** 31,
  "3/32": (view: DataView, at: number) => view.getFloat32(at, true),
  "3/64": (view: DataView, at: number) => view.getFloat64(at, true),
  "6/8": (view: DataView, at: number) => aLaw(view.getUint8(at)) / 2 ** 15,
  "7/8": (view: DataView, at: number) => muLaw(view.getUint8(at)) / 2 ** 15,
};

/** Whole frames to planar samples. */
export function readWavSamples(bytes: Uint8Array, { encoding, channels, frameBytes }: WavInfo): readonly Float32Array[] {
  const view = viewOf(bytes);
  const frames = Math.floor(bytes.length / frameBytes);
  const readSample = READ_SAMPLE[encoding];
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    const first = (channel * frameBytes) / channels;
    for (let i = 0; i < frames; i++) plane[i] = readSample(view, first + i * frameBytes);
    return plane;
  });
}

/** ITU-T G.711, to 16 bits. */
function aLaw(byte: number): number {
  const value = byte ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const size = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? size : -size;
}

function muLaw(byte: number): number {
  const value = ~byte & 0xff;
  const size = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -size : size;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
