import { isSamePerson } from "#app/domain/accounts/person.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor, Moment } from "#app/domain/room/decision.ts";
import { emptyRoom, evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Change } from "./recent-removals.ts";
import type { RoomStorage } from "./room-storage.ts";

/** What a room's state needs from around it. */
export type RoomDeps = {
  readonly storage: RoomStorage;
  moment(): Moment;
  /** Tells everyone what has happened; the state and the storage are ahead of it already. */
  publish(events: readonly RoomEvent[], revision: number, change: Change): void;
};

/** A room's state and the one way to change it: decide, write, evolve, publish, in one turn. */
export type RoomCore = {
  state(): RoomState;
  /** Counts the batches of events; a listener that misses one asks for everything. */
  revision(): number;
  run(command: AnyCommand, actor: Actor): Result<{ readonly revision: number }>;
  /** Takes over what the directory says of the room. */
  inform(info: RoomInfo): void;
};

export function createRoomState(deps: RoomDeps, info: RoomInfo | null): RoomCore | null {
  const loaded = deps.storage.load();
  if (!loaded && !info) return null;
  let state = loaded?.state ?? null;
  let revision = loaded?.revision ?? 0;

  function commit(events: readonly RoomEvent[], before: RoomState): void {
    if (events.length === 0) return;
    const after = events.reduce(evolve, before);
    deps.storage.save(events, after, revision + 1);
    revision += 1;
    state = after;
    deps.publish(events, revision, { before, after });
  }

  function current(): RoomState {
    if (state) return state;
    throw new Error("a room without a name");
  }

  function inform(next: RoomInfo): void {
    if (state && isSameInfo(state.info, next)) return;
    commit([{ type: "room-changed", info: next }], state ?? emptyRoom(next));
  }

  /** A restoration is decided with what the storage still knows. */
  function withFormer(command: AnyCommand): AnyCommand {
    if (command.type !== "restore") return command;
    const sinceMs = deps.moment().serverNowMs - playlistLimits.undoMs;
    const { what, entryIds } = command;
    const entries = what === "removal" ? deps.storage.removed(entryIds, sinceMs) : [];
    const ranks = what === "move" ? deps.storage.stoodAt(entryIds, sinceMs) : [];
    return entries.length + ranks.length > 0 ? { type: "bring-back", entries, ranks } : command;
  }

  if (info) inform(info);
  return {
    state: current,
    revision: () => revision,
    inform,
    run(command, actor) {
      const decided = decide(current(), withFormer(command), actor, deps.moment());
      if (!decided.ok) return decided;
      commit(decided.value, current());
      return ok({ revision });
    },
  };
}

function isSameInfo(a: RoomInfo, b: RoomInfo): boolean {
  const isSameRoom = a.id === b.id && a.name === b.name && a.description === b.description && a.url === b.url;
  const isSameGate = a.visibility === b.visibility && a.hasPassword === b.hasPassword;
  return isSameRoom && isSameGate && a.isFair === b.isFair && a.isLeveled === b.isLeveled && isSamePerson(a.owner, b.owner);
}
