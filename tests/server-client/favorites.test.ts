import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { createFavorites } from "#app/server-client/favorites.ts";

const ROOM = "kitchen" as RoomId;

function setUp() {
  const shown: boolean[] = [];
  const refused: string[] = [];
  const answers: ((answer: Result<{ isFavorite: boolean }>) => void)[] = [];
  const favorites = createFavorites({
    toggle: () => new Promise((resolve) => answers.push(resolve)),
    show: (_, isFavorite) => shown.push(isFavorite),
    onDone: () => undefined,
    onRefused: (error) => refused.push(error),
  });
  const answer = async (value: Result<{ isFavorite: boolean }>) => {
    answers.shift()?.(value);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { favorites, shown, refused, answers, answer };
}

describe("favorites", () => {
  it("shows a mark before it is answered", () => {
    const { favorites, shown } = setUp();
    void favorites.press(ROOM, true);
    expect(shown).toEqual([true]);
  });

  it("takes it back where it is refused, and says why", async () => {
    const { favorites, shown, refused, answer } = setUp();
    void favorites.press(ROOM, true);
    await answer(fail("network"));
    expect(shown).toEqual([true, false]);
    expect(refused).toEqual(["network"]);
  });

  it("of presses that come fast the last one holds", async () => {
    const { favorites, shown, answers, answer } = setUp();
    void favorites.press(ROOM, true);
    void favorites.press(ROOM, false);
    expect(answers.length).toBe(1);
    await answer(ok({ isFavorite: true }));
    expect(answers.length).toBe(1);
    await answer(ok({ isFavorite: false }));
    expect(answers.length).toBe(0);
    expect(shown.at(-1)).toBe(false);
  });

  it("hears of others' marks, but not while its own is on its way", async () => {
    const { favorites, shown, answer } = setUp();
    void favorites.press(ROOM, true);
    favorites.hear(ROOM, false);
    expect(shown).toEqual([true]);
    await answer(ok({ isFavorite: true }));
    favorites.hear(ROOM, false);
    expect(shown).toEqual([true, false]);
  });
});
