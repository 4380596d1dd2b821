import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { createLatest } from "#app/lib/latest.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

export type LibraryPage = FunctionValue<"tracks.list">;
/** A track with what the library shows about it. */
export type LibraryTrack = LibraryPage["tracks"][number];

export type LibraryView = {
  /** The search that `tracks` is the result of. */
  readonly query: string;
  /** Whether `tracks` are only those that the user has saved. */
  readonly isSavedOnly: boolean;
  /** Null until the first page is loaded. */
  readonly tracks: readonly LibraryTrack[] | null;
  /** Whether `tracks` includes the last page. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  /** The error of the last request. No page is loaded until `retry` or `search`. */
  readonly error: ErrorCode | null;
};

type Search = Pick<LibraryView, "query" | "isSavedOnly">;
type PageRequest = Search & { readonly cursor: string | null };
export type FetchPage = (request: PageRequest) => Promise<Result<LibraryPage>>;

/** The pages of the library that have been loaded, for one search at a time. */
export type LibraryList = {
  readonly view: ReadableStore<LibraryView>;
  /** Loads the first page of a search. The previous tracks stay visible until it arrives. */
  search(query: string, filter?: Pick<Search, "isSavedOnly">): void;
  /** Loads the next page, if there is one and no page is being loaded. */
  loadMore(): void;
  /** Repeats the last request. */
  retry(): void;
  /** Removes tracks that were deleted. */
  remove(ids: ReadonlySet<TrackId>): void;
  /** Marks a track as no longer saved. A room of the user still has it. */
  markUnsaved(id: TrackId): void;
  /** Marks tracks that were added to the room. */
  markInRoom(ids: ReadonlySet<TrackId>): void;
};

const ALL: Search = { query: "", isSavedOnly: false };
const INITIAL_VIEW: LibraryView = { ...ALL, tracks: null, isComplete: false, isLoading: false, error: null };

export function createLibraryList(fetchPage: FetchPage): LibraryList {
  const view = createStore(INITIAL_VIEW);
  const latest = createLatest();
  let lastRequest: PageRequest = { ...ALL, cursor: null };
  let nextCursor: string | null = null;

  function load(request: PageRequest): void {
    lastRequest = request;
    view.update((current) => ({ ...current, isLoading: true, error: null }));
    const receive = (page: Result<LibraryPage>) => {
      if (page.ok) nextCursor = page.value.nextCursor;
      view.update((current) => addPage(current, request, page));
    };
    void latest.run(() => fetchPage(request), receive);
  }

  function loadMore(): void {
    const { query, isSavedOnly, isLoading, error } = view.get();
    if (!isLoading && !error && nextCursor !== null) load({ query, isSavedOnly, cursor: nextCursor });
  }

  function changeTracks(change: (tracks: readonly LibraryTrack[]) => readonly LibraryTrack[]): void {
    view.update((current) => (current.tracks ? { ...current, tracks: change(current.tracks) } : current));
  }

  return {
    view,
    search: (query, { isSavedOnly } = ALL) => load({ query, isSavedOnly, cursor: null }),
    loadMore,
    retry: () => load(lastRequest),
    remove(ids) {
      changeTracks((tracks) => tracks.filter(({ track }) => !ids.has(track.id)));
      // pages are loaded when the list is scrolled to its end, and an empty list cannot be scrolled
      if (view.get().tracks?.length === 0) loadMore();
    },
    markUnsaved: (id) =>
      changeTracks((tracks) => tracks.map((item) => (item.track.id === id ? { ...item, isSaved: false } : item))),
    markInRoom: (ids) => changeTracks((tracks) => tracks.map((item) => (ids.has(item.track.id) ? toTrackInRoom(item) : item))),
  };
}

function addPage(view: LibraryView, { cursor, ...search }: PageRequest, page: Result<LibraryPage>): LibraryView {
  if (!page.ok) return { ...view, isLoading: false, error: page.error };
  const earlier = cursor === null ? [] : (view.tracks ?? []);
  const { tracks, nextCursor } = page.value;
  return { ...view, ...search, tracks: [...earlier, ...tracks], isComplete: nextCursor === null, isLoading: false };
}

function toTrackInRoom(item: LibraryTrack): LibraryTrack {
  return item.isHere ? item : { ...item, isHere: true, rooms: item.rooms + 1 };
}
