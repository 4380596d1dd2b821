import type { Role } from "#app/domain/access/permissions.ts";
import type { EditId, EntryId, UserId } from "#app/domain/ids.ts";
import type { Repeat } from "#app/domain/playback/play-order.ts";

/** How an edit changes one entry: the rank before and after it. Null if the playlist does not contain the entry. */
export type EntryChange = {
  readonly entryId: EntryId;
  readonly before: string | null;
  readonly after: string | null;
};

/** Where an entry is to be: its rank, or null to remove it. */
export type Placement = { readonly entryId: EntryId; readonly rank: string | null };

/** An entry in the queue, after another entry or at the front. */
export type QueuePlace = { readonly entryId: EntryId; readonly afterId: EntryId | null };

/** How an edit changes the play order. */
export type OrderChange =
  | { readonly type: "repeat"; readonly before: Repeat; readonly after: Repeat }
  /** The seed; null while the playlist is not shuffled. */
  | { readonly type: "shuffle"; readonly before: number | null; readonly after: number | null }
  | { readonly type: "crossfade"; readonly before: number; readonly after: number }
  | {
      readonly type: "queue";
      /** The entries whose places in the queue have changed. */
      readonly entryIds: readonly EntryId[];
      /** Those of them that were queued before, and where. */
      readonly before: readonly QueuePlace[];
      /** Those of them that are queued after it, in order. */
      readonly after: readonly EntryId[];
    };

/** The settings of a room that the log names. */
export const LOGGED_SETTINGS = [
  "name",
  "description",
  "url",
  "visibility",
  "password",
  "isFair",
  "isLeveled",
  "guestsMayControl",
  "guestsMayAdd",
  "skipVoteShare",
  "hasQueueVotes",
] as const;
export type LoggedSetting = (typeof LOGGED_SETTINGS)[number];

/** The tracks of an edit as the log names them: the title of the first one, and their number. */
type Tracks = { readonly title: string; readonly count: number };

/** An edit as the log shows it. */
export type LogSubject =
  | ({ readonly kind: "add" | "remove" | "move" | "queue" | "unqueue" | "track" } & Tracks)
  | { readonly kind: "repeat"; readonly repeat: Repeat }
  | { readonly kind: "shuffle"; readonly isOn: boolean }
  | { readonly kind: "crossfade"; readonly ms: number }
  /** The undo of an edit of the kind `of`; null for a control of the playback. */
  | { readonly kind: "undo"; readonly of: LogKind | null; readonly title: string | null; readonly count: number }
  /** The playlist was set back to its state at `toMs`, server time. */
  | { readonly kind: "set-back"; readonly toMs: number; readonly count: number }
  /** Several edits of a person that were joined. */
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "settings"; readonly settings: readonly LoggedSetting[] }
  /** The role of another person; null without one. */
  | { readonly kind: "role"; readonly from: Role | null; readonly to: Role | null };

export type LogKind = LogSubject["kind"];

/** An edit, before the log gives it a place. */
export type RecordedEdit = {
  readonly subject: LogSubject;
  readonly changes: readonly EntryChange[];
  readonly order: readonly OrderChange[];
};

/** The person who has made an edit. */
export type Editor = {
  /** Null for a guest, and for a deleted account. */
  readonly userId: UserId | null;
  readonly isGuest: boolean;
};

/** An edit that can be undone. */
export type LoggedEdit = Editor & Omit<RecordedEdit, "subject"> & { readonly kind: LogKind };

/** A row of the log. */
export type LogRow = Editor & {
  /** Counts the edits of the room. Later edits have higher places; numbers may be missing. */
  readonly place: number;
  /** Null if the row joins several edits, or if the server has made the edit. */
  readonly editId: EditId | null;
  /** Server time of the edit, or of the last of several. */
  readonly atMs: number;
  /** The person whose role was changed. */
  readonly targetId: UserId | null;
  readonly subject: LogSubject;
};

const JOINABLE: Record<LogKind, boolean> = {
  add: true,
  remove: true,
  move: true,
  queue: true,
  unqueue: true,
  track: true,
  repeat: true,
  shuffle: true,
  crossfade: true,
  undo: true,
  "set-back": true,
  several: true,
  settings: false,
  role: false,
};

/** Whether a row may be joined with others of its person. Changes of settings and roles stay visible one by one. */
export function isJoinable(kind: LogKind): boolean {
  return JOINABLE[kind];
}

/** The subject of two rows that are joined. */
export function joinSubjects(first: LogSubject, second: LogSubject): LogSubject {
  const count = countTracks(first) + countTracks(second);
  return first.kind === second.kind && "title" in first && first.kind !== "undo"
    ? { ...first, count }
    : { kind: "several", count: countEdits(first) + countEdits(second) };
}

/** The number of tracks that an edit is about. */
export function countTracks(subject: LogSubject): number {
  return "count" in subject ? subject.count : 0;
}

function countEdits(subject: LogSubject): number {
  return subject.kind === "several" ? subject.count : 1;
}
