import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { MIB } from "#app/domain/units.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { audioFixture } from "#tests/workers/support/upload.ts";
import { readStoredTags } from "#workers/audio-inspection/read-stored-tags.ts";
import { r2Bytes, type StoredBytes } from "#workers/audio-inspection/stored-bytes.ts";
import {
  apev2,
  chunk,
  type Frame,
  flacWith,
  id3v1,
  id3v2,
  join,
  latin1,
  mp3,
  oggWith,
  pictureBlock,
  pictureFrame,
  png,
  text,
  uint32,
  utf16,
  wav,
  windows1251,
} from "./tagged-files.ts";

const TRAM = { title: "Ночной трамвай", artist: "Вера Ланская", album: "Депо" };
const UNTAGGED = { title: "песня", artist: "", album: "", genre: "", year: null };

type Piece = Uint8Array | number;
type Stored = StoredBytes & { readonly requests: (readonly [start: number, end: number])[] };

/** A stored file of consecutive pieces; a number stands for that many zero bytes. */
function createStored(...pieces: readonly Piece[]): Stored {
  const sizes = pieces.map((piece) => (typeof piece === "number" ? piece : piece.length));
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
  const requests: Stored["requests"] = [];
  const read = async (start: number, requestedEnd: number) => {
    const end = Math.min(requestedEnd, sizeBytes);
    requests.push([start, end]);
    const out = new Uint8Array(end - start);
    let at = 0;
    for (const [i, piece] of pieces.entries()) {
      const from = Math.max(start, at);
      if (piece instanceof Uint8Array && from < end) out.set(piece.subarray(from - at, end - at), from - start);
      at += sizes[i] ?? 0;
    }
    return out;
  };
  return { sizeBytes, requests, read, stream: () => Promise.reject(new Error("tags are read in pieces")) };
}

const countBytesRead = ({ requests }: Stored) => requests.reduce((sum, [start, end]) => sum + end - start, 0);
const read = (...pieces: readonly Piece[]) => readStoredTags(createStored(...pieces), "песня.mp3");
const readTags = async (...pieces: readonly Piece[]) => (await read(...pieces)).tags;

