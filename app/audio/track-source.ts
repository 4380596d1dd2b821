import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { retry } from "#app/lib/retry.ts";
import { type ByteSource, createByteSource } from "./byte-source.ts";
import { BytesRefused, fetchStored } from "./fetch-stored.ts";
import { flacPackets } from "./flac-packets.ts";
import { decodePackets } from "./packet-decoder.ts";
import type { PacketSource } from "./packets.ts";
import { cutBlock, type PcmBlock } from "./pcm.ts";
import { streamPackets } from "./stream-packets.ts";
import { openWav } from "./wav-samples.ts";
import { decodeWhole, TooLongForBrowser } from "./whole-file.ts";

/** A track that can be played from any moment. */
export type TrackSource = {
  /** How it is decoded: piece by piece or, where the browser cannot, all at once. */
  readonly means: DecodingMeans;
  /** Blocks in order from `positionMs` on, exactly placed; an encoder's silence is left out. */
  blocks(positionMs: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};

export type DecodingMeans = "streaming" | "whole-file";

export type TrackAddress = {
  readonly format: AudioFormat;
  readonly sizeBytes: number;
  readonly durationMs: number;
  /** The address now, of the sound and of its seek map. */
  readonly audioUrl: () => string;
  readonly mapUrl: () => string;
  readonly onExpired: () => void;
};

/** Why a track cannot be played here. */
export type TrackFault = "refused" | "undecodable" | "too-long";

export function faultOf(error: unknown): TrackFault {
  if (error instanceof BytesRefused) return "refused";
  return error instanceof TooLongForBrowser ? "too-long" : "undecodable";
}

/** Decoded sound from a frame on, in frames of `sampleRate`. */
type Opened = { readonly sampleRate: number; readonly from: (frame: number, signal: AbortSignal) => AsyncIterable<PcmBlock> };

export async function openTrack(address: TrackAddress, context: BaseAudioContext, signal: AbortSignal): Promise<TrackSource> {
  const { format, sizeBytes, durationMs, audioUrl, onExpired } = address;
  const bytes = createByteSource({ sizeBytes, url: audioUrl, onExpired });
  if (format === "wav") return trackSource("streaming", await openWav(bytes, signal), durationMs);
  const packets = await openPackets(address, bytes, signal);
  if (await canDecode(packets.config)) {
    const from = (frame: number, reading: AbortSignal) => decodePackets(packets, frame, reading);
    return trackSource("streaming", { sampleRate: packets.sampleRate, from }, durationMs);
  }
  const whole = await decodeWhole(bytes, { context, durationMs, leadInSec: packets.leadInSec, signal });
  return trackSource("whole-file", whole, durationMs);
}

function trackSource(means: DecodingMeans, { sampleRate, from }: Opened, durationMs: number): TrackSource {
  async function* blocks(positionMs: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
    const fromSec = Math.max(0, positionMs / 1000);
    for await (const block of from(Math.floor(fromSec * sampleRate), signal)) {
      const first = Math.floor(fromSec * block.sampleRate);
      const end = Math.round((durationMs / 1000) * block.sampleRate);
      const kept = cutBlock(block, first, end);
      if (kept) yield kept;
      else if (block.startFrame >= end) return;
    }
  }
  return { means, blocks };
}

async function openPackets(address: TrackAddress, bytes: ByteSource, signal: AbortSignal): Promise<PacketSource> {
  const { format, durationMs } = address;
  if (format === "m4a" || format === "ogg") {
    const { containerPackets } = await loadContainerReader(signal);
    return containerPackets(bytes, { format, durationMs }, signal);
  }
  const map = await fetchStored({
    url: address.mapUrl,
    // our own server made it from the stored bytes
    take: async (response) => (await response.json()) as SeekMap,
    onExpired: address.onExpired,
    signal,
  });
  return format === "flac" ? flacPackets(bytes, map) : streamPackets(bytes, map, format === "aac" ? "aac" : "mp3");
}

const IMPORT_ATTEMPTS_MAX = 6;
const IMPORT_BACKOFF = { firstMs: 500, maxMs: 5000 };

/** The reader of containers is large, and most tracks do without. It may be asked for while the network is away. */
async function loadContainerReader(signal: AbortSignal): Promise<typeof import("./container-packets.ts")> {
  const load = (): Promise<Result<typeof import("./container-packets.ts"), unknown>> =>
    import("./container-packets.ts").then(ok, fail<unknown>);
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
