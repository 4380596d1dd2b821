import type { PlayerReport } from "#app/audio/worklet/messages.ts";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { EMPTY_TIMELINE, type Timeline } from "#app/domain/playback/schedule.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { outputRate, toContextSec } from "#app/domain/sync/output-estimate.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { DeviceLog } from "./device-log.ts";
import type { EngineStatus } from "./engine-status.ts";
import { EngineVolume } from "./engine-volume.ts";
import { Output } from "./output.ts";
import { OutputRecovery } from "./output-recovery.ts";
import { OutputSink } from "./output-sink.ts";
import type { PlayerNode } from "./player-node.ts";
import type { RoomClock } from "./room-clock.ts";
import { SoundCheckLoader } from "./sound-check-loader.ts";
import { Speaker } from "./speaker.ts";
import { StatusPublisher } from "./status-publisher.ts";
import { TrackCache } from "./track-cache.ts";
import { TroubleWatch } from "./trouble-watch.ts";
import type { ClockReading } from "./voice-placement.ts";
import { VoicePool } from "./voice-pool.ts";

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
/** A change of the way to the loudspeaker by this, ms, moves the sound at once. A smaller one moves it gradually. */
const REALIGN_MS = 5;

/** Plays the room's timeline on this device, in sync with the server's clock. */
export class Engine {
  /** The latest events of this device. */
  readonly log = new DeviceLog();
  readonly #player: PlayerNode;
  readonly #clock: RoomClock;
  readonly #localNowMs: () => number;
  readonly #output: Output;
  readonly #tracks: TrackCache;
  readonly #voices: VoicePool;
  readonly #volume: EngineVolume;
  readonly #speaker: Speaker;
  readonly #soundChecks: SoundCheckLoader;
  readonly #sink: OutputSink;
  readonly #recovery: OutputRecovery;
  readonly #keepAlive = createStore(false);
  readonly #troubles = new TroubleWatch(this.log);
  readonly #publisher: StatusPublisher;
  readonly #timer: ReturnType<typeof setInterval>;
  #media: MediaGrant = { query: "", expiresAtMs: 0 };
  #timeline: Timeline = EMPTY_TIMELINE;
  #isLeveled = false;
  #adjustmentMs = 0;
  /** The adjustment when the sound was last moved at once. */
  #alignedMs = 0;

