import type { FromPlayer, Placement, VoiceReport } from "#app/audio/worklet/messages.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { EMPTY_TIMELINE, type Timeline } from "#app/domain/playback/schedule.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { type Deviation, nextSyncStatus, SYNC_OFF, type SyncStatus } from "#app/domain/sync/sync-status.ts";
import { isSameSound } from "#app/domain/tracks/track.ts";
import { levelingGainDb } from "#app/domain/tracks/track-analysis.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { type EngineStatus, INITIAL_STATUS, isSameStatus } from "./engine-status.ts";
import { createOutputClock } from "./output-clock.ts";
import type { PlayerNode } from "./player-node.ts";
import type { RoomClock } from "./room-clock.ts";
import { createTrackCache } from "./track-cache.ts";
import { faultOf, type TrackFault } from "./track-source.ts";
import { startFeed, type VoiceFeed } from "./voice-feed.ts";
import { type PlannedVoice, planVoices, type VoiceTimeline } from "./voice-plan.ts";

/** Makes this device sound where the room is. Told the room's state; asks the clock; tells the player. */
export type Engine = {
  /** @param isLeveled all tracks sound equally loud */
  setRoom(line: Timeline, isLeveled: boolean): void;
  setMedia(media: MediaGrant): void;
  /** Lets sound out; to be called from a person's gesture. */
  unlock(): Promise<void>;
  setVolume(gain: number): void;
  /** Starts over: clock, output and samples. */
  resync(): void;
  /** Gives a track that failed another try. */
  retry(): void;
  status(): EngineStatus;
  /** The room's time now; null before it is known. */
  serverNowMs(): number | null;
  subscribe(listener: () => void): () => void;
  close(): void;
};

export type EngineDeps = {
  readonly player: PlayerNode;
  readonly clock: RoomClock;
  readonly localNowMs: () => number;
  /** The media grant is over. */
  readonly onExpired: () => void;
  readonly onReport: (report: DeviceReport | null) => void;
};

type LiveVoice = PlannedVoice & { readonly feed: VoiceFeed };

const IDLE_TICK_MS = 200;
/** Readings of the output's clock follow each other fast until there are enough. */
const FIRST_READINGS_MS = [20, 40, 60, 80, 100, 120, 150, 180, 220, 260, 300, 350, 400, 450, 500, 600];
/** A voice whose samples are this far behind will not catch up by itself. */
const HOPELESS_MS = 4000;

