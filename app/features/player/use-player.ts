import { useCallback, useMemo } from "react";
import { readPreference } from "#app/app-state/preferences.ts";
import type { Engine } from "#app/audio/engine.ts";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import type { Repeat } from "#app/domain/playback/play-order.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useEngineStatus, useRoomView } from "#app/server-client/room/use-room-view.ts";
import { notify } from "#app/ui/notice-store.ts";
import { playJoinClick } from "./join-click.ts";
import { type PlayerView, playerView } from "./player-state.ts";
import { startSilence, stopSilence } from "./silence.ts";
import { useSeek } from "./use-seek.ts";

/** Everything the player's parts show and do. */
export type Player = PlayerView & {
  readonly view: RoomView;
  readonly status: EngineStatus;
  readonly durationMs: number;
  /** A press on play or pause that is not answered yet. */
  readonly isTurning: boolean;
  /** Where the room is in the current entry now, ms. */
  readonly positionMs: () => number;
  readonly listen: () => void;
  readonly togglePlay: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  readonly setShuffle: (isOn: boolean) => void;
  readonly setRepeat: (repeat: Repeat) => void;
  /** Kept within the track. */
  readonly seek: (positionMs: number) => void;
  readonly resync: () => void;
  readonly retry: () => void;
};

export function usePlayer(connection: RoomConnection, engine: Engine): Player {
  const errorText = useErrorText();
  const view = useRoomView(connection);
  const status = useEngineStatus(engine);
  const player = useMemo(() => playerView(view, status), [view, status]);
  const { entry, isPlaying } = player;
  const playback = view.state?.playback;
  const durationMs = entry?.track.durationMs ?? 0;

  const run = useCallback(
    async (command: RoomCommand) => {
      const error = await connection.command(command);
      if (error) notify({ variant: "error", title: errorText(error) });
      return error === null;
    },
    [connection, errorText],
  );

  const { wantedMs, seek, flush } = useSeek(run);
  const entryId = entry?.id;

  const positionMs = useCallback(() => {
    if (!playback || !entryId) return 0;
    const wanted = wantedMs(entryId);
    if (wanted !== null) return wanted;
    const nowMs = engine.serverNowMs();
    const at = nowMs === null && playback.status === "playing" ? playback.positionMs : positionAt(playback, nowMs ?? 0);
    return Math.min(durationMs, at);
  }, [playback, entryId, durationMs, engine, wantedMs]);

  const skip = (type: "next" | "previous") => {
    if (!entryId) return;
    flush();
    void run({ type, entryId });
  };

  return {
    ...player,
    view,
    status,
    durationMs,
    isTurning: view.pending.includes("play") || view.pending.includes("pause"),
    positionMs,
    listen() {
      // until the sound is let out, nothing is heard here
      if (readPreference("soundEffects") && status.sound === "locked") playJoinClick();
      if (isPlaying) startSilence();
      void engine.unlock();
    },
    togglePlay() {
      // the same press lets the sound out
      if (!isPlaying) startSilence();
      if (status.sound === "locked") void engine.unlock();
      flush();
      void run({ type: isPlaying ? "pause" : "play" }).then((isDone) => isDone || isPlaying || stopSilence());
    },
    next: () => skip("next"),
    previous: () => skip("previous"),
    setShuffle: (isOn) => void run({ type: "shuffle", isOn }),
    setRepeat: (repeat) => void run({ type: "repeat", repeat }),
    seek: (to) => entryId && seek(entryId, Math.max(0, Math.min(durationMs, to))),
    resync: engine.resync,
    retry: engine.retry,
  };
}
