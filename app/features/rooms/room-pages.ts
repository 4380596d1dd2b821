import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { RoomPage, RoomSummary } from "./list-query.ts";

export const ROOMS_PER_PAGE = 48;

/** A room with what the list shows of it. */
export type ListedRoom = {
  readonly room: RoomSummary;
  readonly author: Person | undefined;
  readonly activeUsers: number;
  /** Null if the room plays nothing, or if the user may not see it. */
  readonly nowPlaying: NowPlaying | null;
  readonly isFavorite: boolean;
};

/** An item is null if its room has moved to another page. */
type PageRooms = readonly (ListedRoom | null)[];

export type RoomPagesView = {
  /** The number of rooms on all pages. Null before the first response. */
  readonly total: number | null;
  /** The cached pages by their number. */
  readonly pages: ReadonlyMap<number, PageRooms>;
  /** The local time of the last response. Null before the first one. */
  readonly lastMessageAtMs: number | null;
  /** Why the last request failed. Null after a success. */
  readonly error: ErrorCode | null;
};

/** Sends a range of the list now, and again whenever it changes. Returns the function that ends this. */
export type PageFeed = (offset: number, limit: number, receive: (response: Result<RoomPage>) => void) => () => void;

export type RoomPagesDeps = {
  readonly fetchPage: (offset: number, limit: number) => Promise<Result<RoomPage>>;
  readonly localNowMs: () => number;
};

/** A page, or the total alone. */
type PageResponse = Pick<RoomPage, "total"> & Partial<RoomPage>;

const MAX_REQUESTS = 3;
/** Takes the place of a page number to request only the total. */
const TOTAL_ONLY = -1;

/** One list of rooms. It loads the pages in the visible range, caches them, and keeps them up to date while it has a feed. */
export class RoomPages {
  readonly #deps: RoomPagesDeps;
  readonly #view = createStore<RoomPagesView>({ total: null, pages: new Map(), lastMessageAtMs: null, error: null });
  readonly #pending = new Set<number>();
  /** The refresh in which each cached page was requested. A page from an earlier refresh is outdated. */
  readonly #refreshOfPage = new Map<number, number>();
  #currentRefresh = 0;
  #requestedPages: readonly number[] = [TOTAL_ONLY];
  #feed: PageFeed | null = null;
  /** Ends the feed of each page that has one. */
  readonly #followed = new Map<number, () => void>();
  /** How many results each page has received from its feed. */
  readonly #fedResults = new Map<number, number>();
  #subscribers = 0;
  /** After an error nothing is requested until the next refresh. */
  #isStopped = false;

  constructor(deps: RoomPagesDeps) {
    this.#deps = deps;
  }

  /** Nothing is loaded until the view has a subscriber. */
  readonly view: ReadableStore<RoomPagesView> = {
    get: () => this.#view.get(),
    subscribe: (listener) => {
      const unsubscribe = this.#view.subscribe(listener);
      this.#subscribers += 1;
      this.#loadOutdated();
      this.#followLoaded();
      return () => {
        this.#subscribers -= 1;
        this.#followLoaded();
        unsubscribe();
      };
    },
  };

  /** Loads the pages of the cards from `first` up to `end`. */
  setVisibleRange(first: number, end: number): void {
    this.#requestedPages = getRequestedPages(first, end, this.#view.get().total);
    this.#loadOutdated();
    this.#followLoaded();
  }

  /** Loads the total alone, for a list that is not shown. */
  loadTotalOnly(): void {
    this.#requestedPages = [TOTAL_ONLY];
    this.#loadOutdated();
    this.#followLoaded();
  }

  /** Marks all pages as outdated. The requested ones are loaded again and stay visible meanwhile. */
  readonly refresh = (): void => {
    this.#currentRefresh += 1;
    this.#isStopped = false;
    this.#loadOutdated();
  };

