import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import { matchPlaylistFile } from "#app/features/playlist/match-playlist-file.ts";
import { trackId } from "#tests/support/builders.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

let answers: Answers;
let server: FunctionServer;

beforeEach(() => {
  // the library has the tracks that are called "known"
  answers = {
    "playlist.match": ({ tracks }) => ok({ trackIds: tracks.map(({ title }) => (title === "known" ? trackId(1) : null)) }),
  };
  server = serveFunctions(answers);
});
afterEach(() => vi.unstubAllGlobals());

/** A playlist file of another player. */
const m3u = (...titles: readonly string[]) =>
  ["#EXTM3U", ...titles.flatMap((title) => [`#EXTINF:100,Artist - ${title}`, `${title}.mp3`])].join("\n");
const match = (...parts: BlobPart[]) => matchPlaylistFile(new File(parts, "list.m3u8"));

describe("a chosen playlist file", () => {
  it("has tracks that the library has, in their order, and others", async () => {
    const matched = await match(m3u("known", "other", "known"));
    expect(matched).toMatchObject(ok({ foundIds: [trackId(1), trackId(1)], missing: [{ title: "other", artist: "Artist" }] }));
    const [args] = server.argsOf("playlist.match");
    expect(args?.tracks[0]).toEqual({ title: "known", artist: "Artist", durationMs: 100_000, sha256: null });
  });

  it("is matched in several calls if it is long", async () => {
    const count = playlistLimits.entriesPerCommand + 1;
    const matched = await match(m3u(...Array<string>(count).fill("known")));
    expect(matched.ok && matched.value.foundIds.length).toBe(count);
    expect(server.argsOf("playlist.match").map(({ tracks }) => tracks.length)).toEqual([count - 1, 1]);
  });

  it("is read as UTF-8, or in the old charset of Russian players", async () => {
    const windows1251 = Uint8Array.from([...m3u("?")].map((char) => (char === "?" ? 0xc7 : char.charCodeAt(0))));
    expect(await match(windows1251)).toMatchObject(ok({ missing: [{ title: "З" }] }));
    expect(await match(m3u("Зима"))).toMatchObject(ok({ missing: [{ title: "Зима" }] }));
  });

  it("is refused if it is no playlist, too large, or cannot be read any more", async () => {
    expect(await match("{]")).toEqual(fail("not-a-playlist"));
    const tooLarge = Object.defineProperty(new File([], "list.m3u8"), "size", { value: 20 * 1024 ** 2 + 1 });
    expect(await matchPlaylistFile(tooLarge)).toEqual(fail("file-too-large"));
    const moved = Object.assign(new File(["#EXTM3U"], "list.m3u8"), {
      arrayBuffer: () => Promise.reject(new DOMException("moved", "NotFoundError")),
    });
    expect(await matchPlaylistFile(moved)).toEqual(fail("file-unreadable"));
    expect(server.calls).toEqual([]);
  });

  it("fails with the reason of the server", async () => {
    answers["playlist.match"] = () => fail("network");
    expect(await match(m3u("known"))).toEqual(fail("network"));
  });
});
