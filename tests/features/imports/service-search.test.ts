import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import type { ServiceCollection } from "#app/domain/imports/service.ts";
import { fail, ok } from "#app/domain/result.ts";
import { createServiceSearch, type SearchDeps } from "#app/features/imports/service-search.ts";
import { buildFoundTrack } from "./build-import.ts";
import { settle } from "./import-page.ts";

const ALBUM: ServiceCollection = {
  service: "yandex",
  kind: "album",
  id: "1",
  title: "Tides",
  by: "Oda",
  trackCount: 2,
  cover: null,
};
const SEARCH = { type: "search", service: "yandex", query: "tide" } as const;

const deps: SearchDeps = {
  search: async (_service, query) => ok({ tracks: [buildFoundTrack(query)], collections: [ALBUM], matches: [] }),
  resolve: async () =>
    ok({
      service: "yandex",
      collection: ALBUM,
      tracks: [buildFoundTrack("x", { libraryTrackId: "t" as TrackId }), buildFoundTrack("x"), buildFoundTrack("y")],
      isCut: true,
    }),
};

/** The state of the visible list and the titles in it. */
function read(search: ReturnType<typeof createServiceSearch>) {
  const { main, opened } = search.view.get();
  const list = opened ?? main;
  return list?.status === "loaded" ? list.content.tracks.map(({ track }) => track.title) : (list?.status ?? null);
}

describe("the search in a service", () => {
  it("shows the result of the latest request only", async () => {
    const search = createServiceSearch(deps);
    search.show({ ...SEARCH, query: "first" });
    search.show({ ...SEARCH, query: "second" });
    expect(read(search)).toBe("loading");
    await settle();
    expect(read(search)).toEqual(["second"]);
  });

  it("opens a collection, each track once, and returns to the list before it", async () => {
    const search = createServiceSearch(deps);
    search.show(SEARCH);
    await settle();
    search.open(ALBUM);
    await settle();
    expect(read(search)).toEqual(["x", "y"]);
    search.back();
    expect(read(search)).toEqual(["tide"]);
  });

  it("does not open a collection that was left before it arrived", async () => {
    const search = createServiceSearch(deps);
    search.show(SEARCH);
    await settle();
    search.open(ALBUM);
    search.back();
    await settle();
    expect(read(search)).toEqual(["tide"]);
  });

  it("tries the visible list again after a failure", async () => {
    let isReachable = false;
    const search = createServiceSearch({
      ...deps,
      search: async (...args) => (isReachable ? deps.search(...args) : fail("service-unreachable")),
    });
    search.show(SEARCH);
    await settle();
    expect(search.view.get().main).toMatchObject({ status: "failed", error: "service-unreachable" });
    isReachable = true;
    search.retry();
    await settle();
    expect(read(search)).toEqual(["tide"]);
  });

  it("marks tracks that were added from the library", async () => {
    const search = createServiceSearch(deps);
    search.show({ type: "link", service: "yandex", link: "https://music.yandex.ru/album/1" });
    await settle();
    search.markHere(new Set(["t" as TrackId]));
    const { main } = search.view.get();
    expect(main?.status === "loaded" && main.content.tracks.map(({ isHere }) => isHere)).toEqual([true, false]);
  });
});
