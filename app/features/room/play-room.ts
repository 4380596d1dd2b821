import { deviceSettings } from "#app/app-state/device-settings.ts";
import type { Engine } from "#app/audio/engine.ts";
import { EMPTY_TIMELINE } from "#app/domain/playback/schedule.ts";
import { loudspeakerGain } from "#app/domain/room/loudspeakers.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

type PlayDeps = {
  readonly connection: Pick<RoomConnection, "view">;
  readonly engine: Pick<Engine, "setMedia" | "setTimeline" | "setRoomGain" | "setSpeakerRole">;
};

/**
 * Plays the timeline of the room with the volume of its loudspeakers, in the role of this device, from the first sound on. Returns the
 * function that stops following the room.
 */
export function playRoom({ connection, engine }: PlayDeps): () => void {
  const applyRole = () => engine.setSpeakerRole(deviceSettings.get().role);
  const update = () => {
    const { confirmed, media, closeReason } = connection.view.get();
    if (media) engine.setMedia(media);
    if (confirmed) engine.setRoomGain(loudspeakerGain(confirmed.loudspeakers));
    // A device without access must stop playing.
    if (closeReason) engine.setTimeline(EMPTY_TIMELINE, { isLeveled: false });
    else if (confirmed) engine.setTimeline(confirmed, { isLeveled: confirmed.info.isLeveled });
  };
  applyRole();
  update();
  const stops = [deviceSettings.subscribe(applyRole), connection.view.subscribe(update)];
  return () => {
    for (const stop of stops) stop();
  };
}
