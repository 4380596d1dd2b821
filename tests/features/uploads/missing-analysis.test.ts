import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { FileFacts } from "#app/features/uploads/file-facts.ts";
import { buildEntry } from "#tests/support/builders.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";
import { type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";
import { ANALYSIS, analyzed, stubWorkers } from "./fake-workers.ts";

const ROOM = "room" as RoomId;
const GRANT = "grant=g";
const SERVICE_COVER = "/api/imports/cover?cover=1";
const PICTURE = { image: new Blob(["own"], { type: "image/webp" }), hue: 200 };
const A = buildEntry(1).track;
const B = buildEntry(2).track;

let server: FunctionServer;
/** The user's tracks of the room that the server has no analysis of. */
let listed: Track[];
/** The results of the workers, by track. */
let undecodable: Set<TrackId>;
let hanging: Set<TrackId>;
let pictures: Map<TrackId, FileFacts["cover"]>;
/** The audio files that the server does not deliver. */
let missing: Set<TrackId>;
let coverStatus: number;
let serviceCover: Blob;
/** The addresses that were loaded, besides function calls. */
let loaded: string[];
let mediaQuery: string | null;
/** How often the page was asked for the grant. */
let grantReads: number;
let leaving: AbortController;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", createMemoryStorage());
  [listed, loaded, mediaQuery, grantReads, coverStatus] = [[A, B], [], GRANT, 0, 200];
  [undecodable, hanging, missing, pictures] = [new Set(), new Set(), new Set(), new Map()];
  serviceCover = new Blob(["service"], { type: "image/png" });
  leaving = new AbortController();
  // the content of an audio file is the id of its track
  const idOf = ({ type }: Blob) => type.replace("audio/", "") as TrackId;
  stubWorkers({
    read: (file) => ({ type: "response", value: { ...NO_FACTS, cover: pictures.get(idOf(file)) ?? null } }),
    analyze(file) {
      if (hanging.has(idOf(file))) return { type: "unreadable" };
      return analyzed(undecodable.has(idOf(file)) ? null : ANALYSIS);
    },
  });
  stubPictures({ width: 600, height: 600, rgba: [255, 0, 0, 255] });
  server = serveFunctions(
    {
      "tracks.listTracksWithoutAnalysis": ({ trackId }) =>
        ok({ tracks: trackId ? listed.filter(({ id }) => id === trackId) : [...listed] }),
      "tracks.setAnalysis": () => ok({ track: A }),
    },
    serveFile,
  );
});
afterEach(async () => {
  leaving.abort();
  await setImmediate();
  vi.resetModules();
  vi.unstubAllGlobals();
});

const NO_FACTS: FileFacts = {
  ...{ sha256: "", durationMs: null, cover: null },
  tags: { title: "", artist: "", album: "", genre: "", year: null },
};

async function serveFile(url: string): Promise<Response> {
  loaded.push(url);
  if (url === "/api/covers") return Response.json({ coverId: "cover", code: "disk-full" }, { status: coverStatus });
  if (url === SERVICE_COVER) return new Response(serviceCover);
  const id = /^\/media\/audio\/(\w+)\?grant=g$/.exec(url)?.[1] as TrackId | undefined;
  if (!id || missing.has(id)) return new Response(null, { status: 404 });
  return new Response(new Blob(["sound"], { type: `audio/${id}` }));
}

function getMediaQuery(): string | null {
  grantReads += 1;
  return mediaQuery;
}
const options = () => ({ roomId: ROOM, getMediaQuery, signal: leaving.signal });

async function createAnalysis() {
  const { createMissingAnalysis } = await import("#app/features/uploads/missing-analysis.ts");
  return createMissingAnalysis(options());
}
async function analyzePlaying(id: TrackId): Promise<void> {
  const { analyzePlayingTrack } = await import("#app/features/uploads/missing-analysis.ts");
  await analyzePlayingTrack(options(), id);
}
async function rememberServiceCover(id: TrackId): Promise<void> {
  const { rememberImportedCover } = await import("#app/app-state/imported-covers.ts");
  rememberImportedCover(id, SERVICE_COVER);
}

const sent = () => server.argsOf("tracks.setAnalysis");
const queries = () => server.argsOf("tracks.listTracksWithoutAnalysis").length;
const withoutCover = (track: Track) => ({ trackId: track.id, analysis: ANALYSIS });
/** Waits until all tracks are tried: the last query finds no others. */
const expectQueries = (count: number) => expect.poll(queries, { interval: 1 }).toBe(count);

