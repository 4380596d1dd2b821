import type { UserId } from "#app/domain/ids.ts";
import { countTracks, type LogKind, type LogSubject } from "./room-log.ts";
import { roomLogLimits } from "./room-log-limits.ts";

/** The part of a row by which rows are grouped. */
type Groupable = {
  readonly place: number;
  readonly atMs: number;
  readonly person: { readonly id: UserId } | null;
  readonly isGuest: boolean;
  readonly subject: LogSubject;
};

/** Rows that are shown as one: the edits of a person of the same kind, made shortly after each other. */
export type LogGroup<Row> = {
  /** Newest first. */
  readonly rows: readonly Row[];
  readonly newest: Row;
  readonly oldest: Row;
  /** The number of tracks in all rows. */
  readonly trackCount: number;
};

const GROUPED: ReadonlySet<LogKind> = new Set(["add", "remove", "move", "queue", "unqueue", "track", "undo"] as const);

/** Groups rows, which come newest first. */
export function groupRows<Row extends Groupable>(rows: readonly Row[]): readonly LogGroup<Row>[] {
  const groups: LogGroup<Row>[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const trackCount = countTracks(row.subject);
    if (last && belongsTo(row, last.oldest)) {
      groups[groups.length - 1] = {
        ...last,
        rows: [...last.rows, row],
        oldest: row,
        trackCount: last.trackCount + trackCount,
      };
    } else groups.push({ rows: [row], newest: row, oldest: row, trackCount });
  }
  return groups;
}

/** Guests are not told apart, so their edits are not grouped. */
function belongsTo(row: Groupable, later: Groupable): boolean {
  const isSamePerson = row.person !== null && row.person.id === later.person?.id;
  const isNear = later.atMs - row.atMs <= roomLogLimits.groupMs;
  return isSamePerson && isNear && row.subject.kind === later.subject.kind && GROUPED.has(row.subject.kind);
}

/** Whether an edit has changed the playlist, so that the playlist can be set back to the time before it. */
export function changesPlaylist(subject: LogSubject): boolean {
  switch (subject.kind) {
    case "add":
    case "remove":
    case "move":
    case "set-back":
    case "several":
      return true;
    case "undo":
      return subject.count > 0;
    case "queue":
    case "unqueue":
    case "track":
    case "repeat":
    case "shuffle":
    case "crossfade":
    case "settings":
    case "role":
      return false;
  }
}
