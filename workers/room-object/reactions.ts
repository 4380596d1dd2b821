import { SharedBudgets } from "#app/domain/access/budget.ts";
import type { EntryId, TrackId } from "#app/domain/ids.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { reactionLimits } from "#app/domain/reactions/reaction-limits.ts";
import {
  addMarks,
  findReactionPlace,
  REACTION_RATE,
  type Reaction,
  type ReactionMarks,
  sumOf,
  toMark,
  totalCounts,
} from "#app/domain/reactions/reactions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { Pacer } from "./pacer.ts";
import type { StateChange } from "./room-store.ts";

type Deps = {
  readonly sql: SqlStorage;
  readonly broadcaster: Pick<Broadcaster, "batch" | "broadcast" | "send">;
  readonly pacer: Pacer;
  readonly isRemoved: () => boolean;
};

export type ReactionRequest = {
  readonly entryId: EntryId;
  readonly reaction: Reaction;
  /** The person or, of a guest, the connection or the address. */
  readonly sender: string;
};

type PendingReactions = { readonly trackId: TrackId; readonly marks: ReactionMarks };

const TABLE = `
  CREATE TABLE IF NOT EXISTS reactions (track_id TEXT PRIMARY KEY, marks TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
`;

/** The reactions to tracks. It combines those of a moment into one message and one write, and stores nothing about people. */
export class Reactions {
  readonly #deps: Deps;
  readonly #budgets = new SharedBudgets(REACTION_RATE);
  /** Reactions that are neither stored nor broadcast yet. */
  #pending = new Map<EntryId, PendingReactions>();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.sql.exec(TABLE);
  }

  /** Adds a reaction at the present position of the room. */
  react(state: RoomState, { entryId, reaction, sender }: ReactionRequest): Result<null> {
    const nowMs = Date.now();
    if (!this.#budgets.spend(sender, { nowMs })) return fail("too-many-reactions");
    const place = findReactionPlace(state, entryId, nowMs);
    if (!place.ok) return place;
    const { trackId, part } = place.value;
    const marks = addMarks(this.#pending.get(entryId)?.marks ?? [], [toMark(part, reaction)]);
    this.#pending.set(entryId, { trackId, marks });
    this.#deps.pacer.request(this.#flush);
    return ok(null);
  }

  /** The stored reactions of a track. */
  find(trackId: TrackId): ReactionMarks {
    const query = "SELECT marks FROM reactions WHERE track_id = ?";
    const [row] = this.#deps.sql.exec<{ marks: string }>(query, trackId).toArray();
    return row ? parseMarks(row.marks) : [];
  }

  /** The numbers of the stored reactions. Tracks without reactions are missing. */
  countByTrack(): ReadonlyMap<TrackId, number> {
    const rows = this.#deps.sql.exec<{ track_id: TrackId; marks: string }>("SELECT track_id, marks FROM reactions").toArray();
    return new Map(rows.map(({ track_id, marks }) => [track_id, sumOf(totalCounts(parseMarks(marks)))]));
  }

  /** Sends the reactions of the current track to a connection that has just received a snapshot. */
  sendCurrent(state: RoomState, socket: WebSocket): void {
    const message = this.#describeCurrent(state);
    if (message) this.#deps.broadcaster.send(socket, message);
  }

  /** To be called after events: broadcasts the reactions of a track that has become the current one. */
  follow(events: readonly RoomEvent[], { before, after }: StateChange): void {
    for (const event of events) if (event.type === "track-changed") this.#copyToEditions(event, before);
    if (currentEntryId(before.playback) === currentEntryId(after.playback)) return;
    const message = this.#describeCurrent(after);
    const { broadcaster } = this.#deps;
    // in a batch, so that it does not overtake reactions that it contains
    if (message) broadcaster.batch(() => broadcaster.broadcast(message));
  }

  /** Deletes the reactions of tracks that were deleted, or have left the playlist for good. */
  deleteTracks(trackIds: readonly TrackId[]): void {
    const deleted = new Set(trackIds);
    for (const [entryId, { trackId }] of this.#pending) if (deleted.has(trackId)) this.#pending.delete(entryId);
    this.#deps.sql.exec("DELETE FROM reactions WHERE track_id IN (SELECT value FROM json_each(?))", JSON.stringify(trackIds));
  }

  #describeCurrent({ playlist, playback }: RoomState) {
    const entry = findEntry(playlist, currentEntryId(playback));
    const marks = entry ? this.find(entry.track.id) : [];
    return entry && marks.length > 0 ? ({ type: "track-reactions", entryId: entry.id, marks } as const) : null;
  }

  /** An edition has the audio of the track that it replaces, so the reactions to that are its own. */
  #copyToEditions({ entryIds, track }: Extract<RoomEvent, { type: "track-changed" }>, { playlist }: RoomState): void {
    const replaced = new Set(entryIds.flatMap((id) => findEntry(playlist, id)?.track.id ?? []));
    for (const trackId of replaced) {
      const copy = "INSERT OR IGNORE INTO reactions SELECT ?, marks, at_ms FROM reactions WHERE track_id = ?";
      this.#deps.sql.exec(copy, track.id, trackId);
    }
  }

  readonly #flush = (): void => {
    const pending = this.#pending;
    this.#pending = new Map();
    if (pending.size === 0 || this.#deps.isRemoved()) return;
    for (const reactions of pending.values()) this.#store(reactions);
    const added = [...pending].map(([entryId, { marks }]) => ({ entryId, marks }));
    this.#deps.broadcaster.broadcast({ type: "reactions", added });
  };

  #store({ trackId, marks }: PendingReactions): void {
    const { sql } = this.#deps;
    const sum = JSON.stringify(addMarks(this.find(trackId), marks));
    sql.exec("INSERT OR REPLACE INTO reactions VALUES (?, ?, ?)", trackId, sum, Date.now());
    const oldest = "SELECT track_id FROM reactions ORDER BY at_ms DESC LIMIT -1 OFFSET ?";
    sql.exec(`DELETE FROM reactions WHERE track_id IN (${oldest})`, reactionLimits.tracks);
  }
}

function parseMarks(json: string): ReactionMarks {
  // only `#store` writes this column
  return JSON.parse(json) as ReactionMarks;
}