  /** Null stops the updates. */
  follow(feed: PageFeed | null): void {
    for (const page of [...this.#followed.keys()]) this.#unfollow(page);
    this.#feed = feed;
    this.#followLoaded();
  }

  /** Stores a response that came with the page's HTML. */
  seed(response: PageResponse): void {
    this.#currentRefresh += 1;
    this.#receive(response.rooms ? 0 : TOTAL_ONLY, response, this.#currentRefresh);
  }

  /** Changes the cached rooms. A room for which `change` returns the same object is not rendered again. */
  updateRooms(change: (listed: ListedRoom) => ListedRoom): void {
    const view = this.#view.get();
    const pages = new Map([...view.pages].map(([page, rooms]) => [page, mapRooms(rooms, change)]));
    if ([...pages].some(([page, rooms]) => view.pages.get(page) !== rooms)) this.#view.set({ ...view, pages });
  }

  /** Limits the concurrent requests, so that pages that are only scrolled past are not requested. */
  #loadOutdated(): void {
    if (this.#subscribers === 0 || this.#isStopped) return;
    for (const page of this.#requestedPages) {
      if (this.#pending.size >= MAX_REQUESTS) return;
      if (this.#isOutdated(page)) void this.#load(page);
    }
  }

  /** Follows the requested pages of a list that is shown. Pages that are only scrolled past are never loaded, nor followed. */
  #followLoaded(): void {
    const isShown = this.#subscribers > 0 && this.#feed !== null;
    const isLoaded = (page: number) => page === TOTAL_ONLY || this.#refreshOfPage.has(page);
    const wanted = isShown ? this.#requestedPages.filter(isLoaded) : [];
    for (const page of [...this.#followed.keys()]) if (!wanted.includes(page)) this.#unfollow(page);
    for (const page of wanted) if (!this.#followed.has(page)) this.#follow(page);
  }

  #follow(page: number): void {
    const [offset, limit] = toRange(page);
    const end = this.#feed?.(offset, limit, (response) => {
      if (response.ok) this.#receiveFed(page, response.value);
      else this.#failFeed(page, response.error);
      this.#loadOutdated();
    });
    if (end) this.#followed.set(page, end);
  }

  #receiveFed(page: number, response: RoomPage): void {
    this.#fedResults.set(page, (this.#fedResults.get(page) ?? 0) + 1);
    this.#receive(page, response, this.#currentRefresh);
  }

  /** The page is loaded again by the next refresh, and then followed again. */
  #failFeed(page: number, error: ErrorCode): void {
    this.#unfollow(page);
    this.#refreshOfPage.delete(page);
    this.#isStopped = true;
    this.#view.update((view) => ({ ...view, error }));
  }

  #unfollow(page: number): void {
    this.#followed.get(page)?.();
    this.#followed.delete(page);
  }

  #isOutdated(page: number): boolean {
    const isCurrent = this.#refreshOfPage.get(page) === this.#currentRefresh;
    return !isCurrent && !this.#pending.has(page) && isWithin(page, this.#view.get().total ?? 0);
  }

  async #load(page: number): Promise<void> {
    const { fetchPage } = this.#deps;
    const refresh = this.#currentRefresh;
    const fedResults = this.#fedResults.get(page);
    this.#pending.add(page);
    const response = await fetchPage(...toRange(page));
    this.#pending.delete(page);
    if (response.ok) {
      // a result of the feed that has arrived meanwhile may be newer
      if (this.#fedResults.get(page) === fedResults) this.#receive(page, response.value, refresh);
    } else if (refresh === this.#currentRefresh) {
      this.#isStopped = true;
      this.#view.update((view) => ({ ...view, error: response.error }));
    }
    this.#loadOutdated();
    this.#followLoaded();
  }

  #receive(page: number, response: PageResponse, refresh: number): void {
    this.#refreshOfPage.set(page, refresh);
    const { rooms, total } = response;
    const previous = this.#view.get().pages;
    const all = rooms && page !== TOTAL_ONLY ? withPage(previous, page, toListedRooms({ ...response, rooms })) : previous;
    const pages = new Map([...all].filter(([number]) => isWithin(number, total)));
    // A page that has lost a room, or lies beyond the new end, is loaded again when it is next requested, or sent by its feed.
    for (const [number, cached] of previous) {
      const isChanged = number !== page && pages.get(number) !== cached;
      if (isChanged && !this.#followed.has(number)) this.#refreshOfPage.delete(number);
    }
    this.#isStopped = false;
    this.#view.set({ total, pages, lastMessageAtMs: this.#deps.localNowMs(), error: null });
  }
}

