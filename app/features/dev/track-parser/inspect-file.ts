import { ADTS, BlobSource, FLAC, Input, MP3, MP4, OGG, WAVE } from "mediabunny";
import {
  type AudioFormat,
  ID3_HEADER_BYTES,
  readId3v2SizeBytes,
  SNIFF_BYTES,
  sniffFormat,
} from "#app/domain/audio-files/audio-format.ts";
import type { ReadBytes } from "#app/domain/audio-files/read-bytes.ts";
import { type FormatFacts, readFormatFacts } from "./format-facts.ts";

/** The properties of an audio file, read in the browser. Null where the format has none, or they cannot be read. */
export type FileInspection = FormatFacts & {
  readonly sizeBytes: number;
  /** Decided by the bytes, not by the name. */
  readonly format: AudioFormat;
  readonly codec: string | null;
  readonly sampleRate: number | null;
  readonly channels: number | null;
  /** Size of the ID3v2 tags before the audio. */
  readonly tagBytes: number;
};

const FORMATS = [MP3, ADTS, FLAC, WAVE, OGG, MP4];
/** A file may begin with several tags. */
const ID3_TAGS_MAX = 16;

/** Reads a file without decoding it. Null if its bytes begin no known format. Rejects if it cannot be read. */
export async function inspectFile(file: Blob): Promise<FileInspection | null> {
  const read: ReadBytes = async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer());
  const tagBytes = await measureId3(read);
  const format = sniffFormat(await read(tagBytes, tagBytes + SNIFF_BYTES));
  if (!format) return null;
  const stream = await readStream(file);
  const facts = await readFormatFacts({ file, format, startByte: tagBytes, read, stream });
  const { codec, sampleRate, channels } = stream;
  return { sizeBytes: file.size, format, tagBytes, codec, sampleRate, channels, ...facts };
}

async function measureId3(read: ReadBytes): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < ID3_TAGS_MAX; tags++) {
    const tagBytes = readId3v2SizeBytes(await read(at, at + ID3_HEADER_BYTES));
    if (tagBytes === 0) break;
    at += tagBytes;
  }
  return at;
}

/** The audio stream of a file, as its container states it. Times in seconds; the start is below 0 if an edit list trims the stream. */
export type ContainerStream = {
  readonly codec: string | null;
  readonly sampleRate: number | null;
  readonly channels: number | null;
  readonly startSec: number;
  readonly endSec: number;
};

const NO_STREAM: ContainerStream = { codec: null, sampleRate: null, channels: null, startSec: 0, endSec: 0 };

async function readStream(file: Blob): Promise<ContainerStream> {
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return NO_STREAM;
    return {
      codec: await track.getCodec(),
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
      startSec: await track.getFirstTimestamp(),
      endSec: await track.computeDuration(),
    };
  } catch {
    // the library throws on damaged files
    return NO_STREAM;
  } finally {
    input.dispose();
  }
}
