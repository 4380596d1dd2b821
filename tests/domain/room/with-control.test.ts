import { describe, expect, it } from "vitest";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import type { ControlKind } from "#app/domain/playback/playback-control.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import {
  actorAs,
  buildEntry,
  buildRoom,
  contextAt,
  entryId,
  OWNER,
  paused,
  playing,
  SERVER,
  trackId,
} from "#tests/support/builders.ts";
import { createLoggedRoom } from "#tests/support/logged-room.ts";

/** An entry of three has played for a minute. */
const NOW_MS = 60_500;
const PLAYING = playing(2, 0, 500);
const CONTROLS: readonly (readonly [ControlKind, RoomCommand, Playback])[] = [
  ["next", { type: "next", entryId: entryId(2) }, PLAYING],
  ["previous", { type: "previous", entryId: entryId(2) }, playing(2, 0, 59_000)],
  ["restart", { type: "previous", entryId: entryId(2) }, PLAYING],
  ["select", { type: "select", entryId: entryId(1) }, PLAYING],
  ["restart", { type: "select", entryId: entryId(2) }, PLAYING],
  ["stop", { type: "next", entryId: entryId(3) }, playing(3, 0, 500)],
  ["next", { type: "next", entryId: entryId(3) }, paused(3, 500)],
  ["seek", { type: "seek", entryId: entryId(2), positionMs: 90_000 }, PLAYING],
  ["seek", { type: "seek", entryId: entryId(2), positionMs: 0 }, paused(2, 50_000)],
  ["remove", { type: "remove", entryIds: [entryId(1), entryId(2)] }, PLAYING],
  ["repeat", { type: "repeat", repeat: "all" }, PLAYING],
  ["shuffle", { type: "shuffle", isOn: true }, PLAYING],
  ["crossfade", { type: "crossfade", ms: 5000 }, PLAYING],
];
const QUIET: readonly (readonly [string, AnyCommand, Playback])[] = [
  ["a pause", { type: "pause" }, PLAYING],
  ["the end of a pause", { type: "play" }, paused(2, 5000)],
  ["a seek by ten seconds", { type: "seek", entryId: entryId(2), positionMs: 70_000 }, PLAYING],
  ["the restart of a track that has just begun", { type: "previous", entryId: entryId(2) }, playing(2, 0, 55_000)],
  ["the removal of another track", { type: "remove", entryIds: [entryId(1)] }, PLAYING],
  ["a move", { type: "move", entryIds: [entryId(1)], afterEntryId: entryId(3) }, PLAYING],
  ["an entry in up next", { type: "queue", entryIds: [entryId(3)], isNext: true }, PLAYING],
  ["a repeat mode that is set already", { type: "repeat", repeat: "off" }, PLAYING],
  ["a crossfade that is set already", { type: "crossfade", ms: 0 }, PLAYING],
];

function eventsOf(playback: Playback, command: AnyCommand, actor: Actor = actorAs("owner")): readonly RoomEvent[] {
  const decided = decide({ ...buildRoom(3), playback }, command, actor, contextAt(NOW_MS));
  if (!decided.ok) throw new Error(decided.error);
  return decided.value;
}

describe("a control of playback", () => {
  it.each(CONTROLS)("PB10 is announced before its events: %s by %o", (kind, command, playback) => {
    const [first, ...others] = eventsOf(playback, command);
    expect(first).toMatchObject({ type: "playback-controlled", kind, userId: OWNER, guestName: null });
    expect(others.length).toBeGreaterThan(0);
    expect(others.some(({ type }) => type === "playback-controlled")).toBe(false);
  });

  it("PB10 has the playback before it, at its position at that time", () => {
    const [first] = eventsOf(PLAYING, { type: "next", entryId: entryId(2) });
    expect(first).toMatchObject({ before: playing(2, 60_000, NOW_MS) });
    const [ofPaused] = eventsOf(paused(2, 5000), { type: "next", entryId: entryId(2) });
    expect(ofPaused).toMatchObject({ before: paused(2, 5000) });
  });

  it.each(QUIET)("PB10 is not %s", (_, command, playback) => {
    const types = eventsOf(playback, command).map(({ type }) => type);
    expect(types).not.toContain("playback-controlled");
  });

  it("PB10 is not a change that the room or the server makes", () => {
    expect(eventsOf(playing(2, 0, -50_000), { type: "tick" }, SERVER).map(({ type }) => type)).toEqual(["playback-changed"]);
    const types = eventsOf(PLAYING, { type: "remove-tracks", trackIds: [trackId(2)] }, SERVER).map(({ type }) => type);
    expect(types).toEqual(["entries-removed", "playback-changed"]);
  });

  it("PB10 comes after the end of a track that is due before it", () => {
    const types = eventsOf(playing(1, 0, -45_000), { type: "next", entryId: entryId(2) }).map(({ type }) => type);
    expect(types).toEqual(["playback-changed", "playback-controlled", "playback-changed"]);
  });

  it("PB10 has the name that a guest has chosen, and no name of anyone signed in", () => {
    const next = { type: "next", entryId: entryId(2) } as const;
    const decideAs = (userId: typeof OWNER | null) =>
      eventsOf(PLAYING, next, { kind: "person", userId, guestName: "Kim", effectiveRole: "owner" })[0];
    expect(decideAs(null)).toMatchObject({ userId: null, guestName: "Kim" });
    expect(decideAs(OWNER)).toMatchObject({ userId: OWNER, guestName: null });
  });

  it.each(["undo", "set-back"] as const)("PB10 is the removal of the current track by %s", (type) => {
    const room = createLoggedRoom(2);
    const edit = room.run({ type: "add", entries: [buildEntry(3)], person: room.state().info.owner }, SERVER);
    room.run({ type: "select", entryId: entryId(3) });
    room.run(type === "undo" ? { type, editId: edit } : { type, place: 2, toMs: 0 });
    const [control, ...others] = room.events();
    expect(control).toMatchObject({ type: "playback-controlled", kind: "remove", before: { entryId: entryId(3) } });
    expect(others.map((event) => event.type)).toEqual(["entries-removed", "playback-changed"]);
  });

  it("PB10 is not an undo that returns a track to an idle room", () => {
    const room = createLoggedRoom(1);
    const removal = room.run({ type: "remove", entryIds: [entryId(1)] });
    room.run({ type: "undo", editId: removal });
    expect(room.events().map(({ type }) => type)).toEqual(["entries-added", "playback-changed"]);
  });

  it("PB10 does not exist in an idle room that has nothing to play", () => {
    expect(decide({ ...buildRoom(0), playback: IDLE }, { type: "pause" }, actorAs("owner"), contextAt(0))).toEqual({
      ok: true,
      value: [],
    });
  });
});
