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

/**
 * Downloads consecutive blocks with one request. Each block resolves as soon as its bytes have arrived. When the connection breaks,
 * the next attempt requests what is missing. Blocks reject as `fetchWithRetry` does.
 */
export function downloadBlocks({ startByte, endByte, blockBytes, ...request }: BlockDownload): readonly Promise<Uint8Array>[] {
  const bytes = new Uint8Array(endByte - startByte);
  const arrivals: { readonly endByte: number; readonly resolve: () => void; readonly reject: (reason: unknown) => void }[] = [];
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, i) => {
    const block = bytes.subarray(i * blockBytes, (i + 1) * blockBytes);
    return new Promise<Uint8Array>((resolve, reject) => {
      arrivals.push({ endByte: block.byteOffset + block.length, resolve: () => resolve(block), reject });
    });
  });
  let received = 0;
  const receive = (piece: Uint8Array) => {
    bytes.set(piece, received);
    received += piece.length;
    while (arrivals[0] && arrivals[0].endByte <= received) arrivals.shift()?.resolve();
  };
  const headers = () => ({ Range: `bytes=${startByte + received}-${endByte - 1}` });
  const read = async (response: Response) => {
    if (response.status !== 206 || !response.body) return null;
    for await (const piece of readPieces(response.body)) {
      receive(piece);
      if (received === bytes.length) return true;
    }
    // a connection that breaks can look like the end of the body
    return null;
  };
  fetchWithRetry({ ...request, headers, read }).catch((error) => {
    for (const { reject } of arrivals) reject(error);
  });
  return blocks;
}