describe("stored tags", () => {
  it.each([
    ["cbr.mp3", { ...TRAM, genre: "Инди", year: 2025 }],
    ["plain.flac", { ...TRAM, genre: "Инди", year: 2025 }],
    ["cover.mp3", TRAM],
    ["fast.m4a", TRAM],
    ["vorbis.ogg", TRAM],
    ["opus.ogg", TRAM],
    ["headerless.mp3", {}],
    ["slow.m4a", {}],
    ["plain.wav", {}],
    ["adts.aac", {}],
    ["broken.m4a", {}],
    ["picture.mp3", {}],
  ])("are read from %s", async (name, tags) => {
    expect(await readTags(audioFixture(name))).toEqual({ ...UNTAGGED, ...tags });
  });

  it("are read from R2 together with the picture", async () => {
    const file = audioFixture("cover.mp3");
    await env.MEDIA.put("audio/tagged", file);
    const { tags, picture } = await readStoredTags(r2Bytes(env.MEDIA, "audio/tagged", file.length), "x.mp3");
    expect(tags.title).toBe(TRAM.title);
    expect(picture?.contentType).toBe("image/jpeg");
  });

  it("ID3v2 in windows-1251 is decoded although it is marked as Latin-1", async () => {
    const tag = id3v2(text("TIT2", "Ночной трамвай"), text("TPE1", "Вера Ланская"), text("TALB", "Депо"), text("TYER", "1998"));
    expect(await readTags(tag, mp3())).toEqual({ ...UNTAGGED, ...TRAM, year: 1998 });
  });

  it("ID3v1 in windows-1251 is decoded, and fills the fields that ID3v2 lacks", async () => {
    const old = id3v1({ title: "Снег", artist: "Вера Ланская", album: "Депо", year: "1998" });
    expect(await readTags(mp3(), old)).toEqual({ ...UNTAGGED, ...TRAM, title: "Снег", year: 1998 });
    const newer = [id3v2(utf16("TIT2", "Ночной трамвай")), mp3(), old];
    expect(await readTags(...newer)).toEqual({ ...UNTAGGED, ...TRAM, year: 1998 });
    const lost = id3v2(text("TIT2", "?????? ???????"), text("TPE1", ""), text("TALB", " "), text("TCON", "Rock"));
    expect(await readTags(lost, mp3(), old)).toEqual({ ...UNTAGGED, ...TRAM, title: "Снег", genre: "Rock", year: 1998 });
  });

  it("real Latin-1 text does not change", async () => {
    const tag = id3v2(["TIT2", join([0], "Café Müller")], ["TPE1", join([0], "Ñandú")]);
    expect(await readTags(tag, mp3())).toMatchObject({ title: "Café Müller", artist: "Ñandú" });
  });

  it("APEv2 is found after the audio, with or without ID3v1 after it", async () => {
    const tag = apev2({ Title: "Ночной трамвай", Artist: "Вера Ланская", Album: "Депо" });
    expect(await readTags(mp3(), tag)).toMatchObject(TRAM);
    expect(await readTags(mp3(), tag, id3v1({ title: "Снег", year: "1998" }))).toMatchObject({ ...TRAM, year: 1998 });
  });

  it("a WAV file is read from LIST INFO, also in windows-1251, or from ID3, before or after the audio", async () => {
    const info = chunk(
      "LIST",
      join("INFO", chunk("INAM", windows1251("Ночной трамвай\0")), chunk("IART", windows1251("Вера"))),
    );
    const id3 = chunk("id3 ", id3v2(text("TIT2", "Снег"), utf16("TPE1", "Вера")));
    for (const file of [wav([info]), wav([], [info])]) {
      expect(await readTags(file)).toMatchObject({ title: "Ночной трамвай", artist: "Вера" });
    }
    expect(await readTags(wav([], [id3]))).toMatchObject({ title: "Снег", artist: "Вера" });
  });

  it("an untagged file is named after its file name", async () => {
    expect((await readStoredTags(createStored(mp3()), "01 Вера Ланская - Снег.mp3")).tags).toMatchObject({
      artist: "Вера Ланская",
      title: "Снег",
    });
  });

  it("the front cover is preferred to other pictures; large ones and unknown types are ignored", async () => {
    const readPicture = async (...frames: readonly Frame[]) => (await read(id3v2(text("TIT2", "x"), ...frames), mp3())).picture;
    const [icon, front] = [png(100, 32), png(100, 512)];
    expect(await readPicture(pictureFrame(icon, 1), pictureFrame(front))).toEqual({ data: front, contentType: "image/png" });
    expect(await readPicture(pictureFrame(icon, 1))).toEqual({ data: icon, contentType: "image/png" });
    expect(await readPicture(pictureFrame(png(trackLimits.coverSourceBytes)))).not.toBeNull();
    expect(await readPicture(pictureFrame(png(trackLimits.coverSourceBytes + 1)))).toBeNull();
    expect(await readPicture(pictureFrame(latin1("<svg onload=alert(1)>")))).toBeNull();
    expect(await readPicture(["APIC", join([0], "-->\0", [3, 0], "https://example.org/a.png")])).toBeNull();
  });

  it("a picture in FLAC or Ogg is found", async () => {
    const data = png(100_000);
    const inFlac = await read(flacWith(6, pictureBlock(data)));
    expect(inFlac.tags).toMatchObject(TRAM);
    expect(inFlac.picture).toEqual({ data, contentType: "image/png" });
    const ogg = (picture: Uint8Array) =>
      read(
        oggWith(
          latin1("TITLE=Tram"),
          latin1(`METADATA_BLOCK_PICTURE=${Buffer.from(pictureBlock(picture)).toString("base64")}`),
          latin1("ARTIST=Vera"),
        ),
      );
    expect(await ogg(data)).toMatchObject({ tags: { title: "Tram", artist: "Vera" }, picture: { contentType: "image/png" } });
    const large = await ogg(png(5 * MIB));
    expect(large).toMatchObject({ tags: { title: "Tram", artist: "Vera" } });
    expect(large.picture?.data.length).toBe(5 * MIB);
  });

  it("lyrics are read from ID3, Vorbis and MP4 tags", async () => {
    const lyricsOf = async (...pieces: readonly Piece[]) => (await read(...pieces)).lyrics;
    const title = text("TIT2", "Снег");
    const uslt: Frame = ["USLT", join([0], "rus", [0], windows1251("Белый снег\nна крышах"))];
    const sylt: Frame = ["SYLT", join([0], "eng", [2, 1, 0], "One\0", uint32(1500), "Two\0", uint32(3000))];
    expect(await lyricsOf(id3v2(title, uslt), mp3())).toBe("Белый снег\nна крышах");
    expect(await lyricsOf(id3v2(title, uslt, sylt), mp3())).toBe("[00:01.50]One\n[00:03.00]Two");
    expect(await lyricsOf(id3v2(title, ["SYLT", join([0], "eng", [2, 1, 0], "One\0", [0])]), mp3())).toBeNull();
    expect(await lyricsOf(oggWith(latin1("TITLE=Tram"), latin1("lyrics=[00:01]One\n[00:02]Two")))).toBe(
      "[00:01.00]One\n[00:02.00]Two",
    );
    const comments = (...list: readonly string[]) =>
      join(uint32(0), uint32(list.length, true), ...list.flatMap((item) => [uint32(item.length, true), item]));
    expect(await lyricsOf(flacWith(4, comments("UNSYNCEDLYRICS=Plain", "SYNCEDLYRICS=[00:01.00]Timed")))).toBe(
      "[00:01.00]Timed",
    );
    expect(await lyricsOf(id3v2(title), mp3())).toBeNull();
  });

  it("lyrics that are larger than any text of a tag are left out, and the other tags are read", async () => {
    const large: Frame = ["USLT", join([0], "eng", [0], "x".repeat(70_000))];
    expect(await read(id3v2(text("TIT2", "Снег"), large), mp3())).toMatchObject({ tags: { title: "Снег" }, lyrics: null });
    const hostile: Frame = ["USLT", join([0], "eng", [0], `${"[00:01.00]".repeat(3000)}${"x".repeat(30_000)}`)];
    expect(await read(id3v2(text("TIT2", "Снег"), hostile), mp3())).toMatchObject({ tags: { title: "Снег" }, lyrics: null });
  });

  it("only the tags, the picture and the end of a large file are read", async () => {
    const tag = id3v2(text("TIT2", "Снег"), pictureFrame(png(3 * MIB)));
    const file = createStored(tag, ...Array.from({ length: 40 }, mp3), 1024 * MIB, id3v1({ artist: "Вера Ланская" }));
    const { tags, picture } = await readStoredTags(file, "x.mp3");
    expect(tags).toMatchObject({ title: "Снег", artist: "Вера Ланская" });
    expect(picture?.data.length).toBe(3 * MIB);
    expect(countBytesRead(file)).toBeLessThan(4.5 * MIB);
    expect(file.requests.length).toBeLessThan(8);
  });

  it("parsing a file that is no audio stops early, and the end is read nevertheless", async () => {
    const file = createStored(id3v2(text("TALB", "Депо")), 1024 * MIB + 200_000, id3v1({ title: "Снег" }));
    const { tags } = await readStoredTags(file, "x.mp3");
    expect(tags).toMatchObject({ title: "Снег", album: "Депо" });
    expect(countBytesRead(file)).toBeLessThan(trackLimits.coverSourceBytes + 4 * MIB);
  });

  it("a tag that claims an impossible size does not hide the tags at the end", async () => {
    const end = [...Array.from({ length: 4 }, mp3), id3v1({ title: "Снег" })];
    const claims = [0x7f, 0x7f, 0x7f, 0x7f];
    expect(await readTags(join("ID3", [3, 0, 0], claims), ...end)).toMatchObject({ title: "Снег" });
    const file = createStored(join("ID3", [3, 0, 0], claims), 300 * MIB, ...end);
    expect((await readStoredTags(file, "x.mp3")).tags.title).toBe("Снег");
    expect(countBytesRead(file)).toBeLessThan(2 * MIB);
  });

  it("empty comments of a FLAC file do not hide its tags", async () => {
    const comments = 500_000;
    const block = join(uint32(0), uint32(comments, true), new Uint8Array(4 * comments));
    expect(await readTags(flacWith(4, block))).toMatchObject(TRAM);
  });

  it("broken files never throw", async () => {
    const random = seededRandom(7);
    for (const name of ["cbr.mp3", "cover.mp3", "fast.m4a", "plain.flac", "vorbis.ogg", "opus.ogg", "plain.wav", "adts.aac"]) {
      for (let i = 0; i < 25; i++) {
        const file = audioFixture(name).slice(0, 1 + Math.floor(random() * 8000));
        for (let flips = 0; flips < i; flips++) file[Math.floor(random() * file.length)] = Math.floor(random() * 256);
        expect((await readTags(file)).title).not.toBe("");
      }
    }
    expect(await readTags(new Uint8Array(0))).toEqual(UNTAGGED);
  });

  it("a failure of the storage throws instead of returning no tags", async () => {
    const { sizeBytes, read: readPieces, stream } = createStored(id3v2(pictureFrame(png(MIB))), mp3());
    for (const failingRead of [0, 1]) {
      let reads = 0;
      const readOrFail = (start: number, end: number) =>
        reads++ === failingRead ? Promise.reject(new Error("R2 is down")) : readPieces(start, end);
      await expect(readStoredTags({ sizeBytes, read: readOrFail, stream }, "x.mp3")).rejects.toThrow("R2 is down");
    }
  });
});
