import { readFileSync } from "node:fs";
import { seededRandom } from "#scripts/sound.mjs";

/** A file that was made to be slow to read. */
export type HostileFile = { readonly name: string; readonly bytes: Uint8Array };

const MIB = 1024 * 1024;
const fixture = (name: string) => readFileSync(new URL(`../fixtures/audio/${name}`, import.meta.url));

const latin1 = (text: string) => Buffer.from(text, "latin1");
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const uint32le = (value: number) => uint32(value).reverse();
const join = (...parts: readonly (Uint8Array | string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? latin1(part) : Uint8Array.from(part))));

/** The same bytes many times. */
function repeat(part: Uint8Array, times: number): Buffer {
  return Buffer.alloc(part.length * times, part);
}

function id3(body: Uint8Array, { major = 3, flags = 0 } = {}): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return join("ID3", [major, 0, flags], size, body);
}

const box = (name: string, ...contents: readonly Uint8Array[]) => {
  const body = join(...contents);
  return join(uint32(body.length + 8), name, body);
};

/** An M4A file with these sample tables (ISO/IEC 14496-12 §8). */
function m4a(
  tables: readonly Uint8Array[],
  { seconds = 60, data = Buffer.alloc(1024), more = [] as Uint8Array[] } = {},
): Buffer {
  const rate = 44_100;
  const handler = box("hdlr", join(uint32(0), uint32(0), "soun", new Uint8Array(13)));
  const config = [
    0x03,
    0x19,
    0,
    1,
    0,
    0x04,
    0x11,
    0x40,
    0x15,
    0,
    0,
    0,
    ...uint32(0),
    ...uint32(0),
    0x05,
    2,
    0x12,
    0x10,
    0x06,
    1,
    2,
  ];
  const esds = box("esds", join(uint32(0), config));
  const entry = box(
    "mp4a",
    join(new Uint8Array(6), [0, 1], new Uint8Array(8), [0, 2, 0, 16, 0, 0, 0, 0], uint32(rate * 65_536), esds),
  );
  const samples = box("stbl", box("stsd", join(uint32(0), uint32(1), entry)), ...tables);
  const media = box(
    "mdia",
    box("mdhd", join(uint32(0), uint32(0), uint32(0), uint32(rate), uint32(rate * seconds), uint32(0))),
    handler,
    box("minf", box("smhd", new Uint8Array(8)), samples),
  );
  const header = box("tkhd", join(uint32(7), uint32(0), uint32(0), uint32(1), new Uint8Array(68)));
  const movie = box("mvhd", join(uint32(0), uint32(0), uint32(0), uint32(1000), uint32(seconds * 1000), new Uint8Array(80)));
  return join(
    box("ftyp", join("M4A ", uint32(0), "M4A ")),
    box("moov", movie, box("trak", header, media), ...more),
    box("mdat", data),
  );
}

const stts = (count: number, packets: number) =>
  box("stts", join(uint32(0), uint32(count), repeat(join(uint32(packets), uint32(1024)), count)));
const stsz = (packets: number, packetBytes: number) => box("stsz", join(uint32(0), uint32(packetBytes), uint32(packets)));
const stsc = () => box("stsc", join(uint32(0), uint32(1), uint32(1), uint32(100), uint32(1)));
const stco = (chunks: number) => box("stco", join(uint32(0), uint32(chunks), repeat(Buffer.from(uint32(2000)), chunks)));

/** An Ogg page (RFC 3533 §6) with any lacing. */
function oggPage(
  lacing: readonly number[],
  body: Uint8Array,
  { type = 0, granule = 0, serial = 7, sequence = 0 } = {},
): Buffer {
  const head = join("OggS", [0, type], uint32le(granule), uint32le(0), uint32le(serial), uint32le(sequence), uint32(0));
  return join(head, [lacing.length], lacing, body);
}

const opusHead = () => oggPage([19], join("OpusHead", [1, 2, 56, 1], uint32le(48_000), [0, 0, 0]), { type: 2 });

/** The pages of one long packet. */
function oggPacket(packet: Uint8Array): Buffer {
  const pages: Uint8Array[] = [];
  for (let at = 0; at <= packet.length; at += 255 * 255) {
    const body = packet.subarray(at, at + 255 * 255);
    const lacing = [...new Array<number>(Math.floor(body.length / 255)).fill(255), body.length % 255].slice(0, 255);
    pages.push(oggPage(lacing, body, { type: at > 0 ? 1 : 0, sequence: pages.length + 1 }));
  }
  return Buffer.concat(pages);
}

const flacBlock = (type: number, body: Uint8Array) => join([type], uint32(body.length).slice(1), body);

/** The stream information of a FLAC file: 16 bits, two channels, 44.1 kHz, packets of 4096 frames. */
function streamInfo(totalFrames: number): Buffer {
  const block = Buffer.alloc(34);
  block.writeUInt16BE(4096, 0);
  block.writeUInt16BE(4096, 2);
  block.writeUInt32BE(((44_100 << 12) | (1 << 9) | (15 << 4)) >>> 0, 10);
  block.writeUInt32BE(totalFrames, 14);
  return flacBlock(0, block);
}

