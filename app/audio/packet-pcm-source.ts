import { importWithRetry } from "#app/lib/import-with-retry.ts";
import { DecoderSupport } from "./decoder-support.ts";
import { DecodingError } from "./decoding-error.ts";
import { decodePackets } from "./packet-decoder.ts";
import type { PacketSource } from "./packet-source.ts";
import type { PcmBlock } from "./pcm.ts";
import type { PcmSource } from "./pcm-source.ts";

/** `streaming`: decoded continuously. `pieces`: decoded in pieces of a few seconds, where the browser only decodes files. */
export type DecodingMode = "streaming" | "pieces";

export type PacketPcmSource = PcmSource & { readonly decodingMode: DecodingMode };

const SESSION_SUPPORT = new DecoderSupport();

/**
 * Decodes packets with WebCodecs where that works, and with `decodeAudioData` where it does not: the browser has no
 * `AudioDecoder`, does not support the config, or fails although it claims to support it. The session remembers what failed.
 * Throws a `DecodingError` if neither works.
 */
export async function createPacketPcmSource(packets: PacketSource, support = SESSION_SUPPORT): Promise<PacketPcmSource> {
  const { config, sampleRate } = packets;
  let decodingMode: DecodingMode = (await support.mayDecode(config)) ? "streaming" : "pieces";

  async function* streamBlocks(frame: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
    for await (const block of decodePackets(packets, frame, { signal, isProven: support.isProven(config) })) {
      support.record(config, true);
      yield block;
    }
  }

  async function* blocks(frame: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
    let hasOutput = false;
    if (await support.mayDecode(config)) {
      try {
        for await (const block of streamBlocks(frame, signal)) {
          hasOutput = true;
          yield block;
        }
        return;
      } catch (error) {
        if (hasOutput || !(error instanceof DecodingError)) throw error;
        support.record(config, false);
      }
    }
    decodingMode = "pieces";
    const { decodePieces } = await importWithRetry(() => import("./pieces/decode-pieces.ts"), signal);
    yield* decodePieces(packets, frame, signal);
  }

  return {
    sampleRate,
    blocks,
    get decodingMode() {
      return decodingMode;
    },
  };
}
