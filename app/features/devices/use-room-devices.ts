import { useEffect, useState } from "react";
import type { Engine } from "#app/audio/engine.ts";
import { startTimer } from "#app/lib/timer.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { RoomDevices } from "#app/server-client/room/room-devices.ts";
import { MetronomeRun } from "./metronome-run.ts";

export type OpenDevices = { readonly room: RoomDevices; readonly metronome: MetronomeRun };

type Options = { readonly connection: RoomConnection; readonly engine: Engine; readonly isOpen: boolean };

/**
 * The devices of a room for an open panel, and its metronome. Both outlive the panel until the room is left: the chart keeps its past,
 * and the metronome beats on. Null until they are created.
 */
export function useRoomDevices({ connection, engine, isOpen }: Options): OpenDevices | null {
  const [devices, setDevices] = useState<OpenDevices | null>(null);
  useEffect(() => {
    const room = new RoomDevices({ connection, nowMs: () => performance.now(), after: startTimer });
    const metronome = new MetronomeRun({ connection, devices: room, engine });
    setDevices({ room, metronome });
    return () => {
      metronome.close();
      room.close();
    };
  }, [connection, engine]);
  useEffect(() => (isOpen ? devices?.room.watch() : undefined), [devices, isOpen]);
  return devices;
}