export function createEngine({ player, clock, localNowMs, onExpired, onReport }: EngineDeps): Engine {
  const { context } = player;
  const output = createOutputClock(context, localNowMs);
  let media: MediaGrant = { query: "", expiresAtMs: 0 };
  const tracks = createTrackCache(context, { media: () => media, onExpired });
  const faults = new Map<EntryId, TrackFault>();
  const listeners = new Set<() => void>();
  let line: Timeline = EMPTY_TIMELINE;
  let isLeveled = false;
  let voices: readonly LiveVoice[] = [];
  let reports = new Map<number, VoiceReport>();
  let lamp: SyncStatus = SYNC_OFF;
  let status: EngineStatus = INITIAL_STATUS;
  let nextVoice = 0;
  let readings: readonly ReturnType<typeof setTimeout>[] = [];

  function tick(): void {
    const localMs = localNowMs();
    const serverMs = clock.toServerMs(localMs);
    clock.setActive(line.playback.status === "playing");
    if (serverMs !== null) {
      if (context.state === "running") follow(serverMs, localMs);
      else prepare();
    }
    publish(localMs, serverMs);
  }

  /** Before anybody may hear it, only what a start would have to wait for is fetched. */
  function prepare(): void {
    const entry = findEntry(line.playlist, currentEntryId(line.playback));
    tracks.keepOnly(new Set(entry ? [entry.id] : []));
    if (!entry || faults.has(entry.id)) return;
    tracks.open(entry).catch((error: unknown) => {
      const isGivenUp = error instanceof DOMException && error.name === "AbortError";
      if (!isGivenUp) faults.set(entry.id, faultOf(error));
    });
  }

  function follow(serverMs: number, localMs: number): void {
    const plan = planVoices({ line, voices, serverNowMs: serverMs });
    const feedOf = new Map(voices.map((voice) => [voice.id, voice.feed]));
    for (const { id } of plan.close) feedOf.get(id)?.close();
    const kept = plan.keep.flatMap((voice): LiveVoice[] => {
      const feed = feedOf.get(voice.id);
      return feed ? [{ ...voice, feed }] : [];
    });
    const opened = plan.open.flatMap(({ entry, ...voice }): LiveVoice[] => {
      if (faults.has(entry.id)) return [];
      nextVoice += 1;
      const feed = startFeed({ voice: nextVoice, track: tracks.open(entry), fromMs: voice.cueMs, post: player.post });
      return [{ ...voice, id: nextVoice, feed }];
    });
    voices = [...kept, ...opened].filter((voice) => isWorthKeeping(voice, serverMs));
    tracks.keepOnly(new Set(voices.map(({ entryId }) => entryId)));
    for (const voice of voices) place(voice, serverMs, localMs);
  }

  function isWorthKeeping({ entryId, feed, line }: LiveVoice, serverMs: number): boolean {
    const fault = feed.fault();
    if (fault) faults.set(entryId, fault);
    const isHopeless = line !== null && !line.isCutShort && serverMs - line.originMs - feed.filledToMs() > HOPELESS_MS;
    const isOver = line?.stopMs != null && line.stopMs < serverMs;
    if (!fault && (!isHopeless || isOver)) return true;
    feed.close();
    return false;
  }

  function place({ id, entryId, line: voiceTimeline, cueMs, feed }: LiveVoice, serverMs: number, localMs: number): void {
    feed.pump(voiceTimeline ? Math.max(cueMs, serverMs - voiceTimeline.originMs) : cueMs);
    const sampleRate = feed.sampleRate();
    const contextSec = output.toContextSec(localMs);
    if (!voiceTimeline || sampleRate === null || contextSec === null) return;
    const placement = placementOf(voiceTimeline, { serverMs, localMs, contextSec, sampleRate });
    player.post({ type: "place", voice: id, placement: { ...placement, gain: gainOf(entryId) } });
  }

  function gainOf(entryId: EntryId): number {
    const track = isLeveled ? findEntry(line.playlist, entryId)?.track : undefined;
    return track ? 10 ** (levelingGainDb(track) / 20) : 1;
  }

  function placementOf(
    voiceTimeline: VoiceTimeline,
    now: { readonly serverMs: number; readonly localMs: number; readonly contextSec: number; readonly sampleRate: number },
  ): Omit<Placement, "gain"> {
    const clockRate = 1 + (clock.estimate()?.driftPpm ?? 0) * 1e-6;
    const frameAt = (ms: number) => (now.contextSec + (ms - now.serverMs) / clockRate / 1000) * context.sampleRate;
    return {
      contextFrame: now.contextSec * context.sampleRate,
      trackFrame: ((now.serverMs - voiceTimeline.originMs) / 1000) * now.sampleRate,
      rate: (now.sampleRate / context.sampleRate) * clockRate,
      startFrame: frameAt(voiceTimeline.startMs),
      stopFrame: voiceTimeline.stopMs === null ? null : frameAt(voiceTimeline.stopMs),
      isCutShort: voiceTimeline.isCutShort,
    };
  }

  /** The voice that should sound now, and how it does. */
  function current(serverMs: number): { voice: LiveVoice; report: VoiceReport | undefined } | null {
    const voice = voices.find(
      ({ line }) => line && !line.isCutShort && line.startMs <= serverMs && (line.stopMs ?? serverMs) >= serverMs,
    );
    return voice ? { voice, report: reports.get(voice.id) } : null;
  }

  function deviation(serverMs: number): Deviation | null {
    const report = current(serverMs)?.report;
    const boundMs = clock.estimate()?.boundMs;
    if (!report || report.positionFrame === null || boundMs === undefined) return null;
    return { errorMs: report.errorMs, boundMs };
  }

  function publish(localMs: number, serverMs: number | null): void {
    const isSounding = line.playback.status === "playing" && context.state === "running";
    const off = isSounding && serverMs !== null ? deviation(serverMs) : null;
    lamp = isSounding ? nextSyncStatus(lamp, off, localMs) : SYNC_OFF;
    onReport(off);
    const entryId = currentEntryId(line.playback);
    const on = serverMs === null ? null : current(serverMs);
    const { feed } = on?.voice ?? voices.find((voice) => voice.entryId === entryId) ?? {};
    const next: EngineStatus = {
      sound: context.state === "running" ? "on" : "locked",
      lamp: lamp.state,
      errorMs: off?.errorMs ?? null,
      clock: clock.estimate(),
      // before the first block nothing is there
      filledToMs: feed && feed.sampleRate() !== null ? feed.filledToMs() : null,
      means: entryId && tracks.means(entryId),
      trimPpm: on?.report?.trimPpm ?? 0,
      jumps: on?.report?.jumps ?? 0,
      starvedBlocks: on?.report?.starvedBlocks ?? 0,
      outputLatencyMs: (context.outputLatency || context.baseLatency || 0) * 1000,
      fault: entryId ? (faults.get(entryId) ?? null) : null,
    };
    if (isSameStatus(status, next)) return;
    status = next;
    for (const listener of listeners) listener();
  }

  function takeReport(report: FromPlayer): void {
    output.sample();
    reports = new Map(report.voices.map((voice) => [voice.voice, voice]));
    tick();
  }

  function readOutput(): void {
    output.reset();
    for (const reading of readings) clearTimeout(reading);
    readings = FIRST_READINGS_MS.map((ms) =>
      setTimeout(() => {
        output.sample();
        tick();
      }, ms),
    );
  }

  /** What sounds otherwise than it did is opened anew; what is only called otherwise plays on. */
  function reopenChanged({ playlist }: Timeline): void {
    if (playlist === line.playlist) return;
    const isChanged = (id: EntryId) => {
      const [was, is] = [findEntry(line.playlist, id), findEntry(playlist, id)];
      return was !== undefined && is !== undefined && !isSameSound(was.track, is.track);
    };
    for (const id of [...faults.keys()].filter(isChanged)) faults.delete(id);
    const changed = new Set(voices.filter(({ entryId }) => isChanged(entryId)));
    for (const { feed } of changed) feed.close();
    voices = voices.filter((voice) => !changed.has(voice));
    tracks.tell(playlist);
  }

  function silence(): void {
    for (const { feed } of voices) feed.close();
    voices = [];
  }

  const timer = setInterval(tick, IDLE_TICK_MS);
  player.onReport(takeReport);
  context.onstatechange = () => {
    if (context.state === "running") readOutput();
    else silence();
    tick();
  };
  if (context.state === "running") readOutput();

  return {
    setRoom(nextLine, nextIsLeveled) {
      reopenChanged(nextLine);
      line = nextLine;
      isLeveled = nextIsLeveled;
      tick();
    },
    setMedia(grant) {
      media = grant;
    },
    async unlock() {
      await context.resume();
    },
    setVolume: (gain) => player.post({ type: "volume", gain }),
    resync() {
      silence();
      tracks.close();
      lamp = SYNC_OFF;
      readOutput();
      clock.restart();
      tick();
    },
    retry() {
      faults.clear();
      tick();
    },
    status: () => status,
    serverNowMs: () => clock.toServerMs(localNowMs()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
      for (const reading of readings) clearTimeout(reading);
      context.onstatechange = null;
      silence();
      tracks.close();
      player.close();
      listeners.clear();
    },
  };
}
