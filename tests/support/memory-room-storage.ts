import type { EntryId, TrackId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { emptyRoom, evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { LoggedEdit } from "#app/domain/room-log/room-log.ts";
import { mapRanks } from "#workers/room-object/departed-entries.ts";
import type { NewLogRow } from "#workers/room-object/room-log.ts";
import type { RoomStoreDeps } from "#workers/room-object/room-store.ts";

type Storage = RoomStoreDeps["storage"];
type Stored = NonNullable<ReturnType<Storage["load"]>>;

/** A room's storage in memory. It stores JSON, as a database does. Its log keeps everything. */
export function createMemoryRoomStorage(): Storage & { readonly log: MemoryLog } {
  let json: string | null = null;
  const log = createMemoryLog();
  const load = (): Stored | null => (json === null ? null : JSON.parse(json));

  return {
    load,
    log,
    save(events, _state, { revision, playbackRecord, edit }) {
      const stored = load();
      let state = stored?.state ?? createState(events);
      for (const event of events) {
        log.apply(event, state.playlist);
        state = evolve(state, event);
      }
      if (edit) log.append(edit);
      const record = playbackRecord === undefined ? (stored?.playbackRecord ?? null) : playbackRecord;
      json = JSON.stringify({ state, revision, playbackRecord: record });
    },
  };
}

type MemoryLog = ReturnType<typeof createMemoryLog>;

/** The places of the log count from 1. */
function createMemoryLog() {
  let rows: readonly NewLogRow[] = [];
  const departed = new Map<EntryId, Entry>();

  return {
    append(row: NewLogRow): void {
      rows = [...rows, JSON.parse(JSON.stringify(row))];
    },
    apply(event: RoomEvent, playlist: Playlist): void {
      if (event.type === "entries-added") for (const { id } of event.entries) departed.delete(id);
      if (event.type === "entries-removed") {
        for (const entry of playlist) if (event.entryIds.includes(entry.id)) departed.set(entry.id, entry);
      }
      if (event.type === "ranks-renewed") rows = renewRanks(rows, playlist, event.ranks);
    },
    findEdit(editId: string): LoggedEdit | null {
      const row = rows.find((candidate) => candidate.editId === editId);
      return row ? { ...row, ...row.edit, kind: row.edit.subject.kind } : null;
    },
    removedEntries: (ids: readonly EntryId[]) =>
      ids.flatMap((id) => {
        const entry = departed.get(id);
        const rank = rows.flatMap(({ edit }) => edit.changes).findLast((change) => change.entryId === id)?.before;
        return entry && rank ? [{ ...entry, rank }] : [];
      }),
    /** Entries of deleted tracks never return. */
    removeTracks(trackIds: readonly TrackId[]): void {
      for (const [id, { track }] of departed) if (trackIds.includes(track.id)) departed.delete(id);
    },
    placementsBefore(place: number) {
      if (place < 1 || place > rows.length) return null;
      const ranks = new Map<EntryId, string | null>();
      for (const { edit } of rows.slice(place - 1)) {
        for (const { entryId, before } of edit.changes) if (!ranks.has(entryId)) ranks.set(entryId, before);
      }
      return [...ranks].map(([entryId, rank]) => ({ entryId, rank }));
    },
    list: () => rows,
  };
}

type Renewal = Extract<RoomEvent, { type: "ranks-renewed" }>["ranks"];

function renewRanks(rows: readonly NewLogRow[], playlist: Playlist, ranks: Renewal): readonly NewLogRow[] {
  const renewed = new Map(ranks.map(({ entryId, rank }) => [entryId, rank]));
  const anchors = playlist.map(({ id, rank }) => ({ former: rank, rank: renewed.get(id) ?? rank }));
  const changes = rows.flatMap(({ edit }) => edit.changes);
  const formers = [...new Set(changes.flatMap(({ before, after }) => [before, after]).filter((rank) => rank !== null))].sort();
  const mapped = new Map(mapRanks(formers, anchors).map(({ former, rank }) => [former, rank]));
  const map = (rank: string | null) => (rank === null ? null : (mapped.get(rank) ?? rank));
  return rows.map((row) => {
    const mappedChanges = row.edit.changes.map((change) => ({
      ...change,
      before: map(change.before),
      after: map(change.after),
    }));
    return { ...row, edit: { ...row.edit, changes: mappedChanges } };
  });
}

/** The first events of a room set its settings. */
function createState(events: readonly RoomEvent[]): RoomState {
  const created = events.find((event) => event.type === "room-changed");
  if (created?.type !== "room-changed") throw new Error("a new room needs settings");
  return emptyRoom(created.info);
}
