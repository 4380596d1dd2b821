import { audioFixture } from "#tests/workers/support/upload.ts";

// Tags of audio files, and small files that contain them, built byte by byte.

export const join = (...parts: readonly (Uint8Array | string | readonly number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? latin1(part) : Uint8Array.from(part)))));
export const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Encodes Russian letters in windows-1251, where they begin at 0xc0. */
export const windows1251 = (text: string) =>
  Uint8Array.from(text, (char) => (char >= "А" && char <= "я" ? char.charCodeAt(0) - 0x350 : char.charCodeAt(0)));

export const uint32 = (value: number, isLittleEndian = false) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, isLittleEndian);
  return new Uint8Array(view.buffer);
};

/** An ID3v1 tag (id3.org): fields of fixed lengths. */
export function id3v1(fields: { title?: string; artist?: string; album?: string; year?: string }): Uint8Array {
  const tag = new Uint8Array(128);
  tag.set(latin1("TAG"));
  tag.set(windows1251(fields.title ?? "").subarray(0, 30), 3);
  tag.set(windows1251(fields.artist ?? "").subarray(0, 30), 33);
  tag.set(windows1251(fields.album ?? "").subarray(0, 30), 63);
  tag.set(latin1(fields.year ?? ""), 93);
  tag[127] = 255;
  return tag;
}

export type Frame = readonly [id: string, body: Uint8Array];

/** An ID3v2.3 tag (id3.org, §3.1): the length has seven bits per byte. */
export function id3v2(...frames: readonly Frame[]): Uint8Array {
  const body = join(...frames.flatMap(([id, bytes]) => [id, uint32(bytes.length), [0, 0], bytes]));
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return join("ID3", [3, 0, 0], size, body);
}

/** A text frame in windows-1251 that is marked as ISO-8859-1. */
export const text = (id: string, value: string): Frame => [id, join([0], windows1251(value))];
export const utf16 = (id: string, value: string): Frame => [id, join([1, 0xff, 0xfe], Buffer.from(value, "utf16le"))];
export const pictureFrame = (data: Uint8Array, type = 3): Frame => ["APIC", join([0], "image/png\0", [type, 0], data)];

/** A PNG header, filled up to a size. */
export const png = (sizeBytes: number, side = 64) => {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(join("\x89PNG\r\n\x1a\n", uint32(13), "IHDR", uint32(side), uint32(side)));
  return bytes;
};

/** An APEv2 tag (Hydrogenaudio, "APEv2 specification"): items, then a footer. */
export function apev2(items: Record<string, string>): Uint8Array {
  const entries = Object.entries(items).map(([key, value]) => [key, new TextEncoder().encode(value)] as const);
  const body = join(...entries.flatMap(([key, value]) => [uint32(value.length, true), uint32(0), `${key}\0`, value]));
  const sizes = [2000, body.length + 32, entries.length, 0].map((value) => uint32(value, true));
  return join(body, "APETAGEX", ...sizes, new Uint8Array(8));
}

export const chunk = (id: string, body: Uint8Array) =>
  join(id, uint32(body.length, true), body, new Uint8Array(body.length % 2));

/** A second of audio with additional chunks before and after it. */
export function wav(before: readonly Uint8Array[], behind: readonly Uint8Array[] = []): Uint8Array {
  const format = chunk("fmt ", join([1, 0, 1, 0], uint32(8000, true), uint32(8000, true), [1, 0, 8, 0]));
  const body = join("WAVE", format, ...before, chunk("data", new Uint8Array(8000)), ...behind);
  return join("RIFF", uint32(body.length, true), body);
}

/** A FLAC file with an additional metadata block after its first (RFC 9639 §8.1). */
export function flacWith(type: number, block: Uint8Array): Uint8Array {
  const file = audioFixture("plain.flac");
  return join(file.subarray(0, 42), [type], uint32(block.length).subarray(1), block, file.subarray(42));
}

const OGG_PAGE_BYTES = 255 * 255;

/** An Ogg Vorbis file (RFC 3533 §6) with other comments. The checksums of its pages are wrong, which no parser checks. */
export function oggWith(...comments: readonly Uint8Array[]): Uint8Array {
  const file = audioFixture("vorbis.ogg");
  const list = comments.flatMap((comment) => [uint32(comment.length, true), comment]);
  const packet = join([3], "vorbis", uint32(0), uint32(comments.length, true), ...list, [1]);
  const pages: Uint8Array[] = [];
  for (let at = 0; at <= packet.length; at += OGG_PAGE_BYTES) {
    const data = packet.subarray(at, at + OGG_PAGE_BYTES);
    const lacing = [...new Array(Math.floor(data.length / 255)).fill(255), data.length % 255].slice(0, 255);
    const head = join("OggS", [0, at > 0 ? 1 : 0], new Uint8Array(8), file.subarray(14, 18), uint32(pages.length + 1, true));
    pages.push(join(head, new Uint8Array(4), [lacing.length], lacing, data));
  }
  return join(file.subarray(0, 58), ...pages, file.subarray(3618));
}

/** A picture block (RFC 9639 §8.8). */
export const pictureBlock = (data: Uint8Array) =>
  join(uint32(3), uint32(9), "image/png", new Uint8Array(20), uint32(data.length), data);

export const mp3 = () => audioFixture("headerless.mp3");
