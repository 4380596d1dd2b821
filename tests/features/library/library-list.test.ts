import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { createLibraryList, type LibraryPage, type LibraryTrack } from "#app/features/library/library-list.ts";
import { inShownOrder, NOTHING_CHOSEN, toggled, withRange } from "#app/features/library/track-selection.ts";
import { buildEntry } from "#tests/support/builders.ts";

const listed = (id: string): LibraryTrack => ({
  track: { ...buildEntry(1).track, id: id as TrackId, title: id },
  isOwn: true,
  rooms: 0,
  isHere: false,
});
const all = ["a", "b", "c", "d", "e"].map(listed);

/** A server with five tracks, two a page, that answers when it is told to. */
function slowServer() {
  const waiting: {
    readonly query: string;
    readonly cursor: string | null;
    answer(page?: Result<LibraryPage>): Promise<void>;
  }[] = [];
  const list = createLibraryList(
    (query, cursor) =>
      new Promise((resolve) => {
        const from = Number(cursor ?? 0);
        const found = all.filter(({ track }) => track.title >= query);
        const nextCursor = from + 2 < found.length ? String(from + 2) : null;
        waiting.push({
          query,
          cursor,
          async answer(page = ok({ tracks: found.slice(from, from + 2), nextCursor })) {
            resolve(page);
            await Promise.resolve();
          },
        });
      }),
  );
  const next = async (page?: Result<LibraryPage>) => {
    const question = waiting.shift();
    if (!question) throw new Error("nothing was asked");
    await question.answer(page);
    return question;
  };
  const titles = () => list.view().tracks?.map(({ track }) => track.title);
  return { list, next, titles, asked: () => waiting.length };
}

describe("the list of a library", () => {
  it("grows by a page whenever its end comes near, until it is whole, and asks for none twice", async () => {
    const { list, next, titles, asked } = slowServer();
    list.search("");
    await next();
    list.more();
    list.more();
    expect(asked()).toBe(1);
    await next();
    expect(titles()).toEqual(["a", "b", "c", "d"]);
    list.more();
    await next();
    expect(titles()).toEqual(["a", "b", "c", "d", "e"]);
    expect(list.view().isWhole).toBe(true);
    list.more();
    expect(asked()).toBe(0);
  });

  it("shows what was searched for last, whichever answer comes last", async () => {
    const { list, next, titles } = slowServer();
    list.search("a");
    list.search("d");
    const [first, second] = [next, next];
    await first();
    expect(titles()).toBeUndefined();
    await second();
    expect([titles(), list.view().query]).toEqual([["d", "e"], "d"]);
  });

  it("goes on where it was after a page that did not come", async () => {
    const { list, next, titles } = slowServer();
    list.search("");
    await next();
    list.more();
    await next(fail("network"));
    expect([titles(), list.view().error]).toEqual([["a", "b"], "network"]);
    list.more();
    list.retry();
    expect((await next()).cursor).toBe("2");
    expect([titles(), list.view().error]).toEqual([["a", "b", "c", "d"], null]);
  });

  it("loses what is deleted, and knows what has been added", async () => {
    const { list, next, titles } = slowServer();
    list.search("");
    await next();
    list.drop(new Set(["a" as TrackId]));
    list.markHere(new Set(["b" as TrackId]));
    expect(titles()).toEqual(["b"]);
    expect(list.view().tracks?.[0]).toMatchObject({ isHere: true, rooms: 1 });
  });

  it("goes on where all that it shows is deleted, and is empty only when there is no more", async () => {
    const { list, next, titles, asked } = slowServer();
    list.search("");
    await next();
    list.drop(new Set(["a" as TrackId]));
    expect(asked()).toBe(0);
    list.drop(new Set(["b" as TrackId]));
    expect([titles(), list.view().isLoading, list.view().isWhole]).toEqual([[], true, false]);
    expect((await next()).cursor).toBe("2");
    expect(titles()).toEqual(["c", "d"]);
    list.more();
    await next();
    list.drop(new Set(["c", "d", "e"] as TrackId[]));
    expect([titles(), asked(), list.view().isWhole]).toEqual([[], 0, true]);
  });
});

describe("the chosen tracks", () => {
  const [a, b, c, d] = all;
  if (!a || !b || !c || !d) throw new Error("too few");

  it("are added as they are shown, however they were chosen; those of other searches before them", () => {
    const choice = [d, b, a].reduce(toggled, NOTHING_CHOSEN);
    expect(inShownOrder(choice, all)).toEqual(["a", "b", "d"]);
    expect(inShownOrder(choice, [b, a])).toEqual(["d", "b", "a"]);
  });

  it("become a range, from what was pressed last to this one; a range is taken away as well", () => {
    const ranged = withRange(toggled(NOTHING_CHOSEN, d), b, all);
    expect([...ranged.tracks.keys()].sort()).toEqual(["b", "c", "d"]);
    const without = withRange(toggled(ranged, c), d, all);
    expect([...without.tracks.keys()]).toEqual(["b"]);
  });
});
