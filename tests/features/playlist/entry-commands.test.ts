import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { createEntryCommands } from "#app/features/playlist/entry-commands.ts";
import { texts as roomTexts } from "#app/i18n/en/room-texts.ts";
import { texts as shared } from "#app/i18n/en/texts.ts";
import * as announcing from "#app/ui/announce.ts";
import type { OfferUndo } from "#app/ui/use-offer-undo.ts";
import { buildRoom, entryId, paused, playing } from "#tests/support/builders.ts";
import { englishOf } from "#tests/support/english.ts";
import { createCommandRoom } from "#tests/support/fake-room.ts";

const t = englishOf("room", shared, roomTexts);
const COUNT = playlistLimits.entriesPerCommand;
/** Enough entries for two commands. */
const ALL_IDS = Array.from({ length: COUNT + 1 }, (_, i) => entryId(i + 1));
/** The texts that screen readers speak. */
let announced: string[];

beforeEach(() => {
  announced = [];
  vi.spyOn(announcing, "announce").mockImplementation((text) => void announced.push(text));
});
afterEach(() => vi.mocked(announcing.announce).mockRestore());

function openPlaylist(state: RoomState = { ...buildRoom(4), playback: playing(1) }) {
  const room = createCommandRoom({ state });
  const offers: Parameters<OfferUndo>[] = [];
  const errors: ErrorCode[] = [];
  let starts = 0;
  const commands = createEntryCommands({
    connection: room.connection,
    t,
    offerUndo(...offer) {
      offers.push(offer);
      return null;
    },
    onError: (error) => errors.push(error),
    onStart: () => {
      starts += 1;
    },
  });
  return { ...room, entries: commands, offers, errors, starts: () => starts };
}

describe("an entry that is selected", () => {
  it("plays, and starts the sound of this device in a room that does not play", () => {
    const { entries, commands, starts } = openPlaylist();
    entries.select(entryId(2));
    expect([commands, starts()]).toEqual([[{ type: "select", entryId: entryId(2) }], 0]);
    const silent = openPlaylist({ ...buildRoom(2), playback: paused(1, 0) });
    silent.entries.select(entryId(2));
    expect(silent.starts()).toBe(1);
  });

  it("reports why the room has refused it", async () => {
    const { entries, replies, errors } = openPlaylist();
    replies.push("vote-needed");
    entries.select(entryId(2));
    await expect.poll(() => errors).toEqual(["vote-needed"]);
  });
});

describe("entries that are removed or queued", () => {
  it("are so in commands of the allowed size, and in one undo, the last command first", async () => {
    const { entries, commands, editIds, offers } = openPlaylist();
    entries.remove(ALL_IDS);
    await expect.poll(() => offers.length).toBe(1);
    expect(commands).toEqual([
      { type: "remove", entryIds: ALL_IDS.slice(0, COUNT) },
      { type: "remove", entryIds: [entryId(COUNT + 1)] },
    ]);
    const [action, undo] = offers[0] ?? [];
    expect(action).toEqual({ title: t("playlist.removed", { count: COUNT + 1 }), topic: ALL_IDS.join() });
    expect(await undo?.()).toBeNull();
    expect(commands.slice(2)).toEqual([
      { type: "undo", editId: editIds[1] },
      { type: "undo", editId: editIds[0] },
    ]);
  });

  it("stop at the first refusal: the undo has only what was done", async () => {
    const { entries, replies, offers, errors } = openPlaylist();
    replies.push(null, "forbidden");
    entries.remove(ALL_IDS);
    await expect.poll(() => offers.length).toBe(1);
    expect(offers[0]?.[0].title).toBe(t("playlist.removed", { count: COUNT }));
    expect(errors).toEqual(["forbidden"]);
  });

  it("offer no undo if nothing was done", async () => {
    const { entries, replies, offers, errors } = openPlaylist();
    replies.push("forbidden");
    entries.queue([entryId(1)], true);
    await expect.poll(() => errors).toEqual(["forbidden"]);
    expect(offers).toEqual([]);
  });

  it.each([
    [true, "undo.queued"],
    [false, "undo.unqueued"],
  ])("join the queue or leave it: %s", async (isNext, key) => {
    const { entries, commands, offers } = openPlaylist();
    entries.queue([entryId(1), entryId(3)], isNext);
    await expect.poll(() => offers.length).toBe(1);
    expect(commands).toEqual([{ type: "queue", entryIds: [entryId(1), entryId(3)], isNext }]);
    expect(offers[0]?.[0].title).toBe(t(key, { count: 2 }));
  });
});

describe("entries that are moved", () => {
  it("are announced with their new position", async () => {
    const { entries, commands, offers } = openPlaylist();
    entries.moveTo([entryId(1)], 2);
    await expect.poll(() => offers.length).toBe(1);
    expect(commands).toEqual([{ type: "move", entryIds: [entryId(1)], afterEntryId: entryId(3) }]);
    const title = t("playlist.moved", { title: "Track 1", position: 3, total: 4 });
    expect([announced, offers[0]?.[0].title]).toEqual([[title], title]);
  });

  it("are announced by their number if they are several", async () => {
    const { entries, offers } = openPlaylist();
    entries.moveTo([entryId(1), entryId(2)], 2);
    await expect.poll(() => offers.length).toBe(1);
    expect(offers[0]?.[0].title).toBe(t("playlist.movedSeveral", { count: 2, position: 3, total: 4 }));
  });

  it("stay silent where they are already, if they have left, and after a refusal", async () => {
    const { entries, commands, replies, errors, offers } = openPlaylist();
    entries.moveTo([entryId(1)], 0);
    entries.moveTo([entryId("gone")], 2);
    expect(commands).toEqual([]);
    replies.push("forbidden");
    entries.moveTo([entryId(1)], 2);
    await expect.poll(() => errors).toEqual(["forbidden"]);
    expect([announced, offers]).toEqual([[], []]);
  });
});
