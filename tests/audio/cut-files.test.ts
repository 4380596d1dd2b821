import { describe, expect, it } from "vitest";
import { containerPackets } from "#app/audio/container-packets.ts";
import { flacPackets } from "#app/audio/flac-packets.ts";
import type { Packet, PacketSource } from "#app/audio/packets.ts";
import { streamPackets } from "#app/audio/stream-packets.ts";
import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";

// Files that are not whole, or begin with silence: what the server says of them is what the player plays.

const { signal } = new AbortController();
const RATE = 44_100;
const AAC_PACKET_MS = (1024 / RATE) * 1000;
/** The longest packets of the fixtures: Vorbis' of 2,048 frames. */
const PACKET_MS_MAX = 50;

function openBytes(file: Uint8Array) {
  return {
    sizeBytes: file.length,
    read: async (start: number, end: number) => file.subarray(start, end),
    stream: async (start: number) => new Blob([file.slice(start)]).stream(),
  };
}

async function looked(file: Uint8Array): Promise<{ durationMs: number; sound: PacketSource; format: AudioFormat }> {
  const facts = await inspectAudio(openBytes(file));
  if (!facts.ok) throw new Error(facts.error);
  const { format, durationMs, seekMap } = facts.value;
  const bytes = openBytes(file);
  if (format === "m4a" || format === "ogg")
    return { format, durationMs, sound: await containerPackets(bytes, { format, durationMs }, signal) };
  if (!seekMap) throw new Error("no map");
  const sound = format === "flac" ? flacPackets(bytes, seekMap) : streamPackets(bytes, seekMap, "aac");
  return { format, durationMs, sound };
}

async function all(sound: PacketSource, frame = 0): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const packet of sound.packets(frame, signal)) packets.push(packet);
  return packets;
}

const lastStartMs = (packets: readonly Packet[], { sampleRate }: PacketSource) =>
  ((packets.at(-1)?.frame ?? Number.NaN) / sampleRate) * 1000;

describe("files that were cut off", () => {
  it.each([
    ["fast.m4a", 0.6],
    ["vorbis.ogg", 0.55],
    ["opus.ogg", 0.7],
    ["plain.flac", 0.5],
  ])("AF6 %s is as long as what plays of it", async (name, share) => {
    const file = audioFixture(name);
    const { durationMs, sound } = await looked(file.subarray(0, Math.round(file.length * share)));
    const lastMs = lastStartMs(await all(sound), sound);
    expect(durationMs).toBeGreaterThan(lastMs);
    expect(durationMs - lastMs).toBeLessThan(name === "plain.flac" ? 150 : PACKET_MS_MAX);
    expect(durationMs / 6000).toBeGreaterThan(share - 0.25);
    expect(durationMs / 6000).toBeLessThan(share + 0.1);
  });

  it.each([
    ["fast.m4a", 0.6],
    ["vorbis.ogg", 0.55],
    ["opus.ogg", 0.7],
  ])("AF6 %s can be joined at any moment that is left of it", async (name, share) => {
    const file = audioFixture(name);
    const { durationMs, sound } = await looked(file.subarray(0, Math.round(file.length * share)));
    const endFrame = (durationMs / 1000) * sound.sampleRate;
    for (let frame = 1; frame < endFrame; frame += endFrame / 50) {
      const [first] = await all(sound, frame);
      expect(first?.frame).toBeLessThanOrEqual(frame);
      expect(first?.frame).toBeGreaterThan(frame - 2100);
    }
  });

  it("AF9 what stands behind a hole in an Ogg file plays in its place", async () => {
    const file = audioFixture("vorbis.ogg");
    const whole = await all((await looked(file)).sound);
    // the second page of sound
    const pages = [...Buffer.from(file).toString("latin1").matchAll(/OggS/g)].map(({ index }) => index);
    const [, , , from = 0, to = 0] = pages;
    const torn = await looked(Uint8Array.from(file).fill(0, from, to));
    expect(torn.durationMs).toBe(6000);
    const packets = await all(torn.sound);
    const behind = packets.findIndex(({ isAfterGap }) => isAfterGap);
    expect(behind).toBeGreaterThan(0);
    expect(packets.slice(behind).map(({ frame }) => frame)).toEqual(
      whole.slice(behind - packets.length).map(({ frame }) => frame),
    );
    // the reader finds pages by halving: among seven it finds again only the last
    expect(packets.length / whole.length).toBeGreaterThan(0.2);
    // and whoever joins in the hole, or behind it, hears it too
    const lastFrame = whole.at(-1)?.frame;
    for (let frame = 40_000; frame < 250_000; frame += 5000)
      expect((await all(torn.sound, frame)).at(-1)?.frame).toBe(lastFrame);
  });

  it("AF6 a FLAC packet that is there in part is not counted", async () => {
    const file = audioFixture("plain.flac");
    const { sound } = await looked(file);
    const whole = await all(sound);
    const [, , , , , , , , , , tenth, next] = whole;
    const at = Buffer.from(file).indexOf(Buffer.from(next?.data ?? []));
    const cut = await looked(file.subarray(0, at + 60));
    expect((cut.durationMs * RATE) / 1000).toBeCloseTo(next?.frame ?? 0, 1);
    expect((await all(cut.sound)).at(-1)?.frame).toBe(tenth?.frame);
  });

  it("AF6 a FLAC file is whole with a tag behind it, and where its header does not say how long it is", async () => {
    const file = audioFixture("plain.flac");
    expect((await looked(new Uint8Array([...file, ...new Uint8Array(128).fill(0x41)]))).durationMs).toBe(6000);
    const pendingNotifications = Uint8Array.from(file);
    // the header's count of frames (RFC 9639 §8.2): zero says nothing
    pendingNotifications.fill(0, 22, 26);
    expect((await looked(pendingNotifications)).durationMs).toBe(6000);
  });

  it("AF6 an index without any sound behind it is damaged", async () => {
    const file = audioFixture("fast.m4a");
    const at = Buffer.from(file).indexOf("mdat", 0, "latin1");
    expect(await inspectAudio(openBytes(file.subarray(0, at + 10)))).toEqual({ ok: false, error: "audio-damaged" });
  });

  it("AF2 an ADTS stream may begin inside a packet", async () => {
    const { format, durationMs, sound } = await looked(audioFixture("adts.aac").subarray(77));
    expect(format).toBe("aac");
    expect(durationMs).toBeCloseTo(6037.188 - AAC_PACKET_MS, 1);
    expect(lastStartMs(await all(sound), sound)).toBeCloseTo(durationMs - AAC_PACKET_MS, 1);
  });
});

