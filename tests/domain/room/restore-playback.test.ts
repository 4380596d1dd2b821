import { describe, expect, it } from "vitest";
import type { Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import { nextPlaybackRecord } from "#app/domain/room/playback-record.ts";
import { evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import {
  actorAs,
  applyCommand,
  buildEntry,
  buildRoom,
  contextAt,
  entryId,
  INFO,
  OWNER,
  paused,
  playing,
  SERVER,
  trackId,
  userId,
  withUndo,
} from "#tests/support/builders.ts";

const NOW_MS = 60_500;
const REVISION = 7;
const PLAYING = playing(2, 0, 500);
const UNDO = { type: "restore-playback", revision: REVISION } as const;
const refused = (error: string) => ({ ok: false, error });
const room = (playback: Playback = PLAYING, durationMs?: number): RoomState => ({ ...buildRoom(3, durationMs), playback });

type Step = { readonly state: RoomState; readonly record: PlaybackRecord | null };

/** The state and the undo record after a command of the owner. */
function run({ state, record }: Step, command: AnyCommand, { atMs = NOW_MS, revision = REVISION } = {}): Step {
  const decided = decide(state, command, actorAs("owner"), withUndo(contextAt(atMs), { playback: record }));
  if (!decided.ok) throw new Error(decided.error);
  const batch = { state, events: decided.value, revision, serverNowMs: atMs };
  return { state: decided.value.reduce(evolve, state), record: nextPlaybackRecord(record, batch) };
}

/** The state and the undo record after a first command. */
const control = (state: RoomState, command: AnyCommand) => run({ state, record: null }, command);
const next = (n: number) => ({ type: "next", entryId: entryId(n) }) as const;
const contextOf = ({ record }: Step, atMs = NOW_MS + 5000) => withUndo(contextAt(atMs), { playback: record });

describe("undoing a control of playback", () => {
  it("PB11 continues the former track at its position, by the lead in the future", () => {
    const skipped = control(room(), next(2));
    expect(skipped.state.playback).toEqual(playing(3, 0, NOW_MS + 200));
    const restored = applyCommand(skipped.state, UNDO, { moment: contextOf(skipped) });
    expect(restored.playback).toEqual(playing(2, 60_000, NOW_MS + 5200));
  });

  it("PB11 leaves a room paused that was paused", () => {
    const selected = control(room(paused(2, 4000)), { type: "select", entryId: entryId(1) });
    expect(applyCommand(selected.state, UNDO, { moment: contextOf(selected) }).playback).toEqual(paused(2, 4000));
  });

  it("PB11 restores the play order: the queue, and what has played in this round", () => {
    const queued = applyCommand(
      room(),
      { type: "queue", entryIds: [entryId(1)], isNext: true },
      { moment: contextAt(NOW_MS - 500) },
    );
    const shuffled = applyCommand(queued, { type: "shuffle", isOn: true }, { moment: contextAt(NOW_MS - 400) });
    const skipped = control(shuffled, next(2));
    expect(skipped.state.order.upNext).toEqual([]);
    const restored = applyCommand(skipped.state, UNDO, { moment: contextOf(skipped) });
    expect(restored.order).toEqual(shuffled.order);
  });

  it("PB11 of a change of the order does not move the track that plays", () => {
    const shuffled = control(room(), { type: "shuffle", isOn: true });
    const restored = applyCommand(shuffled.state, UNDO, { moment: contextOf(shuffled) });
    expect(restored.playback).toEqual(PLAYING);
    expect(restored.order).toEqual(room().order);
  });

  it("PB11 names the person who has undone it", () => {
    const skipped = control(room(), next(2));
    const decided = decide(skipped.state, UNDO, actorAs("participant", userId("other")), contextOf(skipped));
    expect(decided).toMatchObject({ ok: true, value: [{ type: "playback-restored", userId: userId("other") }] });
  });

  it("PB11 is possible for ten seconds", () => {
    const skipped = control(room(), next(2));
    const decideAfter = (ms: number) => decide(skipped.state, UNDO, actorAs("owner"), contextOf(skipped, NOW_MS + ms));
    expect(decideAfter(playbackLimits.controlUndoMs)).toMatchObject({ ok: true });
    expect(decideAfter(playbackLimits.controlUndoMs + 1)).toEqual(refused("undo-unavailable"));
  });

  it("PB11 is refused for another revision, and without a record", () => {
    const skipped = control(room(), next(2));
    const other = { ...UNDO, revision: REVISION - 1 };
    expect(decide(skipped.state, other, actorAs("owner"), contextOf(skipped))).toEqual(refused("undo-unavailable"));
    expect(decide(room(), UNDO, actorAs("owner"), contextAt(NOW_MS))).toEqual(refused("undo-unavailable"));
  });

  it.each<[string, AnyCommand]>([
    ["a pause", { type: "pause" }],
    ["a small seek", { type: "seek", entryId: entryId(3), positionMs: 1000 }],
    ["an entry in up next", { type: "queue", entryIds: [entryId(1)], isNext: true }],
    ["another control", { type: "repeat", repeat: "one" }],
  ])("PB11 is refused after %s", (_, command) => {
    const changed = run(control(room(), next(2)), command, { atMs: NOW_MS + 1000, revision: REVISION + 1 });
    expect(decide(changed.state, UNDO, actorAs("owner"), contextOf(changed))).toEqual(refused("undo-unavailable"));
  });

  it("PB11 is refused after the end of the track, even if the room has not noticed it yet", () => {
    const skipped = control(room(playing(1, 0, NOW_MS), 1000), { type: "select", entryId: entryId(2) });
    expect(decide(skipped.state, UNDO, actorAs("owner"), contextOf(skipped))).toEqual(refused("undo-unavailable"));
  });

  it("PB11 is not refused after changes of the playlist", () => {
    const skipped = control(room(), next(2));
    const person = { id: OWNER, name: "Owner", avatar: "" };
    const decided = decide(skipped.state, { type: "add", entries: [buildEntry(9)], person }, SERVER, contextAt(NOW_MS + 1000));
    if (!decided.ok) throw new Error(decided.error);
    const batch = { state: skipped.state, events: decided.value, revision: REVISION + 1, serverNowMs: NOW_MS + 1000 };
    const added = {
      state: decided.value.reduce(evolve, skipped.state),
      record: nextPlaybackRecord(skipped.record, batch),
    };
    expect(applyCommand(added.state, UNDO, { moment: contextOf(added) }).playback).toMatchObject({ entryId: entryId(2) });
  });

  it("PB11 is refused after a change of the fair order, and not after one of other settings", () => {
    const skipped = control(room(), next(2));
    const recordAfter = (changes: Partial<RoomInfo>) => {
      const events = [{ type: "room-changed", info: { ...INFO, ...changes } }] as const;
      const batch = { state: skipped.state, events, revision: REVISION + 1, serverNowMs: NOW_MS + 1000 };
      return nextPlaybackRecord(skipped.record, batch);
    };
    expect(skipped.record).not.toBeNull();
    const other = { name: "Garden", description: "Loud", hasPassword: true, isLeveled: false, guestsMayControl: true };
    expect(recordAfter(other)).toBe(skipped.record);
    expect(recordAfter({ isFair: true })).toBeNull();
  });

  it("PB11 a repeated command changes nothing, and cannot itself be undone", () => {
    const restored = run(control(room(), next(2)), UNDO, { atMs: NOW_MS + 1000, revision: REVISION + 1 });
    expect(decide(restored.state, UNDO, actorAs("owner"), contextOf(restored))).toEqual({ ok: true, value: [] });
    const again = { ...UNDO, revision: REVISION + 1 };
    expect(decide(restored.state, again, actorAs("owner"), contextOf(restored))).toEqual(refused("undo-unavailable"));
  });

  it("PB11 limits the position to a track that has become shorter", () => {
    const skipped = control(room(), next(2));
    const track = { ...buildEntry(2).track, durationMs: 30_000 };
    const shorter = evolve(skipped.state, { type: "track-changed", entryIds: [entryId(2)], track });
    expect(applyCommand(shorter, UNDO, { moment: contextOf(skipped) }).playback).toMatchObject({ positionMs: 30_000 });
  });

  it("PB11 requires the right to control playback", () => {
    const skipped = control(room(), next(2));
    const decideAs = (actor: ReturnType<typeof actorAs>) => decide(skipped.state, UNDO, actor, contextOf(skipped));
    expect(decideAs(actorAs("viewer"))).toEqual(refused("forbidden"));
    expect(decideAs(actorAs("guest", null))).toEqual(refused("login-required"));
  });
});

describe("undoing the removal of the current track", () => {
  const removed = control(room(), { type: "remove", entryIds: [entryId(2), entryId(3)] });
  const context = withUndo(contextAt(NOW_MS + 5000), { playback: removed.record, removed: room().playlist.slice(1) });

  it("PB12 returns the track and continues it, without the others that were removed with it", () => {
    expect(removed.state.playback).toEqual(paused(1, 0));
    const restored = applyCommand(removed.state, UNDO, { moment: context });
    expect(restored.playlist.map(({ id }) => id)).toEqual([entryId(1), entryId(2)]);
    expect(restored.playback).toEqual(playing(2, 60_000, NOW_MS + 5200));
  });

  it("PB12 requires the right to arrange the track", () => {
    const other = actorAs("participant", userId("other"));
    expect(decide(removed.state, UNDO, other, context)).toEqual(refused("forbidden"));
    expect(decide(removed.state, UNDO, actorAs("participant"), context)).toMatchObject({ ok: true });
  });

  it("PB12 is refused once the track is deleted", () => {
    const withoutTrack = withUndo(contextAt(NOW_MS + 5000), { playback: removed.record });
    expect(decide(removed.state, UNDO, actorAs("owner"), withoutTrack)).toEqual(refused("entry-not-found"));
  });

  it("PB12 does not return a track that was removed after it was skipped", () => {
    const skipped = control(room(), next(2));
    const gone = applyCommand(
      skipped.state,
      { type: "remove-tracks", trackIds: [trackId(2)] },
      { actor: SERVER, moment: contextAt(NOW_MS) },
    );
    const records = withUndo(contextOf(skipped), { playback: skipped.record, removed: room().playlist });
    expect(decide(gone, UNDO, actorAs("owner"), records)).toEqual(refused("undo-unavailable"));
  });
});
