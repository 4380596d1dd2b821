import type { PlayerReport, VoiceId, VoiceReport } from "#app/audio/worklet/messages.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { EMPTY_TIMELINE, type Timeline } from "#app/domain/playback/schedule.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { outputRate, toContextSec } from "#app/domain/sync/output-estimate.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { type Deviation, nextSyncStatus, SYNC_OFF, type SyncStatus } from "#app/domain/sync/sync-status.ts";
import { findUncertainty, type SyncUncertainty, totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { type EngineStatus, INITIAL_STATUS, isSameStatus } from "./engine-status.ts";
import { Output } from "./output.ts";
import type { PlayerNode } from "./player-node.ts";
import type { RoomClock } from "./room-clock.ts";
import { TrackCache } from "./track-cache.ts";
import type { ClockReading } from "./voice-placement.ts";
import { type LiveVoice, VoicePool } from "./voice-pool.ts";

export type EngineDeps = {
  readonly player: PlayerNode;
  readonly clock: RoomClock;
  readonly localNowMs: () => number;
  /** Called when the media grant has expired. */
  readonly onExpired: () => void;
  /** Receives the deviation of this device several times a second; null while nothing sounds. */
  readonly onReport: (report: DeviceReport | null) => void;
};

/** Ticks also follow the player's reports; this interval serves while the context is suspended and sends none. */
const IDLE_TICK_MS = 200;

/** Plays the room's timeline on this device, in sync with the server's clock. */
export class Engine {
  readonly #player: PlayerNode;
  readonly #clock: RoomClock;
  readonly #localNowMs: () => number;
  readonly #onReport: EngineDeps["onReport"];
  readonly #output: Output;
  readonly #tracks: TrackCache;
  readonly #voices: VoicePool;
  readonly #status = createStore<EngineStatus>(INITIAL_STATUS);
  readonly #timer: ReturnType<typeof setInterval>;
  #media: MediaGrant = { query: "", expiresAtMs: 0 };
  #timeline: Timeline = EMPTY_TIMELINE;
  #isLeveled = false;
  #adjustmentMs = 0;
  #gain = 1;
  #fade = 1;
  #reports: ReadonlyMap<VoiceId, VoiceReport> = new Map();
  #syncStatus: SyncStatus = SYNC_OFF;

  constructor({ player, clock, localNowMs, onExpired, onReport }: EngineDeps) {
    this.#player = player;
    this.#clock = clock;
    this.#localNowMs = localNowMs;
    this.#onReport = onReport;
    this.#tracks = new TrackCache({ media: () => this.#media, onExpired });
    this.#voices = new VoicePool(player, this.#tracks);
    this.#timer = setInterval(() => this.#tick(), IDLE_TICK_MS);
    player.onReport((report) => this.#receiveReport(report));
    this.#output = new Output({
      player,
      localNowMs,
      mayReopen: () => this.#timeline.playback.status !== "playing",
      onChange: () => this.#handleOutputChange(),
    });
  }

  get status(): ReadableStore<EngineStatus> {
    return this.#status;
  }

  /** Server time now, ms; null before the first estimate of the server's clock. */
  serverNowMs(): number | null {
    return this.#clock.toServerMs(this.#localNowMs());
  }

  /** `isLeveled`: all tracks are leveled to the same loudness. */
  setTimeline(timeline: Timeline, { isLeveled }: { readonly isLeveled: boolean }): void {
    if (timeline.playlist !== this.#timeline.playlist) this.#voices.replaceTracks(this.#timeline.playlist, timeline.playlist);
    this.#timeline = timeline;
    this.#isLeveled = isLeveled;
    this.#tick();
  }

  setMedia(grant: MediaGrant): void {
    this.#media = grant;
  }

  /** @param gain linear, 1 leaves the sound as it is */
  setVolume(gain: number): void {
    this.#gain = gain;
    this.#postVolume();
  }

  /**
   * Lowers the volume until the sound is stopped and unlocked again.
   * @param share of the volume that remains, 1 for all of it
   */
  setFade(share: number): void {
    if (share === this.#fade || this.#output.isStopped) return;
    this.#fade = share;
    this.#postVolume();
  }

  #postVolume(): void {
    this.#player.post({ type: "volume", gain: this.#gain * this.#fade });
  }

  /**
   * Corrects what the browser does not know about the way to the loudspeaker.
   * @param ms by how much the device sounds late; negative if it sounds early
   */
  setOutputAdjustment(ms: number): void {
    this.#adjustmentMs = ms;
    this.#tick();
  }

  /** Makes the browser play sound. Must be called during a user gesture. */
  async unlock(): Promise<void> {
    const starting = this.#output.start();
    this.setFade(1);
    await starting;
  }

  /** Silences this device until the next `unlock`, while the room plays on. */
  async stop(): Promise<void> {
    // without this, the sound would end with a click
    this.setFade(0);
    const stopping = this.#output.stop();
    this.#tick();
    await stopping;
  }

  /** Resumes the sound after an interruption, such as a phone call, if the browser allows it without a gesture. */
  wake(): void {
    this.#output.wake();
  }

  /** Measures the output again, because the loudspeaker may have been changed. The sound goes on meanwhile. */
  readonly changeOutput = (): void => {
    this.#output.restart();
  };

  /** Starts again from nothing: clock, output and samples. */
  readonly resync = (): void => {
    this.#voices.closeAll();
    this.#tracks.close();
    this.#syncStatus = SYNC_OFF;
    this.#output.restart();
    this.#clock.restart();
    this.#tick();
  };

  /** Tries again to open the tracks that failed. */
  readonly retry = (): void => {
    this.#voices.clearFaults();
    this.#tick();
  };

  close(): void {
    clearInterval(this.#timer);
    this.#output.close();
    this.#voices.closeAll();
    this.#tracks.close();
    this.#player.close();
  }

  #tick(): void {
    const localMs = this.#localNowMs();
    const serverMs = this.#clock.toServerMs(localMs);
    const { playback, playlist } = this.#timeline;
    // also before the start, so that it is right from the first sample
    this.#clock.setActive(playback.status === "playing" || this.#output.isRunning);
    if (serverMs !== null && this.#output.isRunning) {
      const now = this.#readClocks(localMs, serverMs);
      this.#voices.update(this.#timeline, now, { isLeveled: this.#isLeveled });
    } else if (serverMs !== null) {
      this.#voices.preload(findEntry(playlist, currentEntryId(playback)));
    }
    this.#publish(localMs, serverMs);
  }

  #receiveReport(report: PlayerReport): void {
    this.#output.sample();
    this.#reports = new Map(report.voices.map((voice) => [voice.voice, voice]));
    this.#tick();
  }

  #handleOutputChange(): void {
    if (!this.#output.isRunning) this.#voices.closeAll();
    this.#tick();
  }

  #readClocks(localMs: number, serverMs: number): ClockReading {
    const { estimate: output } = this.#output;
    return {
      serverMs,
      contextSec: output && toContextSec(output, localMs - this.#adjustmentMs),
      serverRate: 1 + (this.#clock.estimate?.driftPpm ?? 0) * 1e-6,
      outputRate: output ? outputRate(output) : 1,
    };
  }

  #publish(localMs: number, serverMs: number | null): void {
    const current = serverMs === null ? null : this.#voices.findCurrent(serverMs);
    const report = current ? this.#reports.get(current.id) : undefined;
    const isPlaying = this.#timeline.playback.status === "playing" && this.#output.isRunning;
    const deviation = isPlaying && report ? this.#toDeviation(report) : null;
    this.#syncStatus = isPlaying ? nextSyncStatus(this.#syncStatus, deviation, localMs) : SYNC_OFF;
    this.#onReport(deviation);
    const status = this.#readStatus({ current, report, deviation });
    if (!isSameStatus(this.#status.get(), status)) this.#status.set(status);
  }

  get #uncertainty(): SyncUncertainty | null {
    const { estimate: clock } = this.#clock;
    const { estimate: output } = this.#output;
    return clock && output && findUncertainty(clock, output);
  }

  #toDeviation({ positionFrame, errorMs }: VoiceReport): Deviation | null {
    const uncertainty = this.#uncertainty;
    return positionFrame === null || !uncertainty ? null : { errorMs, boundMs: totalUncertaintyMs(uncertainty) };
  }

  #readStatus({ current, report, deviation }: CurrentSound): EngineStatus {
    const entryId = currentEntryId(this.#timeline.playback);
    const { feed } = current ?? this.#voices.findByEntry(entryId) ?? {};
    return {
      sound: this.#output.isStopped ? "stopped" : this.#output.isRunning ? "on" : "locked",
      syncState: this.#syncStatus.state,
      errorMs: deviation?.errorMs ?? null,
      clock: this.#clock.estimate,
      uncertainty: this.#uncertainty,
      bufferedToMs: feed && feed.sampleRate !== null ? feed.bufferedToMs : null,
      decodingMode: entryId && this.#tracks.decodingMode(entryId),
      trimPpm: report?.trimPpm ?? 0,
      jumps: report?.jumps ?? 0,
      underruns: report?.underruns ?? 0,
      output: this.#output.estimate,
      fault: entryId && this.#voices.fault(entryId),
    };
  }
}

/** The voice that plays now, with its latest report and deviation. */
type CurrentSound = {
  readonly current: LiveVoice | null;
  readonly report: VoiceReport | undefined;
  readonly deviation: Deviation | null;
};
