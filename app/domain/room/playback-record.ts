import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { evolve, type RoomState } from "./room.ts";
import type { RoomEvent } from "./room-event.ts";

/** The events after which an earlier control can no longer be undone: they change what plays, now or next. */
const CHANGES_PLAYBACK: Record<Exclude<RoomEvent["type"], "room-changed">, boolean> = {
  "playback-changed": true,
  "playback-restored": true,
  "order-changed": true,
  "queue-changed": true,
  // an undo keeps the votes
  "queue-votes-changed": false,
  "playback-controlled": false,
  "entries-added": false,
  "entries-removed": false,
  "entries-moved": false,
  "ranks-renewed": false,
  "track-changed": false,
  "person-changed": false,
  "person-removed": false,
  "loudspeakers-changed": false,
};

/** @param state the state before the event, or before the batch that contains it */
export function changesPlayback({ order }: RoomState, event: RoomEvent): boolean {
  // the only setting of a room that concerns what plays
  if (event.type === "room-changed") return event.info.isFair !== order.isFair;
  return CHANGES_PLAYBACK[event.type];
}

type Batch = {
  /** The state before the events. */
  readonly state: RoomState;
  readonly events: readonly RoomEvent[];
  /** The revision after the events. */
  readonly revision: number;
  readonly serverNowMs: number;
};

/** The undo record after a batch of events. A control replaces it; any other change of what plays deletes it. */
export function nextPlaybackRecord(
  record: PlaybackRecord | null,
  { state, events, revision, serverNowMs }: Batch,
): PlaybackRecord | null {
  const index = events.findIndex(({ type }) => type === "playback-controlled");
  const control = events[index];
  if (control?.type === "playback-controlled") {
    const { kind, before: playback } = control;
    const { order } = events.slice(0, index).reduce(evolve, state);
    return { revision, atMs: serverNowMs, kind, playback, order, isUndone: false };
  }
  if (record && events.some(({ type }) => type === "playback-restored")) return { ...record, isUndone: true };
  return events.some((event) => changesPlayback(state, event)) ? null : record;
}
