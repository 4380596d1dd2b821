import type { EntryId } from "#app/domain/ids.ts";
import { findEntry, withoutEntries } from "#app/domain/playlist/playlist.ts";
import { fail, ok } from "#app/domain/result.ts";
import { type Events, type Moment, NO_EVENTS } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { followerOf, type PlaybackChange, type PlayOrder, predecessorOf, withoutRemoved } from "./play-order.ts";
import { isSamePlayback, type Playback, positionAt } from "./playback.ts";
import { playbackLimits } from "./playback-limits.ts";
import { stopped } from "./schedule.ts";

export function play(state: RoomState, moment: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status === "playing") return NO_EVENTS;
  const entry = playback.status === "paused" ? findEntry(playlist, playback.entryId) : playlist[0];
  if (!entry) return fail("playlist-empty");
  return start(state, entry.id, playback.status === "paused" ? playback.positionMs : 0, moment);
}

/** Sound stops where it will be a lead from now, so that all devices stop at one instant. */
export function pause(state: RoomState, { serverNowMs, leadMs }: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status !== "playing") return NO_EVENTS;
  const durationMs = findEntry(playlist, playback.entryId)?.track.durationMs ?? 0;
  const positionMs = Math.min(positionAt(playback, serverNowMs + leadMs), durationMs);
  return ok(changeTo(state, { status: "paused", entryId: playback.entryId, positionMs }));
}

export function seek(state: RoomState, command: Extract<RoomCommand, { type: "seek" }>, moment: Moment): Events {
  const { playback } = state;
  const entry = findEntry(state.playlist, command.entryId);
  if (!entry) return fail("entry-not-found");
  // somebody else has changed the track meanwhile: the gesture was about another one
  if (playback.status === "idle" || playback.entryId !== command.entryId) return NO_EVENTS;
  const positionMs = Math.min(Math.max(0, command.positionMs), entry.track.durationMs);
  if (playback.status === "paused") return ok(changeTo(state, { ...playback, positionMs }));
  return start(state, entry.id, positionMs, moment);
}

export function skip(state: RoomState, seenId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== seenId) return NO_EVENTS;
  const next = followerOf(state, playback.entryId);
  if (!next) return ok([{ type: "playback-changed", ...stopped(state, playback.entryId) }]);
  return goTo(state, next.entry.id, moment, next.isNewRound);
}

export function back(state: RoomState, seenId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== seenId) return NO_EVENTS;
  const isUnderWay = positionAt(playback, moment.serverNowMs) > playbackLimits.restartAfterMs;
  const before = isUnderWay ? undefined : predecessorOf(state, playback.entryId);
  return goTo(state, before?.id ?? playback.entryId, moment);
}

export function start(state: RoomState, entryId: EntryId, positionMs: number, { serverNowMs, leadMs }: Moment): Events {
  return ok(changeTo(state, { status: "playing", entryId, positionMs, anchorMs: serverNowMs + leadMs }));
}

/** A person asks for repetition or for another order; the same again changes nothing. */
export function reorder(state: RoomState, change: Pick<PlayOrder, "repeat" | "shuffleSeed">): Events {
  const { repeat, shuffleSeed } = state.order;
  if (change.repeat === repeat && change.shuffleSeed === shuffleSeed) return NO_EVENTS;
  return ok([{ type: "order-changed", repeat: change.repeat, shuffleSeed: change.shuffleSeed }]);
}

/** Who shuffles what is shuffled already leaves it as it is. */
export function seedFrom({ order }: RoomState, { serverNowMs }: Moment): number {
  return order.shuffleSeed ?? Math.floor(serverNowMs) % 2 ** 32;
}

/** The current entry goes: what follows of those that stay takes its place, playing or not as before. */
export function afterRemoval(
  state: RoomState,
  gone: ReadonlySet<EntryId>,
  { playback, moment }: { readonly playback: Exclude<Playback, { status: "idle" }>; readonly moment: Moment },
): PlaybackChange {
  const { entryId } = playback;
  const others = new Set([...gone].filter((id) => id !== entryId));
  const left = { playlist: withoutEntries(state.playlist, others), order: withoutRemoved(state.order, others) };
  const heir = followerOf(left, entryId);
  if (!heir || heir.entry.id === entryId) {
    return stopped({ playlist: withoutEntries(left.playlist, gone), order: withoutRemoved(left.order, gone) }, null);
  }
  const { entry, isNewRound } = heir;
  if (playback.status === "paused") return { playback: { status: "paused", entryId: entry.id, positionMs: 0 }, isNewRound };
  const anchorMs = moment.serverNowMs + moment.leadMs;
  return { playback: { status: "playing", entryId: entry.id, positionMs: 0, anchorMs }, isNewRound };
}

function goTo(state: RoomState, entryId: EntryId, { serverNowMs, leadMs }: Moment, isNewRound = false): Events {
  const playback: Playback =
    state.playback.status === "playing"
      ? { status: "playing", entryId, positionMs: 0, anchorMs: serverNowMs + leadMs }
      : { status: "paused", entryId, positionMs: 0 };
  if (isNewRound) return ok([{ type: "playback-changed", playback, isNewRound }]);
  return ok(changeTo(state, playback));
}

function changeTo(state: RoomState, playback: Playback): readonly RoomEvent[] {
  return isSamePlayback(state.playback, playback) ? [] : [{ type: "playback-changed", playback, isNewRound: false }];
}
