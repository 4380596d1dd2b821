import type { Fetch } from "#app/lib/send-request.ts";
import { fetchWithRetry } from "./fetch-with-retry.ts";
import { readPieces } from "./read-pieces.ts";

export type BlockDownload = {
  /** The bytes `[startByte, endByte)` of the file. */
  readonly startByte: number;
  readonly endByte: number;
  readonly blockBytes: number;
  readonly url: () => string;
  readonly onExpired?: (() => void) | undefined;
  readonly signal: AbortSignal;
  readonly fetch?: Fetch;
};

/** A block whose bytes have not all arrived. */
type ArrivingBlock = {
  readonly bytes: Uint8Array;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Downloads consecutive blocks with one request. Each block has a buffer of its own, and resolves as soon as its bytes have arrived.
 * When the connection breaks, the next attempt requests what is missing. Blocks reject as `fetchWithRetry` does.
 */
export function downloadBlocks({ startByte, endByte, blockBytes, ...request }: BlockDownload): readonly Promise<Uint8Array>[] {
  const totalBytes = endByte - startByte;
  const arriving: ArrivingBlock[] = [];
  const blocks = Array.from({ length: Math.ceil(totalBytes / blockBytes) }, (_, i) => {
    const bytes = new Uint8Array(Math.min(blockBytes, totalBytes - i * blockBytes));
    return new Promise<Uint8Array>((resolve, reject) => arriving.push({ bytes, resolve, reject }));
  });
  let received = 0;
  const receive = (piece: Uint8Array) => {
    for (let at = 0; at < piece.length && arriving[0]; ) {
      const [{ bytes, resolve }] = arriving;
      const start = received % blockBytes;
      const part = piece.subarray(at, at + bytes.length - start);
      bytes.set(part, start);
      at += part.length;
      received += part.length;
      if (start + part.length < bytes.length) continue;
      resolve(bytes);
      arriving.shift();
    }
  };
  const headers = () => ({ Range: `bytes=${startByte + received}-${endByte - 1}` });
  const read = async (response: Response) => {
    if (response.status !== 206 || !response.body) return null;
    for await (const piece of readPieces(response.body)) {
      receive(piece);
      if (received === totalBytes) return true;
    }
    // a connection that breaks can look like the end of the body
    return null;
  };
  fetchWithRetry({ ...request, headers, read }).catch((error) => {
    for (const { reject } of arriving) reject(error);
  });
  return blocks;
}
