import { describe, expect, it } from "vitest";
import type { Packet, PacketSource } from "#app/audio/packet-source.ts";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";
import { createBytes, inspect, readPackets } from "./inspected-file.ts";

// Damaged files and files that begin with the encoder's silence: the server's inspection and the player's reader agree.

const RATE = 44_100;
const AAC_PACKET_MS = (1024 / RATE) * 1000;
/** The longest packets of the fixtures are Vorbis packets of 2,048 frames. */
const PACKET_MS_MAX = 50;

const lastStartMs = (packets: readonly Packet[], { sampleRate }: PacketSource) =>
  ((packets.at(-1)?.frame ?? Number.NaN) / sampleRate) * 1000;

describe("truncated files", () => {
  it.each([
    ["fast.m4a", 0.6],
    ["vorbis.ogg", 0.55],
    ["opus.ogg", 0.7],
    ["plain.flac", 0.5],
  ])("AF6 %s is as long as its playable part", async (name, share) => {
    const file = audioFixture(name);
    const { durationMs, source } = await inspect(file.subarray(0, Math.round(file.length * share)));
    const lastMs = lastStartMs(await readPackets(source), source);
    expect(durationMs).toBeGreaterThan(lastMs);
    expect(durationMs - lastMs).toBeLessThan(name === "plain.flac" ? 150 : PACKET_MS_MAX);
    expect(durationMs / 6000).toBeGreaterThan(share - 0.25);
    expect(durationMs / 6000).toBeLessThan(share + 0.1);
  });

  it.each([
    ["fast.m4a", 0.6],
    ["vorbis.ogg", 0.55],
    ["opus.ogg", 0.7],
  ])("AF6 %s can be read from any position of its remaining part", async (name, share) => {
    const file = audioFixture(name);
    const { durationMs, source } = await inspect(file.subarray(0, Math.round(file.length * share)));
    const endFrame = (durationMs / 1000) * source.sampleRate;
    for (let frame = 1; frame < endFrame; frame += endFrame / 50) {
      const [first] = await readPackets(source, frame);
      expect(first?.frame).toBeLessThanOrEqual(frame);
      expect(first?.frame).toBeGreaterThan(frame - 2100);
    }
  });

  it.each([4, 8, 12, 26, 64])("the first %i bytes of an Ogg file are refused", async (length) => {
    const file = audioFixture("opus.ogg");
    const facts = await inspectAudio(createBytes(file.subarray(0, length)));
    expect(facts.ok ? null : facts.error).toMatch(/not-audio|audio-damaged/);
  });

  it("an Ogg file that ends in the header of any page is refused or shorter", async () => {
    const file = audioFixture("opus.ogg");
    const pages = [...Buffer.from(file).toString("latin1").matchAll(/OggS/g)].map(({ index }) => index);
    for (const at of pages) {
      const facts = await inspectAudio(createBytes(file.subarray(0, at + 12)));
      expect(facts.ok ? null : facts.error).not.toBe("internal");
    }
  });

  it("AF9 packets after a gap in an Ogg file keep their positions", async () => {
    const file = audioFixture("vorbis.ogg");
    const intact = await readPackets((await inspect(file)).source);
    // erase the second page of audio
    const pages = [...Buffer.from(file).toString("latin1").matchAll(/OggS/g)].map(({ index }) => index);
    const [, , , from = 0, to = 0] = pages;
    const damaged = await inspect(Uint8Array.from(file).fill(0, from, to));
    expect(damaged.durationMs).toBe(6000);
    const packets = await readPackets(damaged.source);
    const gapIndex = packets.findIndex(({ isAfterGap }) => isAfterGap);
    expect(gapIndex).toBeGreaterThan(0);
    expect(packets.slice(gapIndex).map(({ frame }) => frame)).toEqual(
      intact.slice(gapIndex - packets.length).map(({ frame }) => frame),
    );
    // the reader finds pages by bisection: of these seven it finds only the last one again
    expect(packets.length / intact.length).toBeGreaterThan(0.2);
    // reading from inside the gap, or from behind it, reaches the last packet too
    const lastFrame = intact.at(-1)?.frame;
    for (let frame = 40_000; frame < 250_000; frame += 5000)
      expect((await readPackets(damaged.source, frame)).at(-1)?.frame).toBe(lastFrame);
  });

  it("AF6 a truncated FLAC packet is not counted", async () => {
    const file = audioFixture("plain.flac");
    const { source } = await inspect(file);
    const intact = await readPackets(source);
    const [, , , , , , , , , , tenth, next] = intact;
    const at = Buffer.from(file).indexOf(Buffer.from(next?.data ?? []));
    const cut = await inspect(file.subarray(0, at + 60));
    expect((cut.durationMs * RATE) / 1000).toBeCloseTo(next?.frame ?? 0, 1);
    expect((await readPackets(cut.source)).at(-1)?.frame).toBe(tenth?.frame);
  });

  it("AF6 a FLAC file keeps its length with a tag at its end, and without a length in its header", async () => {
    const file = audioFixture("plain.flac");
    expect((await inspect(new Uint8Array([...file, ...new Uint8Array(128).fill(0x41)]))).durationMs).toBe(6000);
    const withoutLength = Uint8Array.from(file);
    // zero means that the number of frames is unknown (RFC 9639 §8.2)
    withoutLength.fill(0, 22, 26);
    expect((await inspect(withoutLength)).durationMs).toBe(6000);
  });

  it("AF6 a file that ends before its audio data is damaged", async () => {
    const file = audioFixture("fast.m4a");
    const at = Buffer.from(file).indexOf("mdat", 0, "latin1");
    expect(await inspectAudio(createBytes(file.subarray(0, at + 10)))).toEqual({ ok: false, error: "audio-damaged" });
  });

  it("AF2 an ADTS stream may begin in the middle of a packet", async () => {
    const { format, durationMs, source } = await inspect(audioFixture("adts.aac").subarray(77));
    expect(format).toBe("aac");
    expect(durationMs).toBeCloseTo(6037.188 - AAC_PACKET_MS, 1);
    expect(lastStartMs(await readPackets(source), source)).toBeCloseTo(durationMs - AAC_PACKET_MS, 1);
  });
});

