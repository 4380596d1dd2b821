import type { PlayerReport, VoiceId, VoiceReport } from "#app/audio/worklet/messages.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { Timeline } from "#app/domain/playback/schedule.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { type Deviation, nextSyncStatus, SYNC_OFF, type SyncStatus } from "#app/domain/sync/sync-status.ts";
import { findUncertainty, type SyncUncertainty, totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { type EngineStatus, INITIAL_STATUS, isSameStatus } from "./engine-status.ts";
import type { Output } from "./output.ts";
import type { RoomClock } from "./room-clock.ts";
import type { TrackCache } from "./track-cache.ts";
import type { LiveVoice, VoicePool } from "./voice-pool.ts";

type StatusPublisherDeps = {
  readonly clock: RoomClock;
  readonly output: Output;
  readonly voices: VoicePool;
  readonly tracks: TrackCache;
  /** Receives the deviation of this device several times a second; null while nothing sounds. */
  readonly onReport: (report: DeviceReport | null) => void;
};

/** The moment of a status: device time, and server time unless it is not known yet. */
type Now = { readonly localMs: number; readonly serverMs: number | null };

/** Derives the engine's status from its parts and from the reports of its voices. */
export class StatusPublisher {
  readonly #deps: StatusPublisherDeps;
  readonly #status = createStore<EngineStatus>(INITIAL_STATUS);
  #reports: ReadonlyMap<VoiceId, VoiceReport> = new Map();
  #syncStatus: SyncStatus = SYNC_OFF;

  constructor(deps: StatusPublisherDeps) {
    this.#deps = deps;
  }

  get status(): ReadableStore<EngineStatus> {
    return this.#status;
  }

  receive({ voices }: PlayerReport): void {
    this.#reports = new Map(voices.map((voice) => [voice.voice, voice]));
  }

  /** Forgets how well the device was in sync. */
  reset(): void {
    this.#syncStatus = SYNC_OFF;
  }

  publish(timeline: Timeline, { localMs, serverMs }: Now): void {
    const { output, voices, onReport } = this.#deps;
    const current = serverMs === null ? null : voices.findCurrent(serverMs);
    const report = current ? this.#reports.get(current.id) : undefined;
    const isPlaying = timeline.playback.status === "playing" && output.isRunning;
    const deviation = isPlaying && report ? this.#toDeviation(report) : null;
    this.#syncStatus = isPlaying ? nextSyncStatus(this.#syncStatus, deviation, localMs) : SYNC_OFF;
    onReport(deviation);
    const status = this.#readStatus(timeline, { current, report, deviation });
    if (!isSameStatus(this.#status.get(), status)) this.#status.set(status);
  }

  get #uncertainty(): SyncUncertainty | null {
    const { estimate: clock } = this.#deps.clock;
    const { estimate: output } = this.#deps.output;
    return clock && output && findUncertainty(clock, output);
  }

  #toDeviation({ positionFrame, errorMs }: VoiceReport): Deviation | null {
    const uncertainty = this.#uncertainty;
    return positionFrame === null || !uncertainty ? null : { errorMs, boundMs: totalUncertaintyMs(uncertainty) };
  }

  #readStatus({ playback }: Timeline, { current, report, deviation }: CurrentSound): EngineStatus {
    const { clock, output, voices, tracks } = this.#deps;
    const entryId = currentEntryId(playback);
    const { feed } = current ?? voices.findByEntry(entryId) ?? {};
    return {
      sound: output.isStopped ? "stopped" : output.isRunning ? "on" : "locked",
      syncState: this.#syncStatus.state,
      errorMs: deviation?.errorMs ?? null,
      clock: clock.estimate,
      uncertainty: this.#uncertainty,
      bufferedToMs: feed && feed.sampleRate !== null ? feed.bufferedToMs : null,
      decodingMode: entryId && tracks.decodingMode(entryId),
      trimPpm: report?.trimPpm ?? 0,
      jumps: report?.jumps ?? 0,
      underruns: report?.underruns ?? 0,
      output: output.estimate,
      isSettling: output.isSettling,
      fault: entryId && voices.fault(entryId),
    };
  }
}

/** The voice that plays now, with its latest report and deviation. */
type CurrentSound = {
  readonly current: LiveVoice | null;
  readonly report: VoiceReport | undefined;
  readonly deviation: Deviation | null;
};
