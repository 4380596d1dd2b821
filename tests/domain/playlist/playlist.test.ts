import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import {
  applied,
  as,
  at,
  buildEntry,
  buildPlaylist,
  buildRoom,
  entryId,
  SERVER,
  trackId,
  userId,
} from "#tests/support/builders.ts";

const PERSON = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };
const order = (state: RoomState) => state.playlist.map((entry) => entry.id);
const ids = (...ns: number[]): EntryId[] => ns.map(entryId);
const moment = at(1000);

describe("playlist", () => {
  it("PL1 added entries go to the end in their order, and their adder is known", () => {
    const entries = [buildEntry(9), buildEntry(4)];
    const state = applied(buildRoom(2), { type: "add", entries, person: PERSON }, { actor: SERVER, moment });
    expect(order(state)).toEqual(ids(1, 2, 9, 4));
    expect(state.people[PERSON.id]).toEqual(PERSON);
  });

  it("PL1 an entry that is there already is not added again", () => {
    const add = { type: "add", entries: [buildEntry(2), buildEntry(3)], person: PERSON } as const;
    const state = applied(buildRoom(2), add, { actor: SERVER, moment });
    expect(order(state)).toEqual(ids(1, 2, 3));
    expect(decide(state, add, SERVER, moment)).toEqual({ ok: true, value: [] });
  });

  it("PL2 a full playlist takes nothing more", () => {
    const full = { ...buildRoom(0), playlist: buildPlaylist(playlistLimits.playlistEntries - 1) };
    const add = { type: "add", entries: [buildEntry(90_001), buildEntry(90_002)], person: PERSON } as const;
    expect(decide(full, add, SERVER, moment)).toEqual({ ok: false, error: "playlist-full" });
  });

  it("PL3 moved entries stand in the given order behind the named one; no other rank changes", () => {
    const before = buildRoom(5);
    const state = applied(before, { type: "move", entryIds: ids(5, 1), afterEntryId: entryId(3) }, { moment });
    expect(order(state)).toEqual(ids(2, 3, 5, 1, 4));
    const rankOf = (room: RoomState, id: EntryId) => room.playlist.find((entry) => entry.id === id)?.rank;
    for (const id of ids(2, 3, 4)) expect(rankOf(state, id)).toBe(rankOf(before, id));
  });

  it("PL3 entries can be moved to the top, and not behind themselves or behind nobody", () => {
    expect(order(applied(buildRoom(3), { type: "move", entryIds: ids(3), afterEntryId: null }, { moment }))).toEqual(
      ids(3, 1, 2),
    );
    for (const afterEntryId of ids(1, 8)) {
      const move = { type: "move", entryIds: ids(1), afterEntryId } as const;
      expect(decide(buildRoom(3), move, as("owner"), moment)).toEqual({ ok: false, error: "entry-not-found" });
    }
  });

  it("PL4 the next entry that stays takes the place of a removed current one", () => {
    const playing = { status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: 0 } as const;
    const state = applied({ ...buildRoom(4), playback: playing }, { type: "remove", entryIds: ids(2, 3) }, { moment });
    expect(state.playback).toEqual({ status: "playing", entryId: entryId(4), positionMs: 0, anchorMs: 1200 });
    const paused = { status: "paused", entryId: entryId(2), positionMs: 900 } as const;
    const still = applied({ ...buildRoom(4), playback: paused }, { type: "remove", entryIds: ids(2) }, { moment });
    expect(still.playback).toEqual({ status: "paused", entryId: entryId(3), positionMs: 0 });
  });

  it("PL4 without one the playlist stops, and an empty room is idle", () => {
    const playing = { status: "playing", entryId: entryId(3), positionMs: 0, anchorMs: 0 } as const;
    const state = applied({ ...buildRoom(3), playback: playing }, { type: "remove", entryIds: ids(3) }, { moment });
    expect(state.playback).toEqual({ status: "paused", entryId: entryId(1), positionMs: 0 });
    const empty = applied(state, { type: "remove", entryIds: ids(1, 2) }, { moment });
    expect(empty.playback).toEqual({ status: "idle" });
    expect(empty.playlist).toEqual([]);
  });

  it("PL5 the first track of an idle room is put on the stand", () => {
    const state = applied(buildRoom(0), { type: "add", entries: [buildEntry(7)], person: PERSON }, { actor: SERVER, moment });
    expect(state.playback).toEqual({ status: "paused", entryId: entryId(7), positionMs: 0 });
  });

  it("PL6 what was removed stands again where it stood, also where something else came between", () => {
    const room = buildRoom(4);
    const [, second, third] = room.playlist;
    if (!second || !third) throw new Error("no entries");
    const without = applied(room, { type: "remove", entryIds: ids(2, 3) }, { moment });
    const restoreEntries = { type: "bring-back", ranks: [], entries: [second, third] } as const;
    const back = applied(without, restoreEntries, { moment });
    expect(back.playlist).toEqual(room.playlist);
    // asked for twice it comes once
    expect(decide(back, restoreEntries, as("owner"), moment)).toEqual({ ok: true, value: [] });
    const taken = applied(without, { type: "move", entryIds: ids(4), afterEntryId: entryId(1) }, { moment });
    const beside = applied(taken, restoreEntries, { moment });
    expect(new Set(beside.playlist.map(({ rank }) => rank)).size).toBe(4);
    expect(beside.playlist.map(({ id }) => id)).toContain(entryId(2));
  });

  it("PL6 is for those to take back who might have removed it, while the room still knows of it", () => {
    const [first] = buildRoom(1).playlist;
    if (!first) throw new Error("no entry");
    const restoreEntries = { type: "bring-back", ranks: [], entries: [first] } as const;
    expect(decide(buildRoom(0), restoreEntries, as("participant", userId("else")), moment)).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(decide(buildRoom(0), restoreEntries, as("viewer"), moment)).toEqual({ ok: false, error: "forbidden" });
    const forgotten = { type: "restore", what: "removal", entryIds: [first.id] } as const;
    expect(decide(buildRoom(0), forgotten, as("owner"), moment)).toEqual({ ok: false, error: "entry-not-found" });
    expect(applied(buildRoom(0), restoreEntries, { moment }).playback).toEqual({
      status: "paused",
      entryId: first.id,
      positionMs: 0,
    });
  });

  it("PL7 what was moved stands again where it stood, also where something else stands there now", () => {
    const room = buildRoom(4);
    const second = room.playlist[1];
    if (!second) throw new Error("no entry");
    const moved = applied(room, { type: "move", entryIds: ids(2), afterEntryId: entryId(4) }, { moment });
    const restoreEntries = { type: "bring-back", entries: [], ranks: [{ entryId: second.id, rank: second.rank }] } as const;
    expect(applied(moved, restoreEntries, { moment }).playlist).toEqual(room.playlist);
    expect(decide(moved, restoreEntries, as("participant", userId("else")), moment)).toEqual({ ok: false, error: "forbidden" });
    const taken = applied(moved, { type: "move", entryIds: ids(4), afterEntryId: entryId(1) }, { moment });
    const beside = applied(taken, restoreEntries, { moment });
    expect(new Set(beside.playlist.map(({ rank }) => rank)).size).toBe(4);
  });

  it("PL8 a track that is told anew is told wherever it stands, and to its editor where they may arrange it", () => {
    const mine = buildEntry(5, { addedBy: userId("else"), track: buildEntry(1).track });
    const room = applied(buildRoom(2), { type: "add", entries: [mine], person: PERSON }, { actor: SERVER, moment });
    const track = { ...buildEntry(1).track, id: trackId(9), title: "Renamed" };
    const replaceTrack = { type: "replace-track", trackId: trackId(1), track } as const;
    const titles = (state: RoomState) => state.playlist.map((entry) => entry.track.title);
    expect(titles(applied(room, replaceTrack, { actor: SERVER, moment }))).toEqual(["Renamed", "Track 2", "Renamed"]);
    const own = as("participant", userId("else"));
    expect(titles(applied(room, replaceTrack, { actor: own, moment }))).toEqual(["Track 1", "Track 2", "Renamed"]);
    const other = as("participant", userId("nobody"));
    expect(decide(room, replaceTrack, other, moment)).toEqual({ ok: false, error: "forbidden" });
    const gone = { ...replaceTrack, trackId: trackId(7) };
    expect(decide(room, gone, own, moment)).toEqual({ ok: false, error: "entry-not-found" });
    expect(decide(room, gone, SERVER, moment)).toEqual({ ok: true, value: [] });
  });

  it("PL9 a track that exists no more goes from wherever it stands, on the server's word only", () => {
    const room = applied(buildRoom(3), { type: "select", entryId: entryId(2) }, { moment });
    const dropped = applied(room, { type: "drop", trackIds: [trackId(2)] }, { actor: SERVER, moment });
    expect(dropped.playlist.map(({ id }) => id)).toEqual(ids(1, 3));
    expect(dropped.playback).toMatchObject({ status: "playing", entryId: entryId(3) });
    expect(decide(room, { type: "drop", trackIds: [trackId(2)] }, as("owner"), moment)).toMatchObject({ error: "forbidden" });
  });

  it("PL10 who exists no more is named nowhere, on the server's word only; what they have added stays", () => {
    const entries = [{ ...buildEntry(9), addedBy: PERSON.id }];
    const room = applied(buildRoom(2), { type: "add", entries, person: PERSON }, { actor: SERVER, moment });
    const forget = { type: "forget", userId: PERSON.id } as const;
    expect(decide(room, forget, as("owner"), moment)).toMatchObject({ error: "forbidden" });
    const after = applied(room, forget, { actor: SERVER, moment });
    expect(after.people[PERSON.id]).toBeUndefined();
    expect(order(after)).toEqual(order(room));
    expect(decide(after, forget, SERVER, moment)).toEqual({ ok: true, value: [] });
  });

  it("PL7 what comes back together never gets one rank twice", () => {
    const room = buildRoom(5);
    const [, second, third] = room.playlist;
    if (!second || !third) throw new Error("no entries");
    const without = applied(room, { type: "remove", entryIds: ids(2, 3) }, { moment });
    // both stood, at different times, where the second was
    const entries = [second, { ...third, rank: second.rank }];
    const back = applied(without, { type: "bring-back", ranks: [], entries }, { moment });
    expect(new Set(back.playlist.map(({ rank }) => rank)).size).toBe(5);
    const between = { type: "move", entryIds: ids(5), afterEntryId: entryId(2) } as const;
    expect(order(applied(back, between, { moment }))).toContain(entryId(5));
  });

  it("PL8 what plays and turns out to be over already is followed now, and not by what would play by then", () => {
    const room = applied(buildRoom(3), { type: "select", entryId: entryId(1) }, { moment: at(0, 0) });
    const track = { ...buildEntry(1).track, durationMs: 10_000 };
    const told = applied(
      room,
      { type: "replace-track", trackId: trackId(1), track },
      { actor: SERVER, moment: at(90_000, 200) },
    );
    expect(told.playback).toEqual({ status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: 90_200 });
  });
});
