import { isSamePerson } from "#app/domain/accounts/person.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor, DecisionContext, Moment } from "#app/domain/room/decision.ts";
import { nextPlaybackRecord } from "#app/domain/room/playback-record.ts";
import { emptyRoom, evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { RoomStorage } from "./room-storage.ts";

/** The state before and after a batch of events. */
export type StateChange = { readonly before: RoomState; readonly after: RoomState };

export type RoomStoreDeps = {
  readonly storage: Pick<RoomStorage, "load" | "save" | "removedEntries" | "previousRanks">;
  /** The time of a decision, and the lead of the starts it schedules. */
  moment(): Moment;
  /** Broadcasts events. They are already stored and applied. */
  publish(events: readonly RoomEvent[], revision: number, change: StateChange): void;
};

/** The state of a room, and the only way to change it: decide, store, apply and publish, in one turn. */
export type RoomStore = {
  state(): RoomState;
  /** Counts the batches of events. A client that misses one requests a snapshot. */
  revision(): number;
  run(command: AnyCommand, actor: Actor): Result<{ readonly revision: number }>;
  /** Applies the room's settings from D1, if they differ. */
  updateInfo(info: RoomInfo): void;
};

/** Loads the stored state, or creates an empty room with the given settings. Null if there is neither. */
export function createRoomStore(deps: RoomStoreDeps, info: RoomInfo | null): RoomStore | null {
  const loaded = deps.storage.load();
  const initial = loaded?.state ?? (info && emptyRoom(info));
  if (!initial) return null;
  let state = initial;
  let revision = loaded?.revision ?? 0;
  let record = loaded?.playbackRecord ?? null;

  function commit(events: readonly RoomEvent[]): void {
    if (events.length === 0) return;
    const before = state;
    const after = events.reduce(evolve, before);
    const { serverNowMs } = deps.moment();
    const nextRecord = nextPlaybackRecord(record, { state: before, events, revision: revision + 1, serverNowMs });
    deps.storage.save(events, after, { revision: revision + 1, ...(nextRecord !== record && { playbackRecord: nextRecord }) });
    revision += 1;
    state = after;
    record = nextRecord;
    deps.publish(events, revision, { before, after });
  }

  function updateInfo(next: RoomInfo): void {
    if (!isSameInfo(state.info, next)) commit([{ type: "room-changed", info: next }]);
  }

  if (!loaded) commit([{ type: "room-changed", info: initial.info }]);
  else if (info) updateInfo(info);
  return {
    state: () => state,
    revision: () => revision,
    updateInfo,
    run(command, actor) {
      const decided = decide(state, command, actor, decisionContext(deps, record));
      if (!decided.ok) return decided;
      commit(decided.value);
      return ok({ revision });
    },
  };
}

function decisionContext({ moment, storage }: RoomStoreDeps, playback: PlaybackRecord | null): DecisionContext {
  const now = moment();
  const sinceMs = now.serverNowMs - playlistLimits.undoMs;
  return {
    ...now,
    undo: {
      removedEntries: (ids) => storage.removedEntries(ids, sinceMs),
      previousRanks: (ids) => storage.previousRanks(ids, sinceMs),
      playback,
    },
  };
}

/** Settings that a stored room does not have yet differ from those that D1 has. */
function isSameInfo({ owner, ...stored }: RoomInfo, { owner: nextOwner, ...next }: RoomInfo): boolean {
  const names = Object.keys(next) as readonly (keyof typeof next)[];
  return isSamePerson(owner, nextOwner) && names.every((name) => stored[name] === next[name]);
}
