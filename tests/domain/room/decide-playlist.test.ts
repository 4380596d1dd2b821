import { describe, expect, it } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import {
  actorAs,
  applyCommand,
  buildEntry,
  buildRoom,
  contextAt,
  entryId,
  SERVER,
  trackId,
  userId,
} from "#tests/support/builders.ts";

const PERSON = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };
const OTHER = userId("other");
const order = (state: RoomState) => state.playlist.map((entry) => entry.id);
const ids = (...ns: number[]): EntryId[] => ns.map(entryId);
const moment = contextAt(1000);
const nothing = { ok: true, value: [] };
const refused = (error: string) => ({ ok: false, error });

it("PL11 ranks stay short, and the order right, when two halves are moved between each other again and again", () => {
  let state = buildRoom(8);
  for (let i = 0; i < 300; i++) {
    const moved = i % 2 === 0 ? ids(1, 2, 3) : ids(4, 5, 6);
    const afterEntryId = entryId(i % 2 === 0 ? 7 : (i % 3) + 1);
    const others = order(state).filter((id) => !moved.includes(id));
    state = applyCommand(state, { type: "move", entryIds: moved, afterEntryId }, { moment });
    others.splice(others.indexOf(afterEntryId) + 1, 0, ...moved);
    expect(order(state)).toEqual(others);
    expect(Math.max(...state.playlist.map(({ rank }) => rank.length))).toBeLessThanOrEqual(playlistLimits.rankLength);
  }
});

describe("moving entries", () => {
  it("PL3 moved entries follow the named entry in the given order, and no other rank changes", () => {
    const before = buildRoom(5);
    const state = applyCommand(before, { type: "move", entryIds: ids(5, 1), afterEntryId: entryId(3) }, { moment });
    expect(order(state)).toEqual(ids(2, 3, 5, 1, 4));
    const rankOf = (room: RoomState, id: EntryId) => room.playlist.find((entry) => entry.id === id)?.rank;
    for (const id of ids(2, 3, 4)) expect(rankOf(state, id)).toBe(rankOf(before, id));
  });

  it("PL3 entries can be moved to the top, but not after themselves or a missing entry", () => {
    expect(order(applyCommand(buildRoom(3), { type: "move", entryIds: ids(3), afterEntryId: null }, { moment }))).toEqual(
      ids(3, 1, 2),
    );
    for (const afterEntryId of ids(1, 8)) {
      const move = { type: "move", entryIds: ids(1), afterEntryId } as const;
      expect(decide(buildRoom(3), move, actorAs("owner"), moment)).toEqual(refused("entry-not-found"));
    }
  });
});

describe("removing entries", () => {
  it("PL4 the next remaining entry replaces a removed current one", () => {
    const playing = { status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: 0 } as const;
    const state = applyCommand({ ...buildRoom(4), playback: playing }, { type: "remove", entryIds: ids(2, 3) }, { moment });
    expect(state.playback).toEqual({ status: "playing", entryId: entryId(4), positionMs: 0, anchorMs: 1200 });
    const paused = { status: "paused", entryId: entryId(2), positionMs: 900 } as const;
    const still = applyCommand({ ...buildRoom(4), playback: paused }, { type: "remove", entryIds: ids(2) }, { moment });
    expect(still.playback).toEqual({ status: "paused", entryId: entryId(3), positionMs: 0 });
  });

  it("PL4 if no entry follows, the playlist stops at its first; an empty playlist is idle", () => {
    const playing = { status: "playing", entryId: entryId(3), positionMs: 0, anchorMs: 0 } as const;
    const state = applyCommand({ ...buildRoom(3), playback: playing }, { type: "remove", entryIds: ids(3) }, { moment });
    expect(state.playback).toEqual({ status: "paused", entryId: entryId(1), positionMs: 0 });
    const empty = applyCommand(state, { type: "remove", entryIds: ids(1, 2) }, { moment });
    expect(empty.playback).toEqual({ status: "idle" });
    expect(empty.playlist).toEqual([]);
  });

  it("PL9 all entries of a deleted track are removed, which only the server can command", () => {
    const room = applyCommand(buildRoom(3), { type: "select", entryId: entryId(2) }, { moment });
    const remove = { type: "remove-tracks", trackIds: [trackId(2)] } as const;
    const after = applyCommand(room, remove, { actor: SERVER, moment });
    expect(order(after)).toEqual(ids(1, 3));
    expect(after.playback).toMatchObject({ status: "playing", entryId: entryId(3) });
    expect(decide(room, remove, actorAs("owner"), moment)).toMatchObject({ error: "forbidden" });
  });

  it("PL10 the name of a deleted account is removed, its entries stay, and only the server can command it", () => {
    const entries = [{ ...buildEntry(9), addedBy: PERSON.id }];
    const room = applyCommand(buildRoom(2), { type: "add", entries, person: PERSON }, { actor: SERVER, moment });
    const remove = { type: "remove-person", userId: PERSON.id } as const;
    expect(decide(room, remove, actorAs("owner"), moment)).toMatchObject({ error: "forbidden" });
    const after = applyCommand(room, remove, { actor: SERVER, moment });
    expect(after.people[PERSON.id]).toBeUndefined();
    expect(order(after)).toEqual(order(room));
    expect(decide(after, remove, SERVER, moment)).toEqual(nothing);
  });
});

describe("replacing a track", () => {
  it("PL8 the server replaces a track in all entries, a person in those they may arrange", () => {
    const mine = buildEntry(5, { addedBy: OTHER, track: buildEntry(1).track });
    const room = applyCommand(buildRoom(2), { type: "add", entries: [mine], person: PERSON }, { actor: SERVER, moment });
    const track = { ...buildEntry(1).track, id: trackId(9), title: "Renamed" };
    const replace = { type: "replace-track", trackId: trackId(1), track } as const;
    const titles = (state: RoomState) => state.playlist.map((entry) => entry.track.title);
    expect(titles(applyCommand(room, replace, { actor: SERVER, moment }))).toEqual(["Renamed", "Track 2", "Renamed"]);
    const adder = actorAs("participant", OTHER);
    expect(titles(applyCommand(room, replace, { actor: adder, moment }))).toEqual(["Track 1", "Track 2", "Renamed"]);
    expect(decide(room, replace, actorAs("participant", userId("third")), moment)).toEqual(refused("forbidden"));
    const missing = { ...replace, trackId: trackId(7) };
    expect(decide(room, missing, adder, moment)).toEqual(refused("entry-not-found"));
    expect(decide(room, missing, SERVER, moment)).toEqual(nothing);
  });

  it("PL8 if the new track would have ended already, the next entry starts now and not at the former end", () => {
    const room = applyCommand(buildRoom(3), { type: "select", entryId: entryId(1) }, { moment: contextAt(0, 0) });
    const track = { ...buildEntry(1).track, durationMs: 10_000 };
    const replace = { type: "replace-track", trackId: trackId(1), track } as const;
    const after = applyCommand(room, replace, { actor: SERVER, moment: contextAt(90_000, 200) });
    expect(after.playback).toEqual({ status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: 90_200 });
  });
});
