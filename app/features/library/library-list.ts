import type { ErrorCode } from "#app/domain/errors.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

export type LibraryPage = FunctionValue<"tracks.list">;
/** A track as the library shows it. */
export type LibraryTrack = LibraryPage["tracks"][number];

export type LibraryView = {
  /** What the tracks were found by. */
  readonly query: string;
  /** Null: nothing has been heard yet. */
  readonly tracks: readonly LibraryTrack[] | null;
  /** There are no more of them. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly error: ErrorCode | null;
};

/** The library as far as it was scrolled through, for one search at a time. */
export type LibraryList = {
  view(): LibraryView;
  subscribe(listener: () => void): () => void;
  /** What is shown stays until the answer is here. */
  search(query: string): void;
  more(): void;
  retry(): void;
  /** These have been deleted. */
  drop(ids: ReadonlySet<TrackId>): void;
  /** These have been added to the room. */
  markHere(ids: ReadonlySet<TrackId>): void;
};

export type FetchPage = (query: string, cursor: string | null) => Promise<Result<LibraryPage>>;

export function createLibraryList(fetchPage: FetchPage): LibraryList {
  const listeners = new Set<() => void>();
  let view: LibraryView = { query: "", tracks: null, isWhole: false, isLoading: false, error: null };
  let asked = { query: "", cursor: null as string | null };
  let nextCursor: string | null = null;
  let questions = 0;

  function publish(change: Partial<LibraryView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  async function ask(query: string, cursor: string | null): Promise<void> {
    questions += 1;
    const question = questions;
    asked = { query, cursor };
    publish({ isLoading: true, error: null });
    const answer = await fetchPage(query, cursor);
    // something else has been asked since
    if (question !== questions) return;
    if (!answer.ok) return publish({ isLoading: false, error: answer.error });
    const { tracks } = answer.value;
    nextCursor = answer.value.nextCursor;
    const before = cursor === null ? [] : (view.tracks ?? []);
    publish({ query, tracks: [...before, ...tracks], isWhole: nextCursor === null, isLoading: false });
  }

  function more(): void {
    if (!view.isLoading && !view.error && nextCursor !== null) void ask(view.query, nextCursor);
  }

  function change(next: (tracks: readonly LibraryTrack[]) => readonly LibraryTrack[]): void {
    if (view.tracks) publish({ tracks: next(view.tracks) });
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    search: (query) => void ask(query, null),
    more,
    retry: () => void ask(asked.query, asked.cursor),
    drop(ids) {
      change((tracks) => tracks.filter(({ track }) => !ids.has(track.id)));
      // there is no end of a list to come near
      if (view.tracks?.length === 0) more();
    },
    markHere: (ids) => change((tracks) => tracks.map((listed) => (ids.has(listed.track.id) ? nowHere(listed) : listed))),
  };
}

function nowHere(listed: LibraryTrack): LibraryTrack {
  return listed.isHere ? listed : { ...listed, isHere: true, rooms: listed.rooms + 1 };
}
