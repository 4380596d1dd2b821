import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { importWithRetry } from "#app/lib/import-with-retry.ts";
import { type ByteSource, HttpByteSource } from "./byte-source.ts";
import { FetchRefusedError, fetchWithRetry } from "./fetch-with-retry.ts";
import { createPacketPcmSource, type DecodingMode, type PacketPcmSource } from "./packet-pcm-source.ts";
import type { PacketSource } from "./packet-source.ts";
import { cutBlock, type PcmBlock } from "./pcm.ts";
import type { PcmSource } from "./pcm-source.ts";
import { createStreamPacketSource } from "./stream-packet-source.ts";
import { nameFormat, UndecodableTrackError } from "./track-fault.ts";

/** A track that can be played from any position. */
export type TrackSource = {
  readonly decodingMode: DecodingMode;
  /** Blocks in order from `positionMs` to the end of the track, without the encoder's silence. */
  blocks(positionMs: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};

export type TrackFile = {
  readonly format: AudioFormat;
  readonly sizeBytes: number;
  readonly durationMs: number;
  /** The current URLs of the audio and of its seek map; their signatures are renewed from time to time. */
  readonly audioUrl: () => string;
  readonly mapUrl: () => string;
  /** Called when a signature has expired. */
  readonly onExpired: () => void;
};

/**
 * The readers of other formats than MP3 and AAC are loaded when a track needs them.
 *
 * Rejects with errors that `toTrackFault` classifies, and when the signal aborts.
 */
export async function openTrack(file: TrackFile, signal: AbortSignal): Promise<TrackSource> {
  const { format, sizeBytes, audioUrl, onExpired } = file;
  const bytes = new HttpByteSource({ sizeBytes, url: audioUrl, onExpired });
  let codec: string | null = null;
  try {
    if (format === "wav") {
      const { createWavSource } = await importWithRetry(() => import("./wav-source.ts"), signal);
      return createTrackSource(await createWavSource(bytes, signal), file, codec);
    }
    const packets = await openPackets(file, bytes, signal);
    codec = packets.config.codec;
    return createTrackSource(await createPacketPcmSource(packets), file, codec);
  } catch (error) {
    throw toTrackError(error, nameFormat(format, codec), signal);
  }
}

function createTrackSource(
  pcm: PcmSource | PacketPcmSource,
  { format, durationMs }: TrackFile,
  codec: string | null,
): TrackSource {
  async function* blocks(positionMs: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
    const fromSec = Math.max(0, positionMs / 1000);
    try {
      for await (const block of pcm.blocks(Math.floor(fromSec * pcm.sampleRate), signal)) {
        // a decoder may put out another rate than the file states
        const startFrame = Math.floor(fromSec * block.sampleRate);
        const endFrame = Math.round((durationMs / 1000) * block.sampleRate);
        const inside = cutBlock(block, startFrame, endFrame);
        if (inside) yield inside;
        else if (block.startFrame >= endFrame) return;
      }
    } catch (error) {
      throw toTrackError(error, nameFormat(format, codec), signal);
    }
  }
  return {
    blocks,
    get decodingMode() {
      return "decodingMode" in pcm ? pcm.decodingMode : "streaming";
    },
  };
}

function toTrackError(error: unknown, formatName: string, signal: AbortSignal): unknown {
  return signal.aborted || error instanceof FetchRefusedError ? error : new UndecodableTrackError(formatName, error);
}

async function openPackets(file: TrackFile, bytes: ByteSource, signal: AbortSignal): Promise<PacketSource> {
  const { format, durationMs, mapUrl, onExpired } = file;
  if (format === "m4a" || format === "ogg") {
    const { createContainerPacketSource } = await importWithRetry(() => import("./container-packet-source.ts"), signal);
    return createContainerPacketSource(bytes, { format, durationMs }, signal);
  }
  const flac = format === "flac" ? await importWithRetry(() => import("./flac-packet-source.ts"), signal) : null;
  // the seek map needs no validation: the product's own server made it
  const read = async (response: Response) => (await response.json()) as SeekMap;
  const map = await fetchWithRetry({ url: mapUrl, read, onExpired, signal });
  return flac
    ? flac.createFlacPacketSource(bytes, map)
    : createStreamPacketSource(bytes, map, { format: format === "aac" ? "aac" : "mp3", signal });
}
