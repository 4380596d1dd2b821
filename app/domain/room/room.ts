import type { RoomOpening } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, RoomId, UserId } from "#app/domain/ids.ts";
import { withOrderChange } from "#app/domain/playback/order-change.ts";
import {
  DEFAULT_PLAY_ORDER,
  type OrderSettings,
  type PlayOrder,
  withOrderSettings,
  withoutRemovedEntries,
  withQueueChange,
  withQueueVotes,
  withUpNext,
} from "#app/domain/playback/play-order.ts";
import { currentEntryId, IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { applyPlaybackChange } from "#app/domain/playback/schedule.ts";
import { type Playlist, withEntries, withoutEntries, withRanks, withTrack } from "#app/domain/playlist/playlist.ts";
import type { SkipVoteShare } from "#app/domain/room/skip-vote-share.ts";
import { DEFAULT_LOUDSPEAKERS, type Loudspeakers } from "./loudspeakers.ts";
import type { RoomEvent } from "./room-event.ts";

/** `public` rooms are listed; `hidden` rooms are reached by their address only; `inviteOnly` is in development and cannot be chosen. */
export const VISIBILITIES = ["public", "hidden", "inviteOnly"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The settings of a room. D1 stores them; the room object holds a copy. */
export type RoomInfo = RoomOpening & {
  readonly id: RoomId;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly visibility: Visibility;
  readonly hasPassword: boolean;
  readonly owner: Person;
  /** The people who added entries take turns (fair order). */
  readonly isFair: boolean;
  /** Tracks are leveled to the same loudness. */
  readonly isLeveled: boolean;
  /** The share of the voters that a skip needs, in percent. Null: no skip needs a vote. */
  readonly skipVoteShare: SkipVoteShare | null;
  /** People vote for queued entries. */
  readonly hasQueueVotes: boolean;
};

/** The state that all devices in a room share. */
export type RoomState = {
  readonly info: RoomInfo;
  readonly playlist: Playlist;
  readonly playback: Playback;
  readonly order: PlayOrder;
  readonly loudspeakers: Loudspeakers;
  /** The people who have added entries, members or not. A deleted account is not listed. */
  readonly people: Readonly<Record<UserId, Person>>;
};

export function emptyRoom(info: RoomInfo): RoomState {
  const order = { ...DEFAULT_PLAY_ORDER, isFair: info.isFair };
  return { info, playlist: [], playback: IDLE, order, loudspeakers: DEFAULT_LOUDSPEAKERS, people: {} };
}

/** Applies one event. Pure and total: the room object and all browsers end in the same state. */
export function evolve(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case "entries-added":
      return { ...state, playlist: withEntries(state.playlist, event.entries) };
    case "entries-removed":
      return removeEntries(state, new Set(event.entryIds));
    case "track-changed":
      return { ...state, playlist: withTrack(state.playlist, new Set(event.entryIds), event.track) };
    case "entries-moved":
    case "ranks-renewed":
      return { ...state, playlist: withRanks(state.playlist, event.ranks) };
    case "playback-changed":
      return { ...state, ...applyPlaybackChange(state, event) };
    case "playback-controlled":
      return state;
    case "playback-restored":
      return { ...state, playback: event.playback ?? state.playback, order: restoreOrder(state, event) };
    case "order-changed":
      return changeOrder(state, event);
    case "loudspeakers-changed":
      return { ...state, loudspeakers: event.loudspeakers };
    case "queue-changed":
      return { ...state, order: withQueueChange(state.order, event.change) };
    case "queue-votes-changed":
      return { ...state, order: withQueueVotes(state.order, event.changed) };
    case "person-changed":
      return { ...state, people: { ...state.people, [event.person.id]: event.person } };
    case "person-removed": {
      const { [event.userId]: _, ...people } = state.people;
      return { ...state, people };
    }
    case "room-changed": {
      const { isFair, hasQueueVotes } = event.info;
      const changed = withOrderSettings(state.order, { isFair }, currentEntryId(state.playback));
      const order = hasQueueVotes ? changed : { ...changed, queueVotes: {} };
      return { ...state, info: event.info, order };
    }
  }
}

function changeOrder(state: RoomState, { repeat, shuffleSeed, crossfadeMs }: OrderSettings): RoomState {
  const change = { repeat, shuffleSeed, crossfadeMs };
  return { ...state, order: withOrderSettings(state.order, change, currentEntryId(state.playback)) };
}

/** A former order with the present votes: an undo does not return votes. */
function restoreOrder({ order }: RoomState, restored: Extract<RoomEvent, { type: "playback-restored" }>): PlayOrder {
  const former = withOrderChange(order, restored.order);
  return withUpNext(former, former.upNext);
}

function removeEntries(state: RoomState, removed: ReadonlySet<EntryId>): RoomState {
  return {
    ...state,
    playlist: withoutEntries(state.playlist, removed),
    order: withoutRemovedEntries(state.order, removed),
  };
}