/** The offset and the number of rooms of a page. */
function toRange(page: number): readonly [number, number] {
  return page === TOTAL_ONLY ? [0, 1] : [page * ROOMS_PER_PAGE, ROOMS_PER_PAGE];
}

/** The loaded rooms with their indexes, page by page. */
export function listLoaded({ pages }: Pick<RoomPagesView, "pages">): readonly (readonly [number, ListedRoom])[] {
  return [...pages].flatMap(([page, rooms]) =>
    rooms.flatMap((listed, i) => (listed ? [[page * ROOMS_PER_PAGE + i, listed] as const] : [])),
  );
}

/** The room at an index of the list, or undefined if it is not loaded. */
export function findRoom({ pages }: Pick<RoomPagesView, "pages">, index: number): ListedRoom | undefined {
  return pages.get(Math.floor(index / ROOMS_PER_PAGE))?.[index % ROOMS_PER_PAGE] ?? undefined;
}

function isWithin(page: number, total: number): boolean {
  return page <= 0 || page * ROOMS_PER_PAGE < total;
}

/** Returns the same array if no room changes. */
function mapRooms(rooms: PageRooms, change: (listed: ListedRoom) => ListedRoom): PageRooms {
  const next = rooms.map((listed) => listed && change(listed));
  return next.some((listed, i) => listed !== rooms[i]) ? next : rooms;
}

/** The visible pages first, then the next and the previous page if their edge is near. */
function getRequestedPages(first: number, end: number, total: number | null): readonly number[] {
  const toPage = (index: number) => Math.floor(Math.max(0, index) / ROOMS_PER_PAGE);
  const lastPage = total === null ? 0 : toPage(total - 1);
  const visible = [];
  for (let page = toPage(first); page <= Math.min(toPage(end - 1), lastPage); page++) visible.push(page);
  const near = [toPage(end + ROOMS_PER_PAGE / 2), toPage(first - ROOMS_PER_PAGE / 2)];
  return [...new Set([...visible, ...near.filter((page) => page <= lastPage)])];
}

function toListedRooms(response: PageResponse & Pick<RoomPage, "rooms">): ListedRoom[] {
  const { rooms, roomAuthors = {}, roomUsers = {}, nowPlaying = {} } = response;
  return rooms.map((room) => ({
    room,
    author: roomAuthors[room.creator],
    activeUsers: roomUsers[room._id] ?? 0,
    nowPlaying: nowPlaying[room._id] ?? null,
    isFavorite: room.favorite_users.length > 0,
  }));
}

/** Stores a page. Its rooms are removed from the pages that held them before, so that no room appears twice. */
function withPage(pages: RoomPagesView["pages"], page: number, rooms: readonly ListedRoom[]): RoomPagesView["pages"] {
  const ids = new Set<RoomId>(rooms.map(({ room }) => room._id));
  const isMoved = (listed: ListedRoom | null) => listed !== null && ids.has(listed.room._id);
  const others = [...pages].map(
    ([number, cached]) =>
      [number, cached.some(isMoved) ? cached.map((listed) => (isMoved(listed) ? null : listed)) : cached] as const,
  );
  return new Map([...others, [page, rooms]]);
}
