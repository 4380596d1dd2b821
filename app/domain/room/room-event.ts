import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { PlaybackChange, Repeat } from "#app/domain/playback/play-order.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { RoomInfo } from "./room.ts";

/** What has happened in a room. Applied by `evolve` in the room's object, in its storage and in every browser. */
export type RoomEvent =
  | { readonly type: "entries-added"; readonly entries: readonly Entry[] }
  | { readonly type: "entries-removed"; readonly entryIds: readonly EntryId[] }
  /** These play the track as it is now. */
  | { readonly type: "track-changed"; readonly entryIds: readonly EntryId[]; readonly track: Track }
  /** `isTakenBack`: to where they stood before a move. */
  | { readonly type: "entries-moved"; readonly ranks: readonly RankChange[]; readonly isTakenBack: boolean }
  | ({ readonly type: "playback-changed" } & PlaybackChange)
  | { readonly type: "order-changed"; readonly repeat: Repeat; readonly shuffleSeed: number | null }
  | { readonly type: "up-next-changed"; readonly upNext: readonly EntryId[] }
  | { readonly type: "person-changed"; readonly person: Person }
  /** They exist no more: what they have added stays, and nobody is named beside it. */
  | { readonly type: "person-removed"; readonly userId: UserId }
  | { readonly type: "room-changed"; readonly info: RoomInfo };
