import { useSyncExternalStore } from "react";
import type { Engine } from "#app/audio/engine.ts";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import type { RoomConnection } from "./room-connection.ts";
import type { RoomView } from "./room-view.ts";

/** The room as it is now. */
export function useRoomView(connection: RoomConnection): RoomView {
  return useSyncExternalStore(connection.subscribe, connection.view);
}

/** How this device sounds now. */
export function useEngineStatus(engine: Engine): EngineStatus {
  return useSyncExternalStore(engine.subscribe, engine.status);
}
