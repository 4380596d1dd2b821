import type { EntryId } from "#app/domain/ids.ts";
import {
  findNext,
  findPrevious,
  type OrderSettings,
  type PlaybackChange,
  withoutRemovedEntries,
} from "#app/domain/playback/play-order.ts";
import { isSamePlayback, type Playback, positionAt } from "#app/domain/playback/playback.ts";
import { anchorAt } from "#app/domain/playback/playback-control.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { stopAtFirst } from "#app/domain/playback/schedule.ts";
import { findEntry, withoutEntries } from "#app/domain/playlist/playlist.ts";
import { fail, ok } from "#app/domain/result.ts";
import { type Events, type Moment, NO_EVENTS } from "./decision.ts";
import type { RoomState } from "./room.ts";
import type { RoomCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

export function play(state: RoomState, moment: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status === "playing") return NO_EVENTS;
  const entry = playback.status === "paused" ? findEntry(playlist, playback.entryId) : playlist[0];
  if (!entry) return fail("playlist-empty");
  return playEntry(state, entry.id, playback.status === "paused" ? playback.positionMs : 0, moment);
}

/** Pauses at the position that the entry reaches after the lead, so that all devices stop at the same instant. */
export function pause(state: RoomState, { serverNowMs, leadMs }: Moment): Events {
  const { playback, playlist } = state;
  if (playback.status !== "playing") return NO_EVENTS;
  const durationMs = findEntry(playlist, playback.entryId)?.track.durationMs ?? 0;
  const positionMs = Math.min(positionAt(playback, serverNowMs + leadMs), durationMs);
  return ok(toEvents(state, { status: "paused", entryId: playback.entryId, positionMs }));
}

export function seek(state: RoomState, command: Extract<RoomCommand, { type: "seek" }>, moment: Moment): Events {
  const { playback } = state;
  const entry = findEntry(state.playlist, command.entryId);
  if (!entry) return fail("entry-not-found");
  // another person has changed the current entry in the meantime, so the seek no longer applies
  if (playback.status === "idle" || playback.entryId !== command.entryId) return NO_EVENTS;
  const positionMs = Math.min(Math.max(0, command.positionMs), entry.track.durationMs);
  if (playback.status === "paused") return ok(toEvents(state, { ...playback, positionMs }));
  return playEntry(state, entry.id, positionMs, moment);
}

/** Does nothing unless `expectedId` is still the current entry, so that two people who press at once skip only one entry. */
export function skipToNext(state: RoomState, expectedId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== expectedId) return NO_EVENTS;
  const next = findNext(state, playback.entryId);
  if (!next) return ok([{ type: "playback-changed", ...stopAtFirst(state, playback.entryId) }]);
  return goTo(state, { entryId: next.entry.id, isNewRound: next.isNewRound }, moment);
}

/** Skips the entry if it is still the current one, and announces it without a name. */
export function skipByVote(state: RoomState, entryId: EntryId, moment: Moment): Events {
  const skipped = skipToNext(state, entryId, moment);
  if (!skipped.ok || skipped.value.length === 0) return skipped;
  const before = anchorAt(state.playback, moment.serverNowMs);
  return ok([{ type: "playback-controlled", kind: "vote", userId: null, guestName: null, before }, ...skipped.value]);
}

/** Restarts the current entry if it has played for a while, else goes to the one before it. `expectedId` as for `skipToNext`. */
export function skipToPrevious(state: RoomState, expectedId: EntryId, moment: Moment): Events {
  const { playback } = state;
  if (playback.status === "idle" || playback.entryId !== expectedId) return NO_EVENTS;
  const restarts = positionAt(playback, moment.serverNowMs) > playbackLimits.restartAfterMs;
  const previous = restarts ? undefined : findPrevious(state, playback.entryId);
  return goTo(state, { entryId: previous?.id ?? playback.entryId, isNewRound: false }, moment);
}

export function playEntry(state: RoomState, entryId: EntryId, positionMs: number, { serverNowMs, leadMs }: Moment): Events {
  return ok(toEvents(state, { status: "playing", entryId, positionMs, anchorMs: serverNowMs + leadMs }));
}

/** Changes settings of the play order. */
export function changeOrder({ order }: RoomState, change: Partial<OrderSettings>): Events {
  const { repeat, shuffleSeed, crossfadeMs } = { ...order, ...change };
  const isSame = repeat === order.repeat && shuffleSeed === order.shuffleSeed && crossfadeMs === order.crossfadeMs;
  return isSame ? NO_EVENTS : ok([{ type: "order-changed", repeat, shuffleSeed, crossfadeMs }]);
}

/** The room's shuffle seed, or a new one if the playlist is not shuffled: shuffling it again keeps the order. */
export function currentOrNewSeed({ order }: RoomState, { serverNowMs }: Moment): number {
  return order.shuffleSeed ?? Math.floor(serverNowMs) % 2 ** 32;
}

/** The playback after the current entry was removed: the next remaining entry takes its place, playing or paused as before. */
export function playbackAfterRemoval(
  state: RoomState,
  removedIds: ReadonlySet<EntryId>,
  { playback, moment }: { readonly playback: Exclude<Playback, { status: "idle" }>; readonly moment: Moment },
): PlaybackChange {
  const { entryId } = playback;
  const others = new Set([...removedIds].filter((id) => id !== entryId));
  // the current entry stays in the sequence until its successor is found
  const remaining = { playlist: withoutEntries(state.playlist, others), order: withoutRemovedEntries(state.order, others) };
  const next = findNext(remaining, entryId);
  if (!next || next.entry.id === entryId) {
    const playlist = withoutEntries(remaining.playlist, removedIds);
    return stopAtFirst({ playlist, order: withoutRemovedEntries(remaining.order, removedIds) }, null);
  }
  return { playback: atStart(next.entry.id, playback, moment), isNewRound: next.isNewRound };
}

type Target = { readonly entryId: EntryId; readonly isNewRound: boolean };

/** Makes an entry current at its start, playing or paused as before. */
function goTo(state: RoomState, { entryId, isNewRound }: Target, moment: Moment): Events {
  const playback = atStart(entryId, state.playback, moment);
  if (isNewRound) return ok([{ type: "playback-changed", playback, isNewRound }]);
  return ok(toEvents(state, playback));
}

/** An entry at its start, playing if `before` plays, else paused. */
function atStart(entryId: EntryId, before: Playback, { serverNowMs, leadMs }: Moment): Playback {
  return before.status === "playing"
    ? { status: "playing", entryId, positionMs: 0, anchorMs: serverNowMs + leadMs }
    : { status: "paused", entryId, positionMs: 0 };
}

function toEvents(state: RoomState, playback: Playback): readonly RoomEvent[] {
  return isSamePlayback(state.playback, playback) ? [] : [{ type: "playback-changed", playback, isNewRound: false }];
}
