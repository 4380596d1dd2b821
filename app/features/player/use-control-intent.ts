import { useEffect } from "react";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { type PlaybackRefusal, usePlaybackRefusal, withdrawRefusal } from "./use-playback-refusal.ts";

/**
 * After a guest has signed in to control playback: explains why the new user may not do so either. A user who may presses the
 * button again, because playing would start the sound for everyone.
 */
export function useControlIntent(view: RoomView): PlaybackRefusal {
  const refusal = usePlaybackRefusal(view);
  const { self, state } = view;
  const { reason } = refusal;
  // The notice of a refusal ends with its reason. Here and not in each button: a menu that closes must not end it.
  useEffect(() => (reason === null ? undefined : withdrawRefusal), [reason]);
  useIntent("control-playback", {
    // the snapshot for the new session has arrived
    isReady: self.userId !== null && state !== null,
    accepts: (intent) => intent.roomId === state?.info.id,
    run: refusal.explain,
  });
  return refusal;
}