describe("sound that no browser plays from Ogg", () => {
  it.each(["\x7fFLAC\x01\0\0\x02fLaC", "Speex   1.2.1"])("AF1 %j is refused by name", async (mark) => {
    const page = Buffer.alloc(27 + 1 + 80);
    page.write("OggS", 0, "latin1");
    page[5] = 2;
    page[26] = 1;
    page[27] = 80;
    page.write(mark, 28, "latin1");
    expect(await inspectAudio(openBytes(page))).toEqual({ ok: false, error: "codec-unsupported" });
    page.write("Unknown!", 28, "latin1");
    expect(await inspectAudio(openBytes(page))).toEqual({ ok: false, error: "not-audio" });
  });
});

describe("iTunes' note of silence", () => {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, "0");

  function box(name: string, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
    const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + body.length);
    header.write(name, 4, "latin1");
    return Buffer.concat([header, body]);
  }

  /** A file whose index stands at its end, with a tag more in it. */
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

  /** `slow.m4a` has 1,024 frames of silence in front of its six seconds, and nothing behind. */
  const note = (start: number, end: number, total: number) =>
    ` 00000000 ${hex(start)} ${hex(end)} ${hex(total, 16)} 00000000 00000000`;

  it("AF3 is left out, before and after the music", async () => {
    const total = 5 * RATE;
    const tag = note(1024 + 2000, RATE - 2000, total);
    const { durationMs, sound } = await looked(withTag(tag, { hasEditList: false }));
    expect(durationMs).toBe(5000);
    const packets = await all(sound, 0);
    expect(packets[0]?.frame).toBe(2048 - 3024);
    const late = await all(sound, 2 * RATE);
    expect(Math.abs((late[0]?.frame ?? 0) - 2 * RATE)).toBeLessThan(1024);
    expect(sound.leadInSec).toBeCloseTo(3024 / RATE);
  });

  it("AF3 counts only where it speaks of this stream, and where nothing else has left the silence out", async () => {
    const wrong = await looked(withTag(note(1024, 0, 60 * RATE), { hasEditList: false }));
    expect(wrong.durationMs).toBeCloseTo(6000 + AAC_PACKET_MS, 1);
    const twice = await looked(withTag(note(1024 + 2000, RATE - 2000, 5 * RATE), { hasEditList: true }));
    expect(twice.durationMs).toBeCloseTo(6000, 1);
    expect((await all(twice.sound))[0]?.frame).toBe(0);
    // what a decoder wants to have seen before
    expect((await all(twice.sound, -2000))[0]?.frame).toBe(-1024);
  });
});
