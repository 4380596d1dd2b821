import { deviceSettings } from "#app/app-state/device-settings.ts";
import { activeSoundChecks } from "#app/app-state/sound-checks.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { findSilence, type Silence } from "./silence.ts";

/** Why the music of this device cannot be heard while it plays. Null if it can. */
export function useSilence({ state }: RoomView): Silence | null {
  const settings = useStore(deviceSettings);
  const checks = useStore(activeSoundChecks);
  return findSilence({ settings, checks, isRoomMuted: state?.loudspeakers.isMuted ?? false });
}
