import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { createSong, type FakeSong } from "#tests/support/subsonic-library.ts";
import { type SubsonicServer, startSubsonicServer } from "#tests/support/subsonic-server.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";

const { username, password } = SUBSONIC_ACCOUNT;
const signal = new AbortController().signal;
const refusal = (code: string) => ({ ok: false, error: { code } });

let server: SubsonicServer;
beforeAll(async () => {
  server = await startSubsonicServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  setSong({});
});

const createClient = () => createSubsonicClient({ address: server.origin, login: { kind: "password", username, password } });
const setSong = (song: Partial<FakeSong>) => server.setLibrary({ songs: [createSong({ id: "1", ...song })], playlists: [] });

describe("download from a Subsonic server", () => {
  it("is a link to the original bytes", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    setSong({ bytes, path: "The Locals/Home/01 - Song.flac", contentType: "audio/flac" });
    const located = await createClient().locate?.("1", signal);
    if (!located?.ok) throw new Error("the song is not located");
    expect(located.value.fileName).toBe("01 - Song.flac");
    const response = await fetch(located.value.link);
    expect(response.headers.get("Content-Type")).toBe("audio/flac");
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    [{ path: "C:\\Music\\02 Song.ogg" }, "02 Song.ogg"],
    [{ path: undefined, suffix: "opus" }, "The Locals - Song 1.opus"],
    [{ path: "", suffix: "opus", artist: "AC/DC" }, "AC-DC - Song 1.opus"],
    [{ path: "", suffix: "../x" }, "The Locals - Song 1"],
    [{ path: `${"x".repeat(300)}.mp3`, suffix: "mp3" }, "The Locals - Song 1.mp3"],
    [{ path: "", suffix: "mp3", title: "x".repeat(300), artist: "" }, `${"x".repeat(251)}.mp3`],
    [{ path: "", suffix: "mp3", title: "", artist: "" }, "1.mp3"],
  ])("has a file name: %j", async (fields, fileName) => {
    setSong({ fields });
    expect(await createClient().locate?.("1", signal)).toMatchObject({ ok: true, value: { fileName } });
  });

  it("is not available without the song", async () => {
    expect(await createClient().locate?.("unknown", signal)).toEqual(refusal("import-not-available"));
    server.setFault("getSong", { how: "edit", edit: () => ({ status: "ok" }) });
    expect(await createClient().locate?.("1", signal)).toEqual(refusal("import-info-failed"));
  });

  it("has the credentials that the server accepts", async () => {
    server.setFeatures({ tokens: "refused" });
    const located = await createClient().locate?.("1", signal);
    const response = await fetch(located?.ok ? located.value.link : "");
    expect(response.headers.get("Content-Type")).toBe("audio/mpeg");
  });
});

describe("lyrics of a Subsonic server", () => {
  const PLAIN = { lang: "xxx", synced: false, line: [{ value: "Hello" }, { value: "" }, { value: "there" }] };
  const SYNCED = {
    lang: "eng",
    synced: true,
    offset: -100,
    line: [
      { start: 0, value: "Hello" },
      { start: 61_005, value: "there" },
    ],
  };
  const fetchLyrics = () => createClient().fetchLyrics?.("1", signal);

  it("are LRC with the offset applied, also if there are plain ones", async () => {
    setSong({ lyrics: [PLAIN, SYNCED] });
    const lyrics = await fetchLyrics();
    expect(lyrics).toEqual({ ok: true, value: "[00:00.10]Hello\n[01:01.105]there" });
    const parsed = parseLyrics(lyrics?.ok ? (lyrics.value ?? "") : "");
    expect(parsed).toMatchObject({ ok: true, value: { kind: "synced", lines: [{ atMs: 100 }, { atMs: 61_105 }] } });
  });

  it.each([
    [[PLAIN], "Hello\n\nthere"],
    [[{ ...SYNCED, offset: 5000 }], "[00:00.00]Hello\n[00:56.005]there"],
    [[{ ...SYNCED, offset: undefined }], "[00:00.00]Hello\n[01:01.005]there"],
    [[{ synced: true, line: [{ start: "2000", value: 99 }, { value: "no time" }] }], "[00:02.00]99\nno time"],
    [[{ synced: true, line: [{ value: "no times" }] }], "no times"],
    [[{ synced: false, line: [{ value: "one\r\ntwo" }] }], "one\ntwo"],
    [[{ synced: true, line: [{ start: 0, value: " " }] }, PLAIN], "Hello\n\nthere"],
    [[{ synced: false, line: [{ value: "" }] }], null],
    [[{}], null],
    [[], null],
  ])("are text, or none: %j", async (lyrics, text) => {
    setSong({ lyrics });
    expect(await fetchLyrics()).toEqual({ ok: true, value: text });
  });

  it("are missing on a server without the extension, however it answers", async () => {
    server.setFeatures({ hasLyrics: false });
    expect(await fetchLyrics()).toEqual({ ok: true, value: null });
    const faults = [
      { how: "error", code: 0 },
      { how: "error", code: 70 },
      { how: "status", status: 404 },
      { how: "status", status: 501 },
      { how: "html" },
      { how: "redirect", location: "/" },
    ] as const;
    for (const fault of faults) {
      server.setFault("getLyricsBySongId", fault);
      expect(await fetchLyrics()).toEqual({ ok: true, value: null });
    }
  });

  it("are not missing because of another failure", async () => {
    server.setFault("getLyricsBySongId", { how: "status", status: 500 });
    expect(await fetchLyrics()).toEqual(refusal("service-not-subsonic"));
    server.setFault("getLyricsBySongId", { how: "error", code: 40 });
    expect(await fetchLyrics()).toEqual(refusal("service-login-refused"));
  });
});

describe("cover of a Subsonic server", () => {
  it("has a link with credentials", async () => {
    const link = createClient().coverLink("al-1 & +/?") ?? "";
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({ id: "al-1 & +/?", size: "300" });
    expect((await fetch(link)).headers.get("Content-Type")).toBe("image/png");
  });

  it.each(["", "a\nb", "\u0000", "x".repeat(201)])("has no link for an odd id: %j", (cover) => {
    expect(createClient().coverLink(cover)).toBeNull();
  });
});
