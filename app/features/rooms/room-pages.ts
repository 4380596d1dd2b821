import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import type { RoomPage, RoomSummary } from "./list-query.ts";

/** Rooms that are asked for at once. */
export const PAGE_ROOMS = 48;

/** A room as the list shows it. */
export type ListedRoom = {
  readonly room: RoomSummary;
  readonly author: Person | undefined;
  readonly activeUsers: number;
  readonly isFavorite: boolean;
};

export type RoomPagesView = {
  /** On all pages together; null: not known yet. */
  readonly total: number | null;
  /** By number. A hole is a room that has moved to another page. */
  readonly pages: ReadonlyMap<number, readonly (ListedRoom | null)[]>;
  /** When the server last answered, local time; null: it has not. */
  readonly lastMessageAtMs: number | null;
  /** Why the last question was not answered. */
  readonly error: ErrorCode | null;
};

/** One list of rooms, of which only what is looked at is fetched, in any order. */
export type RoomPages = {
  view(): RoomPagesView;
  subscribe(listener: () => void): () => void;
  /** These cards are looked at. */
  want(first: number, end: number): void;
  /** Nobody looks at it, but how long it is matters. */
  wantTotal(): void;
  /** What is there may be out of date: what is wanted is asked for again, and shown as it was until then. */
  refresh(): void;
  /** An answer that came another way, with the page. */
  seed(answer: Answer): void;
  change(change: (listed: ListedRoom) => ListedRoom): void;
};

/** A page, or how many there are and no more. */
type Answer = Pick<RoomPage, "total"> & Partial<RoomPage>;

export type RoomPagesDeps = {
  readonly fetchPage: (offset: number, limit: number) => Promise<Result<RoomPage>>;
  readonly localNowMs: () => number;
};

const IN_FLIGHT_MAX = 3;
/** In place of a page's number: only the total. */
const TOTAL = -1;

export function createRoomPages({ fetchPage, localNowMs }: RoomPagesDeps): RoomPages {
  const listeners = new Set<() => void>();
  const inFlight = new Set<number>();
  /** Which of the generations a page is from; `refresh` begins a new one. */
  const generations = new Map<number, number>();
  let generation = 0;
  let wanted: readonly number[] = [TOTAL];
  let isStopped = false;
  let view: RoomPagesView = { total: null, pages: new Map(), lastMessageAtMs: null, error: null };

  function publish(next: RoomPagesView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  /** Asks for what is wanted and missing, some at a time: what is only scrolled past is never asked for. */
  function pump(): void {
    if (listeners.size === 0 || isStopped) return;
    for (const page of wanted) {
      if (inFlight.size >= IN_FLIGHT_MAX) return;
      if (isDue(page)) void load(page);
    }
  }

  function isDue(page: number): boolean {
    return generations.get(page) !== generation && !inFlight.has(page) && isWithin(page, view.total ?? 0);
  }

  async function load(page: number): Promise<void> {
    const askedIn = generation;
    inFlight.add(page);
    const answer = await (page === TOTAL ? fetchPage(0, 1) : fetchPage(page * PAGE_ROOMS, PAGE_ROOMS));
    inFlight.delete(page);
    if (answer.ok) {
      take(page, answer.value, askedIn);
    } else if (askedIn === generation) {
      isStopped = true;
      publish({ ...view, error: answer.error });
    }
    pump();
  }

  function take(page: number, answer: Answer, askedIn: number): void {
    generations.set(page, askedIn);
    const { rooms, total } = answer;
    const all = rooms && page !== TOTAL ? withPage(view.pages, page, listed({ ...answer, rooms })) : view.pages;
    const pages = new Map([...all].filter(([number]) => isWithin(number, total)));
    // what has got a hole, or is beyond the end now, is asked for again when it is wanted
    for (const [number, known] of view.pages) if (number !== page && pages.get(number) !== known) generations.delete(number);
    publish({ total, pages, lastMessageAtMs: localNowMs(), error: null });
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      pump();
      return () => void listeners.delete(listener);
    },
    want(first, end) {
      wanted = pagesOf(first, end, view.total);
      pump();
    },
    wantTotal() {
      wanted = [TOTAL];
      pump();
    },
    refresh() {
      generation += 1;
      isStopped = false;
      pump();
    },
    seed(answer) {
      generation += 1;
      take(answer.rooms ? 0 : TOTAL, answer, generation);
    },
    change(change) {
      const pages = new Map([...view.pages].map(([number, rooms]) => [number, changed(rooms, change)]));
      if ([...pages].some(([number, rooms]) => view.pages.get(number) !== rooms)) publish({ ...view, pages });
    },
  };
}

/** The room at a place of the list; undefined: not there yet. */
export function roomAt({ pages }: RoomPagesView, index: number): ListedRoom | undefined {
  return pages.get(Math.floor(index / PAGE_ROOMS))?.[index % PAGE_ROOMS] ?? undefined;
}

function isWithin(page: number, total: number): boolean {
  return page <= 0 || page * PAGE_ROOMS < total;
}

type Rooms = readonly (ListedRoom | null)[];

/** The same where nothing changes: what is drawn is not drawn again. */
function changed(rooms: Rooms, change: (listed: ListedRoom) => ListedRoom): Rooms {
  const next = rooms.map((one) => one && change(one));
  return next.some((one, i) => one !== rooms[i]) ? next : rooms;
}

/** Those that are looked at first, then the one behind and the one before, which come next. */
function pagesOf(first: number, end: number, total: number | null): readonly number[] {
  const pageAt = (index: number) => Math.floor(Math.max(0, index) / PAGE_ROOMS);
  const last = total === null ? 0 : pageAt(total - 1);
  const seen = [];
  for (let page = pageAt(first); page <= Math.min(pageAt(end - 1), last); page++) seen.push(page);
  const near = [pageAt(end + PAGE_ROOMS / 2), pageAt(first - PAGE_ROOMS / 2)];
  return [...new Set([...seen, ...near.filter((page) => page <= last)])];
}

function listed({ rooms, roomAuthors = {}, roomUsers = {} }: Answer & Pick<RoomPage, "rooms">): ListedRoom[] {
  return rooms.map((room) => ({
    room,
    author: roomAuthors[room.creator],
    activeUsers: roomUsers[room._id] ?? 0,
    isFavorite: room.favorite_users.length > 0,
  }));
}

/** A room is in one place: where it is now. Where it was, a hole stays until that page is asked for again. */
function withPage(pages: RoomPagesView["pages"], page: number, rooms: readonly ListedRoom[]): RoomPagesView["pages"] {
  const here = new Set<RoomId>(rooms.map(({ room }) => room._id));
  const isHere = (one: ListedRoom | null) => one !== null && here.has(one.room._id);
  const others = [...pages].map(
    ([number, known]) => [number, known.some(isHere) ? known.map((one) => (isHere(one) ? null : one)) : known] as const,
  );
  return new Map([...others, [page, rooms]]);
}
