import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { retry } from "#app/lib/retry.ts";
import { type ByteSource, HttpByteSource } from "./byte-source.ts";
import { decodeWholeFile, TrackTooLongError } from "./decode-whole-file.ts";
import { FetchRefusedError, fetchWithRetry } from "./fetch-with-retry.ts";
import { createFlacPacketSource } from "./flac-packet-source.ts";
import { decodePackets } from "./packet-decoder.ts";
import type { PacketSource } from "./packet-source.ts";
import { cutBlock, type PcmBlock } from "./pcm.ts";
import type { PcmSource } from "./pcm-source.ts";
import { createStreamPacketSource } from "./stream-packet-source.ts";
import { createWavSource } from "./wav-source.ts";

/** A track that can be played from any position. */
export type TrackSource = {
  readonly decodingMode: DecodingMode;
  /** Blocks in order from `positionMs` to the end of the track, without the encoder's silence. */
  blocks(positionMs: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};

/** `streaming`: decoded in pieces. `whole-file`: decoded at once, where the browser cannot decode pieces. */
export type DecodingMode = "streaming" | "whole-file";

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

/** Why a track cannot be played on this device. */
export type TrackFault = "refused" | "undecodable" | "too-long";

export function toTrackFault(error: unknown): TrackFault {
  if (error instanceof FetchRefusedError) return "refused";
  return error instanceof TrackTooLongError ? "too-long" : "undecodable";
}

/** Rejects with errors that `toTrackFault` classifies, and when the signal aborts. */
export async function openTrack(file: TrackFile, context: BaseAudioContext, signal: AbortSignal): Promise<TrackSource> {
  const { format, sizeBytes, durationMs, audioUrl, onExpired } = file;
  const bytes = new HttpByteSource({ sizeBytes, url: audioUrl, onExpired });
  if (format === "wav") return createTrackSource("streaming", await createWavSource(bytes, signal), durationMs);
  const packets = await openPackets(file, bytes, signal);
  if (await canDecode(packets.config)) {
    const blocks = (frame: number, blocksSignal: AbortSignal) => decodePackets(packets, frame, blocksSignal);
    return createTrackSource("streaming", { sampleRate: packets.sampleRate, blocks }, durationMs);
  }
  const pcm = await decodeWholeFile(bytes, { context, durationMs, leadInSec: packets.leadInSec, signal });
  return createTrackSource("whole-file", pcm, durationMs);
}

function createTrackSource(decodingMode: DecodingMode, pcm: PcmSource, durationMs: number): TrackSource {
  async function* blocks(positionMs: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
    const fromSec = Math.max(0, positionMs / 1000);
    for await (const block of pcm.blocks(Math.floor(fromSec * pcm.sampleRate), signal)) {
      // a decoder may put out another rate than the file states
      const startFrame = Math.floor(fromSec * block.sampleRate);
      const endFrame = Math.round((durationMs / 1000) * block.sampleRate);
      const inside = cutBlock(block, startFrame, endFrame);
      if (inside) yield inside;
      else if (block.startFrame >= endFrame) return;
    }
  }
  return { decodingMode, blocks };
}

async function openPackets(file: TrackFile, bytes: ByteSource, signal: AbortSignal): Promise<PacketSource> {
  const { format, durationMs, mapUrl, onExpired } = file;
  if (format === "m4a" || format === "ogg") {
    const { createContainerPacketSource } = await importContainerReader(signal);
    return createContainerPacketSource(bytes, { format, durationMs }, signal);
  }
  // the seek map needs no validation: the product's own server made it
  const read = async (response: Response) => (await response.json()) as SeekMap;
  const map = await fetchWithRetry({ url: mapUrl, read, onExpired, signal });
  return format === "flac"
    ? createFlacPacketSource(bytes, map)
    : createStreamPacketSource(bytes, map, format === "aac" ? "aac" : "mp3");
}

const IMPORT_ATTEMPTS_MAX = 6;
const IMPORT_BACKOFF = { firstMs: 500, maxMs: 5000 };

type ContainerReader = typeof import("./container-packet-source.ts");

/** Imports the container reader on demand, because it is large and most tracks do not need it. Retries while offline. */
async function importContainerReader(signal: AbortSignal): Promise<ContainerReader> {
  const load = (): Promise<Result<ContainerReader, unknown>> => import("./container-packet-source.ts").then(ok, fail<unknown>);
  const loaded = await retry(load, {
    maxAttempts: IMPORT_ATTEMPTS_MAX,
    shouldRetry: ({ ok: isLoaded }) => !isLoaded,
    backoff: IMPORT_BACKOFF,
    signal,
  });
  signal.throwIfAborted();
  if (!loaded.ok) throw loaded.error;
  return loaded.value;
}

async function canDecode(config: AudioDecoderConfig): Promise<boolean> {
  if (typeof AudioDecoder === "undefined") return false;
  const { supported } = await AudioDecoder.isConfigSupported(config);
  return supported === true;
}
