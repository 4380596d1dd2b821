import type { EntryId } from "#app/domain/ids.ts";
import { interruptPlay, type RecordedPlay, resumePlay, updateHistory } from "#app/domain/playback/history.ts";
import type { PlaybackChange, Repeat } from "#app/domain/playback/play-order.ts";
import { currentEntryId, type Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import { nextPlaybackRecord } from "#app/domain/room/playback-record.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { actorAs, buildRoom, contextAt, entryId, SERVER, withUndo } from "./builders.ts";

export const LENGTH_MS = 100_000;
const LEAD_MS = 200;
const START_MS = 1_700_000_000_000;

/** A play: the entry's number and the second at which it began. */
type PlayedEntry = readonly [entry: number, second: number];
type Moment = { readonly before: Playback; readonly serverNowMs: number };

/** A play history that is kept in memory, like that of a room object in SQLite. */
class HistoryModel {
  readonly #durationMs: number;
  #plays: readonly RecordedPlay[] = [];
  /** The plays before the interrupted one, and the interrupted one. */
  #interrupted: { readonly earlier: readonly RecordedPlay[]; readonly play: RecordedPlay } | null = null;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  list(): readonly RecordedPlay[] {
    return this.#plays;
  }

  record(change: PlaybackChange, moment: Moment): void {
    const latest = this.#plays.at(-1);
    const { last, started } = updateHistory(latest ?? null, change, moment);
    if (latest && last) this.#plays = [...this.#plays.slice(0, -1), { ...latest, ...last }];
    if (!started) return;
    const play = { entryId: started.entryId, atMs: started.atMs, durationMs: this.#durationMs, playedMs: 0, isOver: false };
    this.#plays = [...(started.isReplacing ? this.#plays.slice(0, -1) : this.#plays), play];
  }

  interrupt(moment: Moment): void {
    const latest = this.#plays.at(-1);
    const play = latest && { ...latest, ...interruptPlay(latest, moment) };
    this.#interrupted = play ? { earlier: this.#plays.slice(0, -1), play } : null;
  }

  resume(playback: Playback, moment: Moment): void {
    const [latest, interrupted] = [this.#plays.at(-1), this.#interrupted];
    const last = latest && interrupted && resumePlay({ latest, interrupted: interrupted.play }, playback, moment);
    if (!last) return this.record({ playback, isNewRound: false }, moment);
    this.#plays = [...interrupted.earlier, { ...interrupted.play, ...last }];
  }
}

/** A room with its history. Commands are given with their time in seconds. */
export function createRoomWithHistory(count: number, { durationMs = LENGTH_MS, repeat = "off" as Repeat } = {}) {
  const history = new HistoryModel(durationMs);
  const empty = buildRoom(count, durationMs);
  let room: RoomState = { ...empty, order: { ...empty.order, repeat } };
  let record: PlaybackRecord | null = null;
  let removed: readonly Entry[] = [];
  let revision = 0;

  function apply(event: RoomEvent, serverNowMs: number): void {
    const moment = { before: room.playback, serverNowMs };
    if (event.type === "playback-changed") history.record(event, moment);
    if (event.type === "playback-controlled") history.interrupt(moment);
    if (event.type === "playback-restored" && event.playback) history.resume(event.playback, moment);
    if (event.type === "entries-removed") removed = room.playlist.filter(({ id }) => event.entryIds.includes(id));
    room = evolve(room, event);
  }

  function run(second: number, command: AnyCommand): void {
    const serverNowMs = START_MS + second * 1000;
    const actor = command.type === "tick" ? SERVER : actorAs("owner");
    const context = withUndo(contextAt(serverNowMs, LEAD_MS), { playback: record, removed });
    const decided = decide(room, command, actor, context);
    if (!decided.ok) throw new Error(decided.error);
    revision += 1;
    record = nextPlaybackRecord(record, { state: room, events: decided.value, revision, serverNowMs });
    for (const event of decided.value) apply(event, serverNowMs);
  }

  return {
    run,
    /** Undoes the control that was the last command. */
    undo: (second: number) => run(second, { type: "restore-playback", revision }),
    current: () => currentEntryId(room.playback) ?? entryId("none"),
    plays: (): readonly PlayedEntry[] =>
      history.list().map(({ entryId: id, atMs }) => [entryNumber(count, id), Math.floor((atMs - START_MS) / 1000)]),
  };
}

function entryNumber(count: number, id: EntryId): number {
  return [...Array(count).keys()].findIndex((i) => entryId(i + 1) === id) + 1;
}
