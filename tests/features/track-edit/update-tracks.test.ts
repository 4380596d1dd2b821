import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { type TrackUpdate, updateTracks } from "#app/features/track-edit/update-tracks.ts";
import { buildEntry, INFO, trackId } from "#tests/support/builders.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { passTimers } from "#tests/support/wait.ts";

const FIRST = buildEntry(1).track;
const SECOND = buildEntry(2).track;
const THIRD = buildEntry(3).track;
const KEEP: TrackUpdate = { roomId: INFO.id, changes: { album: "Зима" }, cover: { type: "keep" }, rereadTags: false };
const PICTURE = { image: new Blob(["picture"], { type: "image/webp" }), hue: 40 };

let answers: Answers;
let server: FunctionServer;
/** The requests that are no function calls. */
let requests: string[];
/** The answers to `POST /api/covers` and `GET /media/picture/…`. */
let serveCover: () => Response;
let servePicture: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  requests = [];
  let covers = 0;
  serveCover = () => {
    covers += 1;
    return Response.json({ coverId: `cover${covers}` });
  };
  servePicture = () => new Response(new Blob(["picture"], { type: "image/png" }));
  answers = { "tracks.update": ({ trackId: id, changes }) => ok(edited(id, { id, album: changes.album ?? "" })) };
  server = serveFunctions(answers, async (url) => {
    requests.push(url);
    return url === "/api/covers" ? serveCover() : servePicture();
  });
  stubPictures({ width: 600, height: 600, rgba: [255, 0, 0, 255] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function loseConnection(): never {
  throw new TypeError("Failed to fetch");
}

/** The reply to an update of a track. */
function edited(id: Track["id"], changes: Partial<Track>) {
  const former = [FIRST, SECOND, THIRD].find((track) => track.id === id) ?? FIRST;
  const track = { ...former, ...changes };
  return { trackId: track.id, track, former };
}

function update(tracks: readonly Track[], changes: Partial<TrackUpdate> = {}) {
  const options = { signal: new AbortController().signal, onTrack: () => undefined };
  return passTimers(updateTracks(tracks, { ...KEEP, ...changes }, options));
}
const coversSent = () => server.argsOf("tracks.update").map(({ cover }) => cover);

describe("an update of tracks", () => {
  it("changes one after another, and says which became editions", async () => {
    const edition = { ...FIRST, id: trackId("edition"), album: "Зима" };
    answers["tracks.update"] = ({ trackId: id }) => ok(edited(id, id === FIRST.id ? edition : { album: "Зима" }));
    const started: unknown[] = [];
    const onTrack = (track: Track, index: number) => started.push([track.id, index, server.calls.length]);
    const outcome = await updateTracks([FIRST, SECOND], KEEP, { signal: new AbortController().signal, onTrack });
    expect(started).toEqual([
      [FIRST.id, 0, 0],
      [SECOND.id, 1, 1],
    ]);
    const updated = { ...SECOND, album: "Зима" };
    expect([...outcome.changed]).toEqual([
      [FIRST.id, edition],
      [SECOND.id, updated],
    ]);
    expect(outcome.updates).toMatchObject([
      { former: FIRST, track: edition },
      { former: SECOND, track: updated },
    ]);
    expect(outcome.failures).toEqual([]);
    const sent = { roomId: INFO.id, changes: { album: "Зима" } };
    expect(server.argsOf("tracks.update")).toEqual([
      { ...sent, trackId: FIRST.id },
      { ...sent, trackId: SECOND.id },
    ]);
  });

  it("continues after a failure, which has a reason that names the update", async () => {
    const reasons = { [FIRST.id]: "internal", [SECOND.id]: "forbidden" } as const;
    answers["tracks.update"] = ({ trackId: id }) => (id in reasons ? fail(reasons[id] ?? "internal") : ok(edited(id, {})));
    const { changed, failures } = await update([FIRST, SECOND, THIRD]);
    expect([...changed.keys()]).toEqual([THIRD.id]);
    expect(failures).toEqual([
      { track: FIRST, error: "track-update-failed" },
      { track: SECOND, error: "forbidden" },
    ]);
  });

  it("stops after the current track when it is aborted", async () => {
    const controller = new AbortController();
    const onTrack = (track: Track) => track === SECOND && controller.abort();
    const options = { signal: controller.signal, onTrack };
    const { changed, failures } = await updateTracks([FIRST, SECOND, THIRD], KEEP, options);
    expect([[...changed.keys()], failures]).toEqual([[FIRST.id, SECOND.id], []]);
  });

  it("prefers what the user has typed to the tags that it reads from each file", async () => {
    const tags = { title: "В файле", artist: "Файл", album: "Файл", genre: "", year: 1999 };
    answers["tracks.readTags"] = ({ trackId: id }) =>
      id === SECOND.id ? fail("audio-damaged") : ok({ tags, hasCover: false, lyrics: null });
    const { failures } = await update([FIRST, SECOND], { rereadTags: true });
    expect(server.argsOf("tracks.update").map(({ changes }) => changes)).toEqual([{ ...tags, album: "Зима" }]);
    expect(failures).toEqual([{ track: SECOND, error: "audio-damaged" }]);
  });
});

describe("the covers of updated tracks", () => {
  it("stay, or are removed", async () => {
    await update([FIRST]);
    await update([FIRST], { cover: { type: "none" } });
    expect(coversSent()).toEqual([undefined, null]);
    expect(requests).toEqual([]);
  });

  it("are one picture, which is uploaded once", async () => {
    await update([FIRST, SECOND], { cover: { type: "picture", cover: PICTURE } });
    const cover = { id: "cover1" as ObjectId, hue: 40 };
    expect([coversSent(), requests]).toEqual([[cover, cover], ["/api/covers"]]);
  });

  it("are uploaded again for the next track if that failed", async () => {
    const uploadNext = serveCover;
    serveCover = () => {
      serveCover = uploadNext;
      return Response.json({ code: "internal" }, { status: 500 });
    };
    const { failures } = await update([FIRST, SECOND], { cover: { type: "picture", cover: PICTURE } });
    expect(failures).toEqual([{ track: FIRST, error: "image-upload-failed" }]);
    expect(coversSent()).toEqual([{ id: "cover1", hue: 40 }]);
  });

  it("are those of the tracks' files", async () => {
    await update([FIRST, SECOND], { cover: { type: "from-file" } });
    expect(coversSent()).toEqual([
      { id: "cover1", hue: 8 },
      { id: "cover2", hue: 8 },
    ]);
    expect(requests.filter((url) => url !== "/api/covers")).toEqual(
      [FIRST, SECOND].map(({ id }) => `/media/picture/${id}?room=${INFO.id}`),
    );
  });

  it.each([
    ["has no picture", () => new Response(null, { status: 404 }), "cover-extraction-failed"],
    ["has one that this browser cannot decode", () => new Response(BROKEN_PICTURE), "cover-extraction-failed"],
    ["may not be read", () => Response.json({ code: "forbidden" }, { status: 403 }), "forbidden"],
    ["does not arrive", loseConnection, "network"],
  ] as const)("stay if a file %s, and so do the tags", async (_case, serve, error) => {
    servePicture = serve;
    const { failures } = await update([FIRST], { cover: { type: "from-file" } });
    expect(failures).toEqual([{ track: FIRST, error }]);
    expect(server.argsOf("tracks.update")).toEqual([]);
  });
});
