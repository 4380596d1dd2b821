import { outputDelays } from "#app/app-state/output-delays.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { startTimer } from "#app/lib/timer.ts";
import { newEditId } from "#app/server-client/room/room-connection.ts";
import type { DeviceEngine } from "./device-engine.ts";
import { measureTaps, TAP_PERIOD_MS, TAPS_NEEDED, type TapResult, toTapOffset } from "./tap-beat.ts";

const LEAD_MS = 1000;
const BEATS = 150;

export type TapState = {
  readonly isPlaying: boolean;
  /** By how much each of the latest taps came after its beat, ms. */
  readonly offsetsMs: readonly number[];
  /** Null until there are enough taps. */
  readonly result: TapResult | null;
};

/** Measures the delay of this device's output by the user's taps to a beat. */
export type TapPlayer = {
  readonly state: ReadableStore<TapState>;
  /** Plays the beat on this device. False while the sound is off or the server's time is unknown. */
  start(): boolean;
  /** @param atMs the time of the tap, as in `event.timeStamp` */
  tap(atMs?: number): void;
  stop(): void;
  /** Adds the result to the delay of the current output, and stops. */
  apply(): void;
};

const SILENT: TapState = { isPlaying: false, offsetsMs: [], result: null };

type TapPlayerDeps = {
  readonly engine: Pick<DeviceEngine, "status" | "serverNowMs" | "startSoundCheck" | "endSoundCheck">;
  /** The clock of `event.timeStamp`. */
  readonly localNowMs: () => number;
};

export function createTapPlayer({ engine, localNowMs }: TapPlayerDeps): TapPlayer {
  const state = createStore<TapState>(SILENT);
  let playing: { readonly check: SoundCheck; readonly cancelEnd: () => void } | null = null;
  const stop = () => {
    if (!playing) return;
    playing.cancelEnd();
    engine.endSoundCheck(playing.check.id);
    playing = null;
    state.update((current) => ({ ...current, isPlaying: false }));
  };
  return {
    state,
    stop,
    start() {
      stop();
      const nowMs = engine.serverNowMs();
      if (nowMs === null || engine.status.get().sound !== "on") return false;
      const check = createBeat(nowMs + LEAD_MS);
      engine.startSoundCheck(check);
      playing = { check, cancelEnd: startTimer(LEAD_MS + BEATS * TAP_PERIOD_MS, stop) };
      state.set({ ...SILENT, isPlaying: true });
      return true;
    },
    tap(atMs = localNowMs()) {
      const nowMs = engine.serverNowMs();
      if (!playing || nowMs === null) return;
      const offset = toTapOffset(nowMs - (localNowMs() - atMs), playing.check);
      if (offset === null) return;
      const offsetsMs = [...state.get().offsetsMs, offset].slice(-TAPS_NEEDED);
      state.set({ isPlaying: true, offsetsMs, result: measureTaps(offsetsMs) });
    },
    apply() {
      const { result } = state.get();
      if (result) outputDelays.setDelay(outputDelays.delayMs.get() + result.delayMs);
      stop();
      // the taps were about the previous delay
      state.set(SILENT);
    },
  };
}

/** The music is silent while the beat plays. */
function createBeat(startMs: number): SoundCheck {
  const silentUntilMs = startMs + BEATS * TAP_PERIOD_MS;
  return { id: newEditId(), sound: "beat", startMs, periodMs: TAP_PERIOD_MS, count: BEATS, silentUntilMs };
}