describe("the user's tracks without an analysis", () => {
  it("are analyzed one after the other, each once per page", async () => {
    (await createAnalysis()).check([]);
    await expectQueries(2);
    expect(sent()).toEqual([A, B].map(withoutCover));
    (await createAnalysis()).check([]);
    await expectQueries(3);
    expect(sent()).toHaveLength(2);
  });

  it("have the analysis null if this browser cannot decode them, or its decoder hangs", async () => {
    undecodable.add(A.id);
    hanging.add(B.id);
    (await createAnalysis()).check([]);
    await expectQueries(2);
    expect(sent()).toEqual([A, B].map(({ id: trackId }) => ({ trackId, analysis: null })));
  });

  it("stay without one if their file does not arrive, and do not stop the others", async () => {
    missing.add(A.id);
    (await createAnalysis()).check([]);
    await expectQueries(2);
    expect(sent()).toEqual([withoutCover(B)]);
  });

  it("are looked for again when there are new ones, and not otherwise", async () => {
    listed = [A];
    const analysis = await createAnalysis();
    analysis.check([A.id]);
    await expectQueries(2);
    analysis.check([A.id]);
    listed = [A, B];
    analysis.check([A.id, B.id]);
    await expectQueries(4);
    expect(sent()).toEqual([A, B].map(withoutCover));
  });

  it("are looked for by one query at a time, and once more for those that come meanwhile", async () => {
    const analysis = await createAnalysis();
    for (const ids of [[], [A.id], [A.id, B.id]]) analysis.check(ids);
    expect(queries()).toBe(1);
    await expectQueries(3);
    expect(sent()).toHaveLength(2);
  });

  it("wait until the room grants access to its media", async () => {
    mediaQuery = null;
    const analysis = await createAnalysis();
    analysis.check([A.id]);
    await expect.poll(() => grantReads).toBe(1);
    mediaQuery = GRANT;
    analysis.check([A.id, B.id]);
    await expect.poll(() => sent().length).toBe(2);
  });

  it("are left alone after the room was left", async () => {
    const analysis = await createAnalysis();
    leaving.abort();
    analysis.check([]);
    expect(queries()).toBe(0);
  });
});

describe("an imported track without a cover", () => {
  beforeEach(() => {
    listed = [A];
  });
  const analyze = async () => {
    (await createAnalysis()).check([]);
    await expectQueries(2);
  };

  it("gets the picture in its file rather than that of the service", async () => {
    await rememberServiceCover(A.id);
    pictures.set(A.id, PICTURE);
    await analyze();
    expect(sent()).toEqual([{ ...withoutCover(A), coverId: "cover", hue: 200 }]);
    expect(loaded).not.toContain(SERVICE_COVER);
  });

  it("gets the picture of the service if its file has none", async () => {
    await rememberServiceCover(A.id);
    await analyze();
    expect(sent()).toEqual([{ ...withoutCover(A), coverId: "cover", hue: 8 }]);
  });

  it("gets its analysis also if the picture is of no use or cannot be stored", async () => {
    await rememberServiceCover(A.id);
    serviceCover = BROKEN_PICTURE;
    await analyze();
    expect(sent()).toEqual([withoutCover(A)]);
    listed = [B];
    pictures.set(B.id, PICTURE);
    coverStatus = 507;
    (await createAnalysis()).check([]);
    await expectQueries(4);
    expect(sent()[1]).toEqual(withoutCover(B));
  });

  it("keeps the cover that it has", async () => {
    listed = [{ ...A, cover: "cover" as NonNullable<Track["cover"]> }];
    pictures.set(A.id, PICTURE);
    await analyze();
    expect(sent()).toEqual([withoutCover(A)]);
  });
});

describe("a track that plays and has no analysis", () => {
  it("is analyzed once, for the room", async () => {
    await analyzePlaying(B.id);
    await analyzePlaying(B.id);
    expect(sent()).toEqual([{ trackId: B.id, roomId: ROOM, analysis: ANALYSIS }]);
    expect(server.argsOf("tracks.listTracksWithoutAnalysis")[0]).toEqual({ roomId: ROOM, trackId: B.id });
  });

  it("stays without one if another browser may decode it, if it has one, and without access", async () => {
    undecodable.add(A.id);
    await analyzePlaying(A.id);
    hanging.add(B.id);
    await analyzePlaying(B.id);
    expect(sent()).toEqual([]);
    await analyzePlaying(buildEntry(3).track.id);
    expect(loaded).toHaveLength(2);
    mediaQuery = null;
    listed = [buildEntry(4).track];
    await analyzePlaying(buildEntry(4).track.id);
    expect(loaded).toHaveLength(2);
  });

  it("stays without one if another track plays before it has arrived", async () => {
    const arriving = createDeferred<void>();
    const fetchFile = fetch;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (url.startsWith("/media")) await arriving.promise;
      return fetchFile(url, init);
    });
    const analyzing = analyzePlaying(A.id);
    await expectQueries(1);
    leaving.abort();
    arriving.resolve();
    await analyzing;
    expect(sent()).toEqual([]);
  });
});
