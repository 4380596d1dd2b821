import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { saveLyrics } from "#app/features/lyrics/save-lyrics.ts";
import * as serverFunctions from "#app/server-client/functions.ts";
import { trackId } from "#tests/support/builders.ts";

const set = vi.spyOn(serverFunctions, "mutation");

beforeEach(() => void set.mockReset());
afterAll(() => void set.mockRestore());

const args = { roomId: "room" as RoomId, trackId: trackId(1), text: "New", expectedUpdatedAtMs: 100 };

async function save(formerText: string | null, saved = { trackId: trackId(1), updatedAtMs: 200 }) {
  set.mockResolvedValueOnce(ok({ ...saved, formerText }));
  const result = await saveLyrics(args);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe("the undo of saved lyrics", () => {
  it("UD1 sets the former text again, and expects what was saved", async () => {
    const { undo, isEdition } = await save("Former");
    expect(isEdition).toBe(false);
    set.mockResolvedValueOnce(ok({ trackId: trackId(1), updatedAtMs: 300, formerText: "New" }));
    expect(await undo()).toBeNull();
    expect(set).toHaveBeenLastCalledWith("lyrics.set", { ...args, text: "Former", expectedUpdatedAtMs: 200 });
  });

  it("UD1 is refused if the lyrics have changed since", async () => {
    const { undo } = await save("Former");
    set.mockResolvedValueOnce(fail("changed-since"));
    expect(await undo()).toBe("changed-since");
  });

  it("removes the first lyrics of a track, and changes those of an edition", async () => {
    const { undo, isEdition } = await save(null, { trackId: trackId(2), updatedAtMs: 200 });
    expect(isEdition).toBe(true);
    set.mockResolvedValueOnce(ok({ trackId: trackId(2), updatedAtMs: null, formerText: "New" }));
    await undo();
    const removal = { ...args, trackId: trackId(2), text: "", expectedUpdatedAtMs: 200 };
    expect(set).toHaveBeenLastCalledWith("lyrics.set", removal);
  });
});