function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 255 : (crc << 1) & 255;
  }
  return crc;
}

/** A packet header that is valid, whatever follows (RFC 9639 §9.1). */
function flacHeader(number: number): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0xc9, 0x18, number & 0x7f]);
  return Buffer.concat([head, Buffer.from([crc8(head)])]);
}

const headers = (count: number, at: (i: number) => number) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => flacHeader(at(i))));

/** Bytes that often look like the start of a packet. */
function syncNoise(sizeBytes: number, seed: number): Buffer {
  const random = seededRandom(seed);
  const bytes = Buffer.alloc(sizeBytes);
  for (let i = 0; i < sizeBytes; i++) bytes[i] = random() < 0.3 ? 0xff : random() < 0.3 ? 0xfb : Math.floor(random() * 256);
  return bytes;
}

/** Makes all files. The same seed makes the same files. */
export function makeHostileFiles(seed: number): readonly HostileFile[] {
  const emptyFrame = join("TXXX", uint32(1), [0, 0], [0]);
  const comment = join(uint32le(3), "A=x");
  const comments = (count: number) => join(uint32le(0), uint32le(count), repeat(comment, count));
  const mp3 = fixture("headerless.mp3");
  const opus = fixture("opus.ogg");
  const adtsPacket = Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x00, 0xff, 0xfc]);
  const files: Record<string, () => Buffer> = {
    "300,000 empty ID3 frames.mp3": () => join(id3(repeat(emptyFrame, 300_000)), mp3),
    "padding of 10 MiB.mp3": () => join(id3(Buffer.alloc(10 * MIB)), mp3),
    "unsynchronized tag of 10 MiB.mp3": () => join(id3(Buffer.alloc(10 * MIB, Buffer.from([0xff, 0])), { flags: 0x80 }), mp3),
    "chapters in chapters.mp3": () => join(id3(repeat(join("CHAP", uint32(20), [0, 0], new Uint8Array(20)), 100_000)), mp3),
    "16 large tags.mp3": () => join(...Array.from({ length: 16 }, () => id3(repeat(emptyFrame, 20_000))), mp3),
    "zeros.mp3": () => Buffer.alloc(40 * MIB),
    "ones.mp3": () => Buffer.alloc(16 * MIB, 0xff),
    "noise with sync words.mp3": () => syncNoise(8 * MIB, seed),
    "audio, then noise.mp3": () => join(mp3, syncNoise(8 * MIB, seed + 1), mp3),
    "APE tag of 2³¹ items.mp3": () =>
      join(mp3, "APETAGEX", [2000, 0x7fffffff, 0x7fffffff, 0].flatMap(uint32le), new Uint8Array(8)),
    "empty ADTS packets.aac": () => repeat(adtsPacket, (4 * MIB) / adtsPacket.length),
    "two million metadata blocks.flac": () => join("fLaC", streamInfo(4096), repeat(Buffer.from([1, 0, 0, 0]), 2_000_000)),
    "a million comments.flac": () =>
      join("fLaC", streamInfo(4096), flacBlock(0x84, comments(1_000_000)), fixture("plain.flac")),
    "headers that continue.flac": () =>
      join(
        "fLaC",
        streamInfo(0),
        flacBlock(0x81, new Uint8Array(0)),
        headers(60_000, (i) => i),
      ),
    "one header many times.flac": () =>
      join(
        "fLaC",
        streamInfo(0),
        flacBlock(0x81, new Uint8Array(0)),
        headers(60_000, () => 5),
      ),
    "half header, half next.flac": () =>
      join(
        "fLaC",
        streamInfo(0),
        flacBlock(0x81, new Uint8Array(0)),
        headers(30_000, () => 1),
        headers(30_000, () => 2),
      ),
    "a million comments.ogg": () => join(opusHead(), oggPacket(join("OpusTags", comments(1_000_000))), opus),
    "a million empty pages.ogg": () => join(opusHead(), repeat(oggPage([], new Uint8Array(0)), 500_000)),
    "markers without pages.ogg": () => join(opusHead(), repeat(latin1("OggS"), 1_000_000)),
    "pages of one byte.ogg": () =>
      join(opus.subarray(0, 3000), repeat(oggPage([1], Buffer.from([0]), { granule: 960 }), 200_000)),
    "audio, then empty pages.ogg": () => join(opus, repeat(oggPage([], new Uint8Array(0), { serial: 0 }), 185_000)),
    "audio, then pages of one position.ogg": () =>
      join(opus, repeat(oggPage([1], Buffer.from([0]), { granule: 960, serial: 9 }), 100_000)),
    "pages of one byte that advance.ogg": () =>
      join(
        opus,
        ...Array.from({ length: 100_000 }, (_, i) => oggPage([1], Buffer.from([0]), { granule: 960 * i, sequence: i })),
      ),
    "three million empty boxes.m4a": () => {
      const track = m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)]);
      return join(track.subarray(0, 20), repeat(box("free", new Uint8Array(0)), 3_000_000), track.subarray(20));
    },
    "a million empty boxes in the movie.m4a": () =>
      m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)], { more: [repeat(box("free", new Uint8Array(0)), 1_000_000)] }),
    "a million empty boxes in a fragment.m4a": () =>
      join(m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)]), box("moof", repeat(box("free", new Uint8Array(0)), 1_000_000))),
    "small pages that advance.ogg": () =>
      join(
        opus,
        ...Array.from({ length: 60_000 }, (_, i) =>
          oggPage([40], Buffer.alloc(40), { granule: 960 * i, serial: opus.readUInt32LE(14), sequence: i }),
        ),
      ),
    "small pages of another stream.ogg": () =>
      join(
        opus,
        ...Array.from({ length: 60_000 }, (_, i) =>
          oggPage([40], Buffer.alloc(40), { granule: 960 * i, serial: 9, sequence: i }),
        ),
      ),
    "small pages of many streams.ogg": () =>
      join(
        opus,
        ...Array.from({ length: 60_000 }, (_, i) => oggPage([40], Buffer.alloc(40), { granule: 960 * i + 1, serial: i + 10 })),
      ),
    "a box without a size in the movie, then empty boxes.m4a": () =>
      join(
        m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)], { more: [Buffer.from([0, 0, 0, 2]), latin1("free")] }),
        repeat(box("free", new Uint8Array(0)), 1_000_000),
      ),
    "20 hours in a megabyte.m4a": () =>
      m4a([stts(1, 3_100_000), stsz(3_100_000, 0), stsc(), stco(31_000)], { seconds: 72_000, data: Buffer.alloc(1.2 * MIB) }),
    "a million time entries.m4a": () => m4a([stts(1_000_000, 1), stsz(1_000_000, 1), stsc(), stco(10_000)]),
    "four billion packets.m4a": () => m4a([stts(1, 0xffffffff), stsz(0xffffffff, 1), stsc(), stco(1)]),
    "reordered packets.m4a": () =>
      m4a([
        stts(1, 0xffffffff),
        box("ctts", join(uint32(0), uint32(1), uint32(1), uint32(1))),
        stsz(0xffffffff, 1),
        stsc(),
        stco(1),
      ]),
    "four billion packets in a fragment.m4a": () => {
      const run = box("trun", join(uint32(0), uint32(0xffffffff)));
      const head = box("tfhd", join(uint32(0x20038), uint32(1), uint32(1024), uint32(1), uint32(0)));
      const fragment = box("moof", box("mfhd", join(uint32(0), uint32(1))), box("traf", head, run));
      const extends_ = box("mvex", box("trex", join(uint32(0), uint32(1), uint32(1), uint32(1024), uint32(1), uint32(0))));
      return join(
        m4a([stts(0, 0), stsz(0, 0), box("stsc", join(uint32(0), uint32(0))), stco(0)], { more: [extends_] }),
        fragment,
      );
    },
    "a million chunks.m4a": () => m4a([stts(1, 1_000_000), stsz(1_000_000, 8), stsc(), stco(1_000_000)]),
    "packed sizes of no bits.m4a": () => {
      const sizes = box("stz2", join(uint32(0), uint32(0), uint32(100_000_000)));
      return m4a([stts(1, 1), sizes, stsc(), stco(1)]);
    },
    "four billion keys of no bytes.m4a": () => {
      const handler = box("hdlr", join(uint32(0), uint32(0), "mdta", new Uint8Array(13)));
      const keys = box("keys", join(uint32(0), uint32(0xffffffff), uint32(0), "mdta"));
      return m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)], { more: [box("meta", handler, keys)] });
    },
    "a hundred million key ids.m4a": () => {
      const protection = box("pssh", join(uint32(0x01000000), new Uint8Array(16), uint32(100_000_000)));
      return m4a([stts(1, 1), stsz(1, 1), stsc(), stco(1)], { more: [protection] });
    },
    "nested boxes.m4a": () => {
      let nested: Buffer = box("udta", new Uint8Array(0));
      for (let i = 0; i < 5000; i++) nested = box("udta", nested);
      return join(box("ftyp", join("M4A ", uint32(0), "M4A ")), box("moov", nested));
    },
    "half a million tags.m4a": () => {
      const list = box("ilst", repeat(box("\xa9nam", new Uint8Array(0)), 500_000));
      const tags = box("udta", box("meta", join(uint32(0), list)));
      return join(box("ftyp", join("M4A ", uint32(0), "M4A ")), box("moov", tags));
    },
    "a million chunks.wav": () => join("RIFF", uint32(0), "WAVE", repeat(join("junk", uint32(0)), 1_000_000)),
    "a tag of 100,000 frames.wav": () => {
      const tag = id3(repeat(emptyFrame, 100_000));
      return join(fixture("plain.wav"), "id3 ", uint32le(tag.length), tag);
    },
  };
  return Object.entries(files).map(([name, make]) => ({ name, bytes: make() }));
}
