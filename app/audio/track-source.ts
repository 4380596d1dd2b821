import type { AudioFormat } from "#app/domain/audio-format.ts";
import type { SeekMap } from "#app/domain/seek-map.ts";
import { type ByteSource, BytesRefused, openByteSource } from "./byte-source.ts";
import { flacPackets } from "./flac-packets.ts";
import { decodePackets } from "./packet-decoder.ts";
import type { PacketSource } from "./packets.ts";
import { cutBlock, type PcmBlock } from "./pcm.ts";
import { streamPackets } from "./stream-packets.ts";
import { openWav } from "./wav-samples.ts";
import { decodeWhole } from "./whole-file.ts";

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
export type TrackFault = "refused" | "undecodable";

export function faultOf(error: unknown): TrackFault {
  return error instanceof BytesRefused ? "refused" : "undecodable";
}

/** Decoded sound from a frame on, in frames of `sampleRate`. */
type Opened = { readonly sampleRate: number; readonly from: (frame: number, signal: AbortSignal) => AsyncIterable<PcmBlock> };

export async function openTrack(address: TrackAddress, context: BaseAudioContext, signal: AbortSignal): Promise<TrackSource> {
  const bytes = openByteSource({ sizeBytes: address.sizeBytes, url: address.audioUrl, onExpired: address.onExpired });
  const opened = await openStreaming(address, bytes, signal);
  if (opened) return trackSource("streaming", opened, address.durationMs);
  return trackSource(
    "whole-file",
    await decodeWhole(bytes, { context, durationMs: address.durationMs, signal }),
    address.durationMs,
  );
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

/** Null where the browser cannot decode this piece by piece. */
async function openStreaming(address: TrackAddress, bytes: ByteSource, signal: AbortSignal): Promise<Opened | null> {
  const { format } = address;
  if (format === "wav") return openWav(bytes, signal);
  if (format === "m4a" || format === "ogg") {
    // the reader of containers is large, and most tracks do without
    const { containerPackets } = await import("./container-packets.ts");
    return decodable(await containerPackets(bytes, format, signal));
  }
  const map = await fetchSeekMap(address.mapUrl, signal);
  return decodable(format === "flac" ? flacPackets(bytes, map) : streamPackets(bytes, map, format));
}

async function decodable(packets: PacketSource): Promise<Opened | null> {
  if (typeof AudioDecoder === "undefined") return null;
  const { supported } = await AudioDecoder.isConfigSupported(packets.config);
  if (!supported) return null;
  return { sampleRate: packets.sampleRate, from: (frame, signal) => decodePackets(packets, frame, signal) };
}

async function fetchSeekMap(url: () => string, signal: AbortSignal): Promise<SeekMap> {
  const response = await fetch(url(), { signal });
  if (!response.ok) throw new BytesRefused(`${response.status}`);
  // our own server made it from the stored bytes
  return (await response.json()) as SeekMap;
}
