import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import {
  actorAs,
  applyCommand,
  buildEntry,
  buildPlaylist,
  buildRoom,
  contextAt,
  entryId,
  SERVER,
  userId,
} from "#tests/support/builders.ts";

const PERSON = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };
const order = (state: RoomState) => state.playlist.map((entry) => entry.id);
const ids = (...ns: number[]): EntryId[] => ns.map(entryId);
const moment = contextAt(1000);
const nothing = { ok: true, value: [] };
const refused = (error: string) => ({ ok: false, error });

describe("adding entries", () => {
  it("PL1 added entries are appended in their order, and the room stores who added them", () => {
    const entries = [buildEntry(9), buildEntry(4)];
    const state = applyCommand(buildRoom(2), { type: "add", entries, person: PERSON }, { actor: SERVER, moment });
    expect(order(state)).toEqual(ids(1, 2, 9, 4));
    expect(state.people[PERSON.id]).toEqual(PERSON);
  });

  it("PL1 an entry that is already in the playlist is not added again", () => {
    const add = { type: "add", entries: [buildEntry(2), buildEntry(3)], person: PERSON } as const;
    const state = applyCommand(buildRoom(2), add, { actor: SERVER, moment });
    expect(order(state)).toEqual(ids(1, 2, 3));
    expect(decide(state, add, SERVER, moment)).toEqual(nothing);
  });

  it("PL2 an addition beyond the limit adds no entry", () => {
    const nearlyFull = { ...buildRoom(0), playlist: buildPlaylist(playlistLimits.playlistEntries - 1) };
    const add = { type: "add", entries: [buildEntry(90_001), buildEntry(90_002)], person: PERSON } as const;
    expect(decide(nearlyFull, add, SERVER, moment)).toEqual(refused("playlist-full"));
  });

  it("PL5 the first entry added to an idle room becomes current, paused at its start", () => {
    const state = applyCommand(
      buildRoom(0),
      { type: "add", entries: [buildEntry(7)], person: PERSON },
      { actor: SERVER, moment },
    );
    expect(state.playback).toEqual({ status: "paused", entryId: entryId(7), positionMs: 0 });
  });
});

describe("adding entries of a sequence", () => {
  const SEQUENCE = ids(11, 12, 13, 14, 15);
  const add = (state: RoomState, ...ns: number[]) =>
    ns.reduce(
      (current, n) =>
        applyCommand(
          current,
          { type: "add", entries: [buildEntry(n)], person: PERSON, sequence: SEQUENCE },
          { actor: SERVER, moment },
        ),
      state,
    );

  it.each([
    [11, 12, 13, 14, 15],
    [15, 14, 13, 12, 11],
    [13, 15, 11, 14, 12],
  ])("PL12 they are in the order of the sequence, whichever comes first", (...ns) => {
    expect(order(add(buildRoom(2), ...ns))).toEqual(ids(1, 2, 11, 12, 13, 14, 15));
  });

  it("PL12 entries that were added to the end meanwhile do not separate them", () => {
    const other = { type: "add", entries: [buildEntry(3)], person: PERSON } as const;
    const state = applyCommand(add(buildRoom(1), 12), other, { actor: SERVER, moment });
    expect(order(add(state, 14, 11))).toEqual(ids(1, 11, 12, 14, 3));
  });

  it("PL12 they follow a neighbor that was moved, and one that was removed is skipped", () => {
    const editor = { actor: actorAs("owner"), moment };
    const moved = applyCommand(
      add(buildRoom(3), 11, 12, 14),
      { type: "move", entryIds: ids(14), afterEntryId: entryId(1) },
      editor,
    );
    const state = applyCommand(moved, { type: "remove", entryIds: ids(12) }, editor);
    expect(order(state)).toEqual(ids(1, 14, 2, 3, 11));
    expect(order(add(state, 13, 15))).toEqual(ids(1, 14, 15, 2, 3, 11, 13));
    const withoutEarlier = applyCommand(state, { type: "remove", entryIds: ids(11) }, editor);
    expect(order(add(withoutEarlier, 13))).toEqual(ids(1, 13, 14, 2, 3));
  });

  it("PL11 a long sequence before another entry has short ranks", () => {
    const sequence = Array.from({ length: 500 }, (_, i) => entryId(1000 + i));
    let state = add(buildRoom(2), 1000);
    state = applyCommand(state, { type: "add", entries: [buildEntry(3)], person: PERSON }, { actor: SERVER, moment });
    for (let n = 1000; n < 1500; n++) {
      state = applyCommand(
        state,
        { type: "add", entries: [buildEntry(n)], person: PERSON, sequence },
        { actor: SERVER, moment },
      );
    }
    expect(order(state)).toEqual([...ids(1, 2), ...sequence, entryId(3)]);
    expect(Math.max(...state.playlist.map(({ rank }) => rank.length))).toBeLessThanOrEqual(playlistLimits.rankLength);
  });

  it("PL13 a room that is paused at the start of its playlist begins with the new first entry", () => {
    expect(add(buildRoom(0), 13, 11, 12).playback).toEqual({ status: "paused", entryId: entryId(11), positionMs: 0 });
    const started = applyCommand(add(buildRoom(0), 13), { type: "play" }, { actor: actorAs("owner"), moment });
    expect(add(started, 11).playback).toEqual(started.playback);
    const later = applyCommand(
      add(buildRoom(0), 13, 14),
      { type: "select", entryId: entryId(14) },
      { actor: actorAs("owner"), moment },
    );
    expect(add(later, 11).playback).toEqual(later.playback);
  });
});
