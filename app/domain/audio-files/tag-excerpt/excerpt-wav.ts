import { readAscii } from "../ascii.ts";
import { joinBytes } from "../join-bytes.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { excerptId3 } from "./excerpt-id3.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import { KeptItems } from "./kept-items.ts";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const CHUNKS_MAX = 200;

/** Reads the tags of a WAV file, which are chunks beside the audio, as a file without audio. Empty if it has none. */
export async function excerptWav(read: ReadBytes, sizeBytes: number): Promise<Uint8Array> {
  const kept = new KeptItems();
  const chunks: Uint8Array[] = [];
  let at = RIFF_HEADER_BYTES;
  for (let i = 0; i < CHUNKS_MAX && at + CHUNK_HEADER_BYTES <= sizeBytes; i++) {
    const header = await read(at, at + CHUNK_HEADER_BYTES);
    const id = readAscii(header, 0, 4);
    const bytes = new DataView(header.buffer, header.byteOffset, header.byteLength).getUint32(4, true);
    const startByte = at + CHUNK_HEADER_BYTES;
    if (id === "LIST" && bytes <= excerptLimits.textBytes && kept.keep({ bytes, isPicture: false })) {
      chunks.push(createChunk(id, await read(startByte, startByte + bytes)));
    } else if (id.toLowerCase() === "id3 ") {
      const tag = await excerptId3(read, { startByte, sizeBytes: Math.min(startByte + bytes, sizeBytes) });
      if (tag.length > 0) chunks.push(createChunk(id, tag));
    }
    at = startByte + bytes + (bytes % 2);
  }
  return chunks.length === 0 ? new Uint8Array(0) : createChunk("RIFF", joinBytes([toBytes("WAVE"), ...chunks]));
}

function createChunk(id: string, body: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, body.length, true);
  return joinBytes([toBytes(id), new Uint8Array(length.buffer), body, new Uint8Array(body.length % 2)]);
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
