import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { PLAIN_ORDER, type PlayOrder, reordered, withoutRemoved } from "#app/domain/playback/play-order.ts";
import { currentEntryId, IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { timelineAfter } from "#app/domain/playback/schedule.ts";
import { type Playlist, withEntries, withoutEntries, withRanks, withTrack } from "#app/domain/playlist/playlist.ts";
import type { RoomEvent } from "./room-event.ts";

/** Public: listed. Hidden: found by its address only. Invite-only is in development and cannot be chosen. */
export const VISIBILITIES = ["public", "hidden", "inviteOnly"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What the directory in D1 knows of a room and the room shows. */
export type RoomInfo = {
  readonly id: RoomId;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly visibility: Visibility;
  readonly hasPassword: boolean;
  readonly owner: Person;
  /** Whoever has added something takes turns. */
  readonly isFair: boolean;
  /** All tracks sound equally loud. */
  readonly isLeveled: boolean;
};

/** Everything that every device in a room agrees on. */
export type RoomState = {
  readonly info: RoomInfo;
  readonly playlist: Playlist;
  readonly playback: Playback;
  readonly order: PlayOrder;
  /** Whoever has added something, so that names outlive memberships; who exists no more is left out. */
  readonly people: Readonly<Record<UserId, Person>>;
};

export function emptyRoom(info: RoomInfo): RoomState {
  return { info, playlist: [], playback: IDLE, order: { ...PLAIN_ORDER, isFair: info.isFair }, people: {} };
}

/** The state after an event. Pure and total: the object and all browsers run it and end in the same state. */
export function evolve(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case "entries-added":
      return { ...state, playlist: withEntries(state.playlist, event.entries) };
    case "entries-removed": {
      const gone = new Set(event.entryIds);
      return { ...state, playlist: withoutEntries(state.playlist, gone), order: withoutRemoved(state.order, gone) };
    }
    case "track-changed":
      return { ...state, playlist: withTrack(state.playlist, new Set(event.entryIds), event.track) };
    case "entries-moved":
      return { ...state, playlist: withRanks(state.playlist, event.ranks) };
    case "playback-changed":
      return { ...state, ...timelineAfter(state, event) };
    case "order-changed": {
      const { repeat, shuffleSeed } = event;
      const { isFair } = state.order;
      return { ...state, order: reordered(state.order, { repeat, shuffleSeed, isFair }, currentEntryId(state.playback)) };
    }
    case "up-next-changed":
      return { ...state, order: { ...state.order, upNext: event.upNext } };
    case "person-changed":
      return { ...state, people: { ...state.people, [event.person.id]: event.person } };
    case "person-removed": {
      const { [event.userId]: _, ...people } = state.people;
      return { ...state, people };
    }
    case "room-changed": {
      const { isFair } = event.info;
      const order = reordered(state.order, { ...state.order, isFair }, currentEntryId(state.playback));
      return { ...state, info: event.info, order };
    }
  }
}
