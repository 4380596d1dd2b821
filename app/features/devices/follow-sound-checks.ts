import { addSoundCheck, removeSoundCheck } from "#app/app-state/sound-checks.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { startTimer } from "#app/lib/timer.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { DeviceEngine } from "./device-engine.ts";

type FollowDeps = {
  readonly connection: Pick<RoomConnection, "view" | "onMessage">;
  readonly engine: Pick<DeviceEngine, "serverNowMs" | "startSoundCheck" | "endSoundCheck">;
};

/**
 * Plays the sound checks of a room on this device and publishes them in `activeSoundChecks`. They end with the connection, because
 * the end of one would not arrive. Returns the function that ends all and stops following.
 */
export function followSoundChecks({ connection, engine }: FollowDeps): () => void {
  /** Each check with the function that cancels its timer. */
  const running = new Map<string, () => void>();
  const forget = (id: string) => {
    running.get(id)?.();
    running.delete(id);
    removeSoundCheck(id);
  };
  const end = (id: string) => {
    engine.endSoundCheck(id);
    forget(id);
  };
  const endAll = () => {
    for (const id of [...running.keys()]) end(id);
  };
  const start = (check: SoundCheck) => {
    forget(check.id);
    engine.startSoundCheck(check);
    running.set(
      check.id,
      startTimer(remainingMs(check, engine.serverNowMs()), () => forget(check.id)),
    );
    addSoundCheck(check);
  };
  const stops = [
    connection.onMessage((message) => {
      if (message.type === "sound-check") start(message.check);
      if (message.type === "sound-check-end") end(message.id);
    }),
    connection.view.subscribe(() => {
      if (connection.view.get().connection !== "open") endAll();
    }),
    endAll,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The time until a check has ended and the music is back, ms. The engine ends it by itself then. */
function remainingMs({ startMs, periodMs, count, silentUntilMs }: SoundCheck, serverNowMs: number | null): number {
  const endMs = Math.max(startMs + periodMs * count, silentUntilMs ?? 0);
  return Math.max(0, endMs - (serverNowMs ?? startMs - deviceLimits.soundLeadMs));
}
