import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { Service, ServiceCollection } from "#app/domain/imports/service.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { createLatest, type Latest } from "#app/lib/latest.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { type FoundTrack, keyOf, type ResolveResult, type SearchResult } from "./found.ts";

/** An empty query asks for the playlists, favorites and newest albums of the account. */
export type ListRequest =
  | { readonly type: "search"; readonly service: Service; readonly query: string }
  | { readonly type: "link"; readonly service: Service; readonly link: string }
  | { readonly type: "collection"; readonly service: Service; readonly collection: ServiceCollection };

export type FoundContent = {
  /** The collection whose tracks these are. Null for a search and for a single track. */
  readonly collection: ServiceCollection | null;
  readonly tracks: readonly FoundTrack[];
  readonly collections: readonly ServiceCollection[];
  /** Whether the collection has more tracks than can be imported at once. */
  readonly isCut: boolean;
};

export type FoundList = { readonly request: ListRequest } & (
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: ErrorCode }
  | { readonly status: "loaded"; readonly content: FoundContent }
);

/** `opened` is a collection of the main list, which is shown in its place. */
export type SearchView = { readonly main: FoundList | null; readonly opened: FoundList | null };

export type ServiceSearch = {
  readonly view: ReadableStore<SearchView>;
  show(request: ListRequest): void;
  open(collection: ServiceCollection): void;
  /** Returns from the opened collection to the main list. */
  back(): void;
  clear(): void;
  /** Repeats the request of the visible list. */
  retry(): void;
  /** Marks found tracks whose library tracks were added to the room. */
  markHere(ids: ReadonlySet<TrackId>): void;
};

export type SearchDeps = {
  readonly search: (service: Service, query: string) => Promise<Result<SearchResult>>;
  readonly resolve: (target: { readonly link: string } | ServiceCollection) => Promise<Result<ResolveResult>>;
};

const EMPTY: SearchView = { main: null, opened: null };

/** The lists that are shown of a service: one main list, and one collection that is opened from it. */
export function createServiceSearch(deps: SearchDeps): ServiceSearch {
  const view = createStore(EMPTY);
  const latest = { main: createLatest(), opened: createLatest() };

  function load(place: keyof SearchView, request: ListRequest): void {
    const set = (list: FoundList) => view.update((current) => ({ ...current, [place]: list }));
    set({ request, status: "loading" });
    void latest[place].run(
      () => fetchList(deps, request),
      (result) =>
        set(
          result.ok ? { request, status: "loaded", content: result.value } : { request, status: "failed", error: result.error },
        ),
    );
  }
  function back(): void {
    latest.opened.cancel();
    view.update((current) => ({ ...current, opened: null }));
  }

  return {
    view,
    back,
    show(request) {
      back();
      load("main", request);
    },
    open: (collection) => load("opened", { type: "collection", service: collection.service, collection }),
    clear: () => clearAll(latest, () => view.set(EMPTY)),
    retry() {
      const { main, opened } = view.get();
      if (opened) load("opened", opened.request);
      else if (main) load("main", main.request);
    },
    markHere: (ids) =>
      view.update(({ main, opened }) => ({ main: main && markList(main, ids), opened: opened && markList(opened, ids) })),
  };
}

function clearAll(latest: Readonly<Record<string, Latest>>, empty: () => void): void {
  for (const { cancel } of Object.values(latest)) cancel();
  empty();
}

async function fetchList({ search, resolve }: SearchDeps, request: ListRequest): Promise<Result<FoundContent>> {
  if (request.type === "search") {
    const found = await search(request.service, request.query);
    if (!found.ok) return found;
    const { tracks, collections } = found.value;
    return ok({ collection: null, tracks: withoutRepetitions(tracks), collections, isCut: false });
  }
  const resolved = await resolve(request.type === "link" ? { link: request.link } : request.collection);
  if (!resolved.ok) return resolved;
  const { collection, tracks, isCut } = resolved.value;
  return ok({ collection, tracks: withoutRepetitions(tracks), collections: [], isCut });
}

/** A playlist may contain a track several times; it is imported once. */
function withoutRepetitions(tracks: readonly FoundTrack[]): readonly FoundTrack[] {
  const byKey = new Map<string, FoundTrack>();
  for (const found of tracks) if (!byKey.has(keyOf(found.track))) byKey.set(keyOf(found.track), found);
  return [...byKey.values()];
}

function markList(list: FoundList, ids: ReadonlySet<TrackId>): FoundList {
  if (list.status !== "loaded") return list;
  const mark = (found: FoundTrack) =>
    found.libraryTrackId !== null && ids.has(found.libraryTrackId) ? { ...found, isHere: true } : found;
  return { ...list, content: { ...list.content, tracks: list.content.tracks.map(mark) } };
}
