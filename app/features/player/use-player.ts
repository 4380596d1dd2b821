import { useCallback } from "react";
import { readPreference } from "#app/app-state/preferences.ts";
import type { Engine } from "#app/audio/engine.ts";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import { startSilentAudio } from "#app/audio/silent-audio.ts";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import type { Repeat } from "#app/domain/playback/play-order.ts";
import { positionAt } from "#app/domain/playback/playback.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { ReadableStore } from "#app/lib/store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { notify } from "#app/ui/notice-store.ts";
import { playJoinSound } from "./join-sound.ts";
import { type OutputAdjustment, useOutputAdjustment } from "./use-output-adjustment.ts";
import { type PlayerView, usePlayerView } from "./use-player-view.ts";
import { useSeek } from "./use-seek.ts";
import { useUndoableCommand } from "./use-undoable-command.ts";

/** The state and the actions of the player. */
export type Player = PlayerView & {
  readonly view: RoomView;
  /** How this device plays. It changes several times a second. */
  readonly engineStatus: ReadableStore<EngineStatus>;
  /** The length of the current track; 0 without one. */
  readonly durationMs: number;
  /** True while a play or pause command awaits its reply. */
  readonly isTogglePending: boolean;
  /** The position of the room in the current entry now, ms. */
  readonly positionMs: () => number;
  /** Starts the sound on this device. Must be called during a user gesture. */
  readonly listen: () => void;
  /** Silences this device. The room plays on. */
  readonly stopListening: () => void;
  readonly togglePlay: () => void;
  /** Skips the current track, or votes to. */
  readonly next: () => void;
  /** Votes to skip the current track, or withdraws the vote. */
  readonly toggleSkipVote: () => void;
  readonly previous: () => void;
  readonly setShuffle: (isOn: boolean) => void;
  readonly setRepeat: (repeat: Repeat) => void;
  readonly setCrossfade: (ms: number) => Promise<void>;
  /** The position is limited to the track. */
  readonly seek: (positionMs: number) => void;
  /** The connection to the room, for reactions. */
  readonly connection: RoomConnection;
  readonly outputAdjustment: OutputAdjustment;
  /** Synchronizes this device from scratch. */
  readonly resync: () => void;
  /** Tries again to load a track that failed. */
  readonly retry: () => void;
};

export function usePlayer(connection: RoomConnection, engine: Engine): Player {
  const view = useRoomView(connection);
  const playerView = usePlayerView(view, engine);
  const outputAdjustment = useOutputAdjustment(engine);
  const run = useCommand(connection);
  const runUndoable = useUndoableCommand(connection);
  const { getRequestedMs, seek, flush } = useSeek(run);
  const entryId = playerView.entry?.id;
  const durationMs = playerView.entry?.track.durationMs ?? 0;
  const positionMs = usePosition(view, engine, { playerView, getRequestedMs });

  return {
    ...playerView,
    view,
    engineStatus: engine.status,
    durationMs,
    isTogglePending: view.pending.includes("play") || view.pending.includes("pause"),
    positionMs,
    ...createListening(engine, playerView),
    ...createSkipping(run, playerView, flush),
    togglePlay() {
      flush();
      if (!playerView.isPlaying) startSoundWithRoom(engine);
      void run({ type: playerView.isPlaying ? "pause" : "play" });
    },
    setShuffle: (isOn) => void runUndoable({ type: "shuffle", isOn }),
    setRepeat: (repeat) => void runUndoable({ type: "repeat", repeat }),
    setCrossfade: (ms) => runUndoable({ type: "crossfade", ms }),
    seek: (toMs) => entryId && seek(entryId, Math.max(0, Math.min(durationMs, toMs))),
    connection,
    outputAdjustment,
    resync: engine.resync,
    retry: engine.retry,
  };
}

type RunCommand = (command: RoomCommand) => Promise<boolean>;

/** Runs a command and resolves to whether it succeeded. Errors are shown in a notice. */
function useCommand(connection: RoomConnection): RunCommand {
  const errorText = useErrorText();
  return useCallback(
    async (command) => {
      const error = await connection.command(command);
      if (error) notify({ variant: "error", title: errorText(error) });
      return error === null;
    },
    [connection, errorText],
  );
}

type Skipping = Pick<Player, "next" | "previous" | "toggleSkipVote">;

/** @param flush sends a seek that waits */
function createSkipping(run: RunCommand, { entry, skipVote }: PlayerView, flush: () => void): Skipping {
  const vote = (isFor: boolean) => entry && void run({ type: "vote-skip", entryId: entry.id, isFor });
  const skip = (type: "next" | "previous") => {
    if (!entry) return;
    flush();
    void run({ type, entryId: entry.id });
  };
  return {
    next: () => (skipVote ? vote(true) : skip("next")),
    toggleSkipVote: () => vote(!skipVote?.isOwn),
    previous: () => skip("previous"),
  };
}

type PositionOptions = {
  readonly playerView: PlayerView;
  readonly getRequestedMs: ReturnType<typeof useSeek>["getRequestedMs"];
};

function usePosition({ state }: RoomView, engine: Engine, { playerView, getRequestedMs }: PositionOptions): () => number {
  const playback = state?.playback;
  const entryId = playerView.entry?.id;
  const durationMs = playerView.entry?.track.durationMs ?? 0;
  return useCallback(() => {
    if (!playback || !entryId) return 0;
    const requestedMs = getRequestedMs(entryId);
    if (requestedMs !== null) return requestedMs;
    const nowMs = engine.serverNowMs();
    const isUnknown = nowMs === null && playback.status === "playing";
    return Math.min(durationMs, isUnknown ? playback.positionMs : positionAt(playback, nowMs ?? 0));
  }, [playback, entryId, durationMs, engine, getRequestedMs]);
}

function createListening(engine: Engine, { sound }: PlayerView): Pick<Player, "listen" | "stopListening"> {
  return {
    listen() {
      // The sound of the engine itself starts only after it is unlocked.
      if (readPreference("soundEffects") && sound !== "on") playJoinSound();
      startSilentAudio();
      void engine.unlock();
    },
    stopListening: () => void engine.stop(),
  };
}
