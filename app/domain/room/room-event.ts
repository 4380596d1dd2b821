import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { OrderChange } from "#app/domain/playback/order-change.ts";
import type { OrderSettings, PlaybackChange, QueueVotes } from "#app/domain/playback/play-order.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import type { ControlActor, PlaybackControl } from "#app/domain/playback/playback-control.ts";
import type { QueueChange } from "#app/domain/playback/queue.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { Loudspeakers } from "./loudspeakers.ts";
import type { RoomInfo } from "./room.ts";

/** A change of a room's state. The room object, its storage and every browser apply it with `evolve`. */
export type RoomEvent =
  | { readonly type: "entries-added"; readonly entries: readonly Entry[] }
  | { readonly type: "entries-removed"; readonly entryIds: readonly EntryId[] }
  /** The entries play `track` from now on. */
  | { readonly type: "track-changed"; readonly entryIds: readonly EntryId[]; readonly track: Track }
  | { readonly type: "entries-moved"; readonly ranks: readonly RankChange[] }
  /** All entries, in the same order as before, with short ranks. */
  | { readonly type: "ranks-renewed"; readonly ranks: readonly RankChange[] }
  | ({ readonly type: "playback-changed" } & PlaybackChange)
  /** A person changes what plays, by the events that follow. It changes nothing itself. */
  | ({ readonly type: "playback-controlled" } & PlaybackControl)
  /** A person has undone the latest control. `playback` is null if that had changed only the order. */
  | ({
      readonly type: "playback-restored";
      readonly playback: Playback | null;
      /** From the order before the undo to the one before the control. */
      readonly order: OrderChange;
    } & ControlActor)
  | ({ readonly type: "order-changed" } & OrderSettings)
  | { readonly type: "loudspeakers-changed"; readonly loudspeakers: Loudspeakers }
  | { readonly type: "queue-changed"; readonly change: QueueChange }
  /** The new numbers of votes for queued entries. Those of other entries stay. */
  | { readonly type: "queue-votes-changed"; readonly changed: QueueVotes }
  | { readonly type: "person-changed"; readonly person: Person }
  /** The account was deleted. The person's entries stay, without a name beside them. */
  | { readonly type: "person-removed"; readonly userId: UserId }
  | { readonly type: "room-changed"; readonly info: RoomInfo };
