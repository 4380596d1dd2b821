import { createContext, useContext } from "react";
import type { Engine } from "#app/audio/engine.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomDevices } from "#app/server-client/room/room-devices.ts";
import type { DeviceViewer } from "./device-rights.ts";

/** The room of an open panel, for all its parts. */
export type DevicesContextValue = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  readonly room: RoomDevices;
  readonly viewer: DeviceViewer;
  readonly isRoomMuted: boolean;
};

const DevicesContext = createContext<DevicesContextValue | null>(null);

export const DevicesProvider = DevicesContext.Provider;

export function useDevices(): DevicesContextValue {
  const value = useContext(DevicesContext);
  if (!value) throw new Error("a part of the devices panel is rendered outside of it");
  return value;
}
