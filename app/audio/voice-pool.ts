import type { EntryId } from "#app/domain/ids.ts";
import type { Timeline } from "#app/domain/playback/schedule.ts";
import { type Entry, findEntry, type Playlist } from "#app/domain/playlist/playlist.ts";
import { hasSameAudio, type Track } from "#app/domain/tracks/track.ts";
import { levelingGainDb } from "#app/domain/tracks/track-analysis.ts";
import type { PlayerNode } from "./player-node.ts";
import type { TrackCache } from "./track-cache.ts";
import { type TrackFault, toTrackFault } from "./track-fault.ts";
import { VoiceFeed } from "./voice-feed.ts";
import { type ClockReading, toPlacement } from "./voice-placement.ts";
import { type NewVoice, type PlannedVoice, planVoices } from "./voice-plan.ts";

export type LiveVoice = PlannedVoice & {
  readonly feed: VoiceFeed;
  /** The track as it was when the voice was opened. */
  readonly track: Track;
};

/** A voice whose samples lag this far behind cannot catch up; it is replaced. */
const HOPELESS_LAG_MS = 4000;

/** The open voices: creates, fills, places and closes them as the timeline demands. Records which tracks cannot play. */
export class VoicePool {
  readonly #player: PlayerNode;
  readonly #tracks: TrackCache;
  readonly #faults = new Map<EntryId, TrackFault>();
  #voices: readonly LiveVoice[] = [];
  #lastId = 0;

  constructor(player: PlayerNode, tracks: TrackCache) {
    this.#player = player;
    this.#tracks = tracks;
  }

  /** Opens only the track that a start would wait for, while the browser does not play sound yet. */
  preload(entry: Entry | undefined): void {
    this.#tracks.retainOnly(new Set(entry ? [entry.id] : []));
    if (!entry || this.#faults.has(entry.id)) return;
    this.#tracks.open(entry).catch((error: unknown) => {
      const isAborted = error instanceof DOMException && error.name === "AbortError";
      if (!isAborted) this.#faults.set(entry.id, toTrackFault(error));
    });
  }

  /** Brings the voices in line with the timeline at a moment. */
  update(timeline: Timeline, now: ClockReading, { isLeveled }: { readonly isLeveled: boolean }): void {
    const plan = planVoices({ timeline, voices: this.#voices, serverNowMs: now.serverMs });
    for (const { feed } of plan.close) feed.close();
    const opened = plan.open.filter(({ entryId }) => !this.#faults.has(entryId)).map((voice) => this.#open(voice));
    this.#voices = [...plan.keep, ...opened].filter((voice) => this.#isUsable(voice, now.serverMs));
    this.#tracks.retainOnly(new Set(this.#voices.map(({ entryId }) => entryId)));
    for (const voice of this.#voices) {
      // an entry that fades out may have been removed
      const { track } = findEntry(timeline.playlist, voice.entryId) ?? voice;
      this.#place(voice, now, isLeveled ? 10 ** (levelingGainDb(track) / 20) : 1);
    }
  }

  /** Closes the voices of entries whose audio was replaced. Those with the same audio play on. */
  replaceTracks(previous: Playlist, next: Playlist): void {
    const hasNewAudio = (id: EntryId) => {
      const [before, after] = [findEntry(previous, id), findEntry(next, id)];
      return before !== undefined && after !== undefined && !hasSameAudio(before.track, after.track);
    };
    for (const id of [...this.#faults.keys()].filter(hasNewAudio)) this.#faults.delete(id);
    const replaced = new Set(this.#voices.filter(({ entryId }) => hasNewAudio(entryId)));
    for (const { feed } of replaced) feed.close();
    this.#voices = this.#voices.filter((voice) => !replaced.has(voice));
    this.#tracks.update(next);
  }

  closeAll(): void {
    for (const { feed } of this.#voices) feed.close();
    this.#voices = [];
  }

  /** The voice of the entry that is current at a server time. Another one may still fade out. */
  findCurrent(serverMs: number): LiveVoice | null {
    const isCurrent = ({ schedule }: LiveVoice) =>
      schedule &&
      !schedule.isCutShort &&
      schedule.startMs <= serverMs &&
      (schedule.fadeOut?.startMs ?? schedule.stopMs ?? serverMs) >= serverMs;
    return this.#voices.find(isCurrent) ?? null;
  }

  findByEntry(id: EntryId | null): LiveVoice | null {
    return this.#voices.find(({ entryId }) => entryId === id) ?? null;
  }

  fault(id: EntryId): TrackFault | null {
    return this.#faults.get(id) ?? null;
  }

  /** Lets tracks that failed be opened again. */
  clearFaults(): void {
    this.#faults.clear();
  }

  #open({ entry, ...voice }: NewVoice): LiveVoice {
    this.#lastId += 1;
    const { post } = this.#player;
    const feed = new VoiceFeed({ voice: this.#lastId, track: this.#tracks.open(entry), fromMs: voice.cuePositionMs, post });
    return { ...voice, id: this.#lastId, feed, track: entry.track };
  }

  /** Closes a voice whose track failed or whose samples lag behind. The next update opens another if it is needed. */
  #isUsable({ entryId, feed, schedule }: LiveVoice, serverMs: number): boolean {
    if (feed.fault) this.#faults.set(entryId, feed.fault);
    const lagMs = schedule && !schedule.isCutShort ? serverMs - schedule.originMs - feed.bufferedToMs : 0;
    const isOver = schedule?.stopMs != null && schedule.stopMs < serverMs;
    if (!feed.fault && (lagMs <= HOPELESS_LAG_MS || isOver)) return true;
    feed.close();
    return false;
  }

  #place({ id, schedule, cuePositionMs, feed }: LiveVoice, now: ClockReading, gain: number): void {
    feed.advanceTo(schedule ? Math.max(cuePositionMs, now.serverMs - schedule.originMs) : cuePositionMs);
    const { contextSec } = now;
    if (!schedule || feed.sampleRate === null || contextSec === null) return;
    const rates = { sampleRate: feed.sampleRate, contextRate: this.#player.context.sampleRate };
    const placement = { ...toPlacement(schedule, { ...now, contextSec }, rates), gain };
    this.#player.post({ type: "place", voice: id, placement });
  }
}