  constructor({ player, clock, localNowMs, onExpired, onReport }: EngineDeps) {
    this.#player = player;
    this.#clock = clock;
    this.#localNowMs = localNowMs;
    this.#tracks = new TrackCache({ media: () => this.#media, onExpired });
    this.#voices = new VoicePool(player, this.#tracks);
    const { context, post } = player;
    this.#volume = new EngineVolume(post);
    this.#speaker = new Speaker({ player, onDelayChange: () => this.#realign() });
    this.#soundChecks = new SoundCheckLoader({ context, post, toContextSec: (serverMs) => this.toContextSec(serverMs) });
    this.#keepAlive.subscribe(() => post({ type: "keep-alive", isOn: this.#keepAlive.get() }));
    this.#timer = setInterval(() => this.#tick(), IDLE_TICK_MS);
    player.onReport((report) => this.#receiveReport(report));
    this.#output = new Output({
      player,
      localNowMs,
      mayReopen: () => this.#timeline.playback.status !== "playing" && !this.#soundChecks.isActive,
      onChange: () => this.#handleOutputChange(),
    });
    const output = this.#output;
    const keepRunning = (operate: () => Promise<void>) => output.keepRunning(operate);
    this.#sink = new OutputSink({ player, log: this.log, keepRunning, onChange: () => output.replace() });
    player.onOutputError(() => void this.#sink.leave());
    const [voices, tracks] = [this.#voices, this.#tracks];
    this.#publisher = new StatusPublisher({ clock, output, voices, tracks, onReport });
    this.#recovery = new OutputRecovery({ output, player, log: this.log, localNowMs, onSleep: () => this.#measureAgain() });
  }

  get status(): ReadableStore<EngineStatus> {
    return this.#publisher.status;
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
  readonly setVolume = (gain: number): void => this.#volume.setOwn(gain);

  /**
   * Lowers the volume until the sound is stopped and unlocked again.
   * @param share of the volume that remains, 1 for all of it
   */
  setFade(share: number): void {
    if (!this.#output.isStopped) this.#volume.setFade(share);
  }

  /**
   * The gain of all loudspeakers of the room, beside this device's own volume.
   * @param gain linear, 1 leaves the sound as it is
   */
  readonly setRoomGain = (gain: number): void => this.#volume.setRoom(gain);

  /** The part of the sound that this device plays. */
  setSpeakerRole(role: SpeakerRole): void {
    if (role === this.#speaker.role) return;
    this.log.add("role-set");
    this.#speaker.setRole(role);
  }

  /** Plays an inaudible tone, so that wireless loudspeakers do not fall asleep in silence. */
  readonly setKeepAlive = (isOn: boolean): void => this.#keepAlive.set(isOn);

  /**
   * Corrects what the browser does not know about the way to the loudspeaker.
   * @param ms by how much the device sounds late; negative if it sounds early
   */
  setOutputAdjustment(ms: number): void {
    if (ms === this.#adjustmentMs) return;
    this.#adjustmentMs = ms;
    this.log.add("delay-set", ms);
    if (Math.abs(ms - this.#alignedMs) >= REALIGN_MS) this.#realign();
    else this.#tick();
  }

  get canSetSink(): boolean {
    return this.#sink.canSet;
  }

  /** The id of the output that the sound goes to, "" for the system's. It changes, too, when that output is removed. */
  get sinkId(): ReadableStore<string> {
    return this.#sink.id;
  }

  /**
   * Moves the sound to another output, where browsers can. The output is measured again.
   * @param sinkId "" for the system's
   * @throws the browser's error
   */
  readonly setSink = (sinkId: string): Promise<void> => this.#sink.set(sinkId);

  /** Plays test sounds at server times, beside the music or in its place. */
  readonly startSoundCheck = (check: SoundCheck): void => this.#soundChecks.start(check);

  /** Ends a check before its time. */
  readonly endSoundCheck = (id: string): void => this.#soundChecks.end(id);

  /** The context with the output of this device. */
  get context(): AudioContext {
    return this.#player.context;
  }

  /**
   * The time of the context, s, that leaves the loudspeaker at a server time, the adjustment included. Null before the clocks
   * have their first estimates.
   */
  toContextSec(serverMs: number): number | null {
    const localMs = this.#clock.toLocalMs(serverMs);
    const { estimate } = this.#output;
    return localMs === null || !estimate ? null : toContextSec(estimate, localMs - this.#adjustmentMs);
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
    this.log.add("output-changed");
    this.#output.replace();
    this.#recovery.expectChange();
    void this.#sink.check();
  };

  /** Starts again from nothing: clock, output and samples. */
  readonly resync = (): void => {
    this.#voices.closeAll();
    this.#tracks.close();
    this.#publisher.reset();
    this.#output.replace();
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
    this.#recovery.close();
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
    this.#recovery.update();
    if (serverMs !== null && this.#output.isRunning) {
      const now = this.#readClocks(localMs, serverMs);
      this.#voices.update(this.#timeline, now, { isLeveled: this.#isLeveled });
    } else if (serverMs !== null) {
      this.#voices.preload(findEntry(playlist, currentEntryId(playback)));
    }
    this.#soundChecks.update(this.#output.isRunning);
    this.#publisher.publish(this.#timeline, { localMs, serverMs });
  }

  /** Moves the voices to where they belong, after the way to the loudspeaker has changed. */
  #realign(): void {
    this.#alignedMs = this.#adjustmentMs;
    this.#tick();
    this.#player.post({ type: "realign" });
  }

  /** After a sleep, when the voices are where they were before it. */
  #measureAgain(): void {
    this.#voices.closeAll();
    this.#clock.startBurst();
    this.#output.recover();
  }

  #receiveReport(report: PlayerReport): void {
    this.#output.sample();
    this.#troubles.receive(report);
    this.#publisher.receive(report);
    this.#tick();
    this.#recovery.receive(report);
  }

  #handleOutputChange(): void {
    if (!this.#output.isRunning) this.#voices.closeAll();
    this.#tick();
  }

  #readClocks(localMs: number, serverMs: number): ClockReading {
    const { estimate: output } = this.#output;
    return {
      serverMs,
      contextSec: output && toContextSec(output, localMs - this.#adjustmentMs - this.#speaker.delayMs),
      serverRate: 1 + (this.#clock.estimate?.driftPpm ?? 0) * 1e-6,
      outputRate: output ? outputRate(output) : 1,
    };
  }
}
