import type { EditId } from "#app/domain/ids.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { createRoomStore } from "#workers/room-object/room-store.ts";
import { actorAs, buildEntry, editId, INFO, OWNER, SERVER } from "./builders.ts";
import { createMemoryRoomStorage } from "./memory-room-storage.ts";

export type LoggedRoom = {
  state(): RoomState;
  /** The events of the latest command that had any. */
  events(): readonly RoomEvent[];
  /** Runs a command and returns the id of its edit. Throws if it is refused. */
  run(command: AnyCommand, actor?: Actor): EditId;
  /** Runs a command and returns the error; null if it succeeds. */
  attempt(command: AnyCommand, actor?: Actor, id?: EditId): string | null;
};

/** A room with its log, in memory, with `count` entries that its owner has added. */
export function createLoggedRoom(count: number): LoggedRoom {
  const moment = () => ({ serverNowMs: 1000, leadMs: 200 });
  let latest: readonly RoomEvent[] = [];
  const publish = (events: readonly RoomEvent[]) => {
    latest = events;
  };
  const storage = createMemoryRoomStorage();
  const store = createRoomStore({ storage, log: storage.log, moment, publish }, INFO);
  if (!store) throw new Error("no room");
  let edits = 0;

  const attempt: LoggedRoom["attempt"] = (command, actor = actorAs("owner"), id = editId(edits++)) => {
    const result = store.run(command, actor, id);
    return result.ok ? null : result.error;
  };
  const entries = Array.from({ length: count }, (_, i) => buildEntry(i + 1));
  if (count > 0) attempt({ type: "add", entries, person: { id: OWNER, name: "Owner", avatar: "#000000" } }, SERVER);
  return {
    state: store.state,
    events: () => latest,
    attempt,
    run(command, actor) {
      const id = editId(edits++);
      const error = attempt(command, actor, id);
      if (error) throw new Error(error);
      return id;
    },
  };
}
