import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { createFavorites } from "#app/server-client/favorites.ts";

const ROOM = "kitchen" as RoomId;

function setUp() {
  const shown: boolean[] = [];
  const refused: string[] = [];
  const sent: boolean[] = [];
  const pending: ((result: Result<unknown>) => void)[] = [];
  const favorites = createFavorites({
    store: (_, isFavorite) => {
      sent.push(isFavorite);
      return new Promise((resolve) => pending.push(resolve));
    },
    show: (_, isFavorite) => shown.push(isFavorite),
    onRefused: (error) => refused.push(error),
  });
  const reply = (result: Result<unknown>) => pending.shift()?.(result);
  return { favorites, shown, refused, sent, reply };
}

describe("favorites", () => {
  it("shows a mark before the server replies", () => {
    const { favorites, shown } = setUp();
    void favorites.mark(ROOM, true);
    expect(shown).toEqual([true]);
  });

  it("reverts a refused mark and reports the error", async () => {
    const { favorites, shown, refused, reply } = setUp();
    const marked = favorites.mark(ROOM, true);
    reply(fail("network"));
    await marked;
    expect(shown).toEqual([true, false]);
    expect(refused).toEqual(["network"]);
  });

  it("stores the last of several quick changes", async () => {
    const { favorites, shown, sent, reply } = setUp();
    const marked = favorites.mark(ROOM, true);
    void favorites.mark(ROOM, false);
    expect(sent).toEqual([true]);
    reply(ok(null));
    await expect.poll(() => sent.length).toBe(2);
    reply(ok(null));
    await marked;
    expect(sent).toEqual([true, false]);
    expect(shown.at(-1)).toBe(false);
  });

  it("applies updates from the server, but not while its own change is pending", async () => {
    const { favorites, shown, reply } = setUp();
    const marked = favorites.mark(ROOM, true);
    favorites.receive(ROOM, false);
    expect(shown).toEqual([true]);
    reply(ok(null));
    await marked;
    favorites.receive(ROOM, false);
    expect(shown).toEqual([true, false]);
  });

  it("stay as they were pressed while the server's former state is shown again", async () => {
    const { favorites, shown, reply } = setUp();
    const marked = favorites.mark(ROOM, true);
    favorites.showPending();
    expect(shown).toEqual([true, true]);
    reply(ok(null));
    await marked;
    favorites.showPending();
    expect(shown).toEqual([true, true]);
  });
});
