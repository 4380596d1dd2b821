import type { EntryId } from "./ids.ts";
import type { Person } from "./person.ts";
import type { Playback } from "./playback.ts";
import type { Entry, RankChange } from "./playlist.ts";
import type { RoomInfo } from "./room.ts";

/** What has happened in a room. Applied by `evolve` in the room's object, in its storage and in every browser. */
export type RoomEvent =
  | { readonly type: "entries-added"; readonly entries: readonly Entry[] }
  | { readonly type: "entries-removed"; readonly entryIds: readonly EntryId[] }
  | { readonly type: "entries-moved"; readonly ranks: readonly RankChange[] }
  | { readonly type: "playback-changed"; readonly playback: Playback }
  | { readonly type: "person-changed"; readonly person: Person }
  | { readonly type: "room-changed"; readonly info: RoomInfo };
