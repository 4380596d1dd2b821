import { isSamePerson } from "#app/domain/accounts/person.ts";
import type { EditId } from "#app/domain/ids.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { advanceIfOverdue } from "#app/domain/room/advance-if-overdue.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import {
  type Actor,
  type DecisionContext,
  type Events,
  type Moment,
  NO_EVENTS,
  type UndoLog,
} from "#app/domain/room/decision.ts";
import { nextPlaybackRecord } from "#app/domain/room/playback-record.ts";
import { recordEdit } from "#app/domain/room/record-edit.ts";
import { emptyRoom, evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import type { Editor } from "#app/domain/room-log/room-log.ts";
import type { NewLogRow } from "./room-log.ts";
import type { RoomStorage } from "./room-storage.ts";

/** The state before and after a batch of events. */
export type StateChange = { readonly before: RoomState; readonly after: RoomState };

export type RoomStoreDeps = {
  readonly storage: Pick<RoomStorage, "load" | "save">;
  readonly log: UndoLog;
  /** The time of a decision, and the lead of the starts it schedules. */
  moment(): Moment;
  /** Broadcasts events. They are already stored and applied. */
  publish(events: readonly RoomEvent[], revision: number, change: StateChange): void;
};

/** The state of a room, and the only way to change it: decide, store, apply and publish, in one turn. */
export type RoomStore = {
  state(): RoomState;
  /** Counts the batches of events. A client that misses one requests a snapshot. */
  revision(): number;
  /** @param editId the id of the edit. A command whose edit is in the log already is not applied again. */
  run(command: AnyCommand, actor: Actor, editId?: EditId | null): Result<{ readonly revision: number }>;
  /** The events that a command would have. */
  preview(command: AnyCommand, actor: Actor): Events;
  /** Applies the room's settings from D1, if they differ. */
  updateInfo(info: RoomInfo): void;
};

/** Loads the stored state, or creates an empty room with the given settings. Null if there is neither. */
export function createRoomStore(deps: RoomStoreDeps, info: RoomInfo | null): RoomStore | null {
  const loaded = deps.storage.load();
  const initial = loaded?.state ?? (info && emptyRoom(info));
  if (!initial) return null;
  let state = initial;
  let revision = loaded?.revision ?? 0;
  let record = loaded?.playbackRecord ?? null;
  const { log } = deps;

  function commit(events: readonly RoomEvent[], edit: NewLogRow | null): void {
    if (events.length === 0) return;
    const before = state;
    const after = events.reduce(evolve, before);
    const { serverNowMs } = deps.moment();
    const nextRecord = nextPlaybackRecord(record, { state: before, events, revision: revision + 1, serverNowMs });
    const records = nextRecord === record ? { edit } : { edit, playbackRecord: nextRecord };
    deps.storage.save(events, after, { revision: revision + 1, ...records });
    revision += 1;
    state = after;
    record = nextRecord;
    deps.publish(events, revision, { before, after });
  }

  const changeInfo = (next: RoomInfo) => commit(toInfoEvents(state, next, deps.moment()), null);
  const updateInfo = (next: RoomInfo) => (isSameInfo(state.info, next) ? undefined : changeInfo(next));
  if (!loaded) changeInfo(initial.info);
  return {
    state: () => state,
    revision: () => revision,
    updateInfo,
    preview: (command, actor) => decide(state, command, actor, decisionContext(deps, record)),
    run(command, actor, editId = null) {
      const attempt = { command, actor, editId };
      const decided = refuseOrSkip(log, attempt) ?? decide(state, command, actor, decisionContext(deps, record));
      if (decided.ok) commit(decided.value, toLogRow({ state, events: decided.value, log }, attempt));
      return decided.ok ? ok({ revision }) : decided;
    },
  };
}

/** With other settings, the next entry may be due earlier. */
function toInfoEvents(state: RoomState, info: RoomInfo, moment: ReturnType<RoomStoreDeps["moment"]>): readonly RoomEvent[] {
  const changed = { type: "room-changed", info } as const;
  return [changed, ...advanceIfOverdue(state, [changed], moment)];
}

function decisionContext({ moment, log }: RoomStoreDeps, playback: PlaybackRecord | null): DecisionContext {
  return {
    ...moment(),
    undo: {
      findEdit: (id) => log.findEdit(id),
      removedEntries: (ids) => log.removedEntries(ids),
      placementsBefore: (place) => log.placementsBefore(place),
      playback,
    },
  };
}

type Decided = {
  readonly state: RoomState;
  readonly events: readonly RoomEvent[];
  readonly log: RoomStoreDeps["log"];
};
type Attempt = { readonly command: AnyCommand; readonly actor: Actor; readonly editId: EditId | null };

/** The outcome of a command whose edit is in the log already; null if it is not. */
function refuseOrSkip(log: Decided["log"], { command, actor, editId }: Attempt): Events | null {
  const repeated = editId && log.findEdit(editId);
  if (!repeated) return null;
  return isSameEditor(repeated, toEditor(command, actor)) ? NO_EVENTS : fail("forbidden");
}

/** The row of the log for a command that had these events; null if it was no edit of a person. */
function toLogRow({ state, events, log }: Decided, { command, actor, editId }: Attempt): NewLogRow | null {
  const editor = toEditor(command, actor);
  if (!editor) return null;
  const undone = command.type === "undo" ? (log.findEdit(command.editId)?.kind ?? null) : null;
  const edit = recordEdit(state, events, { command, undone });
  return edit && { ...editor, editId, edit };
}

/** The person who makes an edit. Null if the server makes it on its own. */
function toEditor(command: AnyCommand, actor: Actor): Editor | null {
  if (actor.kind === "person") return { userId: actor.userId, isGuest: actor.userId === null };
  if (command.type === "add") return { userId: command.person.id, isGuest: false };
  const editedBy = command.type === "replace-track" ? command.editedBy : undefined;
  return editedBy ? { userId: editedBy, isGuest: false } : null;
}

function isSameEditor(a: Editor, b: Editor | null): boolean {
  return a.userId === b?.userId && a.isGuest === b.isGuest;
}

/** Settings that a stored room does not have yet differ from those that D1 has. */
function isSameInfo({ owner, ...stored }: RoomInfo, { owner: nextOwner, ...next }: RoomInfo): boolean {
  const names = Object.keys(next) as readonly (keyof typeof next)[];
  return isSamePerson(owner, nextOwner) && names.every((name) => stored[name] === next[name]);
}