describe("Ogg codecs that browsers do not play", () => {
  it.each(["\x7fFLAC\x01\0\0\x02fLaC", "Speex   1.2.1"])("AF1 %j is rejected as an unsupported codec", async (mark) => {
    const page = Buffer.alloc(27 + 1 + 80);
    page.write("OggS", 0, "latin1");
    page[5] = 2;
    page[26] = 1;
    page[27] = 80;
    page.write(mark, 28, "latin1");
    expect(await inspectAudio(createBytes(page))).toEqual({ ok: false, error: "codec-unsupported" });
    page.write("Unknown!", 28, "latin1");
    expect(await inspectAudio(createBytes(page))).toEqual({ ok: false, error: "not-audio" });
  });
});

describe("iTunes gapless tag", () => {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, "0");

  function box(name: string, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
    const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + body.length);
    header.write(name, 4, "latin1");
    return Buffer.concat([header, body]);
  }

  /** Adds a tag to the index of a file, which is at its end. */
  function withTag(text: string, { hasEditList }: { hasEditList: boolean }): Uint8Array {
    const zeros = "\0\0\0\0";
    const tag = box(
      "----",
      box("mean", zeros, "com.apple.iTunes"),
      box("name", zeros, "iTunSMPB"),
      box("data", "\0\0\0\x01", zeros, text),
    );
    const file = Buffer.from(audioFixture("slow.m4a"));
    const places = ["moov", "udta", "meta", "ilst"].map((name) => file.lastIndexOf(name, undefined, "latin1") - 4);
    for (const at of places) file.writeUInt32BE(file.readUInt32BE(at) + tag.length, at);
    if (!hasEditList) file.write("skip", file.indexOf("edts", 0, "latin1"), "latin1");
    const end = (places[3] ?? 0) + 8;
    return Buffer.concat([file.subarray(0, end), tag, file.subarray(end)]);
  }

  /** `slow.m4a` has 1,024 frames of silence before its six seconds of music, and none after. */
  const gaplessTag = (start: number, end: number, total: number) =>
    ` 00000000 ${hex(start)} ${hex(end)} ${hex(total, 16)} 00000000 00000000`;

  it("AF3 trims the encoder's silence before and after the music", async () => {
    const total = 5 * RATE;
    const tag = gaplessTag(1024 + 2000, RATE - 2000, total);
    const { durationMs, source } = await inspect(withTag(tag, { hasEditList: false }));
    expect(durationMs).toBe(5000);
    const packets = await readPackets(source, 0);
    expect(packets[0]?.frame).toBe(2048 - 3024);
    const late = await readPackets(source, 2 * RATE);
    expect(Math.abs((late[0]?.frame ?? 0) - 2 * RATE)).toBeLessThan(1024);
  });

  it("AF3 is ignored if it describes another stream, or if an edit list has trimmed the silence", async () => {
    const mismatched = await inspect(withTag(gaplessTag(1024, 0, 60 * RATE), { hasEditList: false }));
    expect(mismatched.durationMs).toBeCloseTo(6000 + AAC_PACKET_MS, 1);
    const trimmed = await inspect(withTag(gaplessTag(1024 + 2000, RATE - 2000, 5 * RATE), { hasEditList: true }));
    expect(trimmed.durationMs).toBeCloseTo(6000, 1);
    expect((await readPackets(trimmed.source))[0]?.frame).toBe(0);
    // the packet that the decoder needs as preroll
    expect((await readPackets(trimmed.source, -2000))[0]?.frame).toBe(-1024);
  });
});
