import { can } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { ControlActor, PlaybackControl } from "#app/domain/playback/playback-control.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { changesPlayback } from "#app/domain/room/playback-record.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { describeControl, nameActor } from "./control-text.ts";

export type ControlNoticeDeps = {
  readonly connection: Pick<RoomConnection, "view" | "onMessage" | "command">;
  /** The texts of the current language. */
  readonly texts: () => Translate<"playback">;
  /** An undo was refused. */
  readonly onError: (error: ErrorCode) => void;
};

/** Shorter than the room allows, so that the command arrives in time. */
const OFFER_MS = 8 * SECOND_MS;

/** The commands that change what plays. */
const CONTROLS: readonly RoomCommand["type"][] = [
  "next",
  "previous",
  "select",
  "seek",
  "remove",
  "repeat",
  "shuffle",
  "crossfade",
  "restore-playback",
];

/**
 * Shows who changes what plays, and offers to undo it. There is one such notice at a time, and any later change of what plays
 * ends it. Returns the function that stops this.
 */
export function followControls(deps: ControlNoticeDeps): () => void {
  const { connection } = deps;
  let known = connection.view.get().confirmed;
  let withdraw: () => void = () => undefined;
  const unsubscribe = connection.onMessage((message) => {
    const before = known;
    const view = connection.view.get();
    known = view.confirmed;
    // events may have been missed
    if (message.type === "snapshot") return withdraw();
    if (message.type !== "events" || message.revision !== view.revision || !before) return;
    const { events, revision } = message;
    if (!events.some((event) => changesPlayback(before, event))) return;
    withdraw();
    withdraw = showChange(deps, { before, view, events, revision });
  });
  return () => {
    unsubscribe();
    withdraw();
  };
}

type Change = {
  readonly before: RoomState;
  /** The room after the events. */
  readonly view: RoomView;
  readonly events: readonly RoomEvent[];
  readonly revision: number;
};

/** Returns the function that ends the notice. */
function showChange(deps: ControlNoticeDeps, { before, view, events, revision }: Change): () => void {
  const control = events.find((event) => event.type === "playback-controlled");
  const restored = events.find((event) => event.type === "playback-restored");
  const after = view.confirmed;
  const t = deps.texts();
  if (control && after) {
    const context = { before, after, name: nameActor(t, control, view), isOwn: isOwn(control, view) };
    const title = describeControl(t, control, context);
    if (title) return showNotice(deps, title, canUndo(control, before, view) ? revision : null);
  } else if (restored && !isOwn(restored, view)) {
    return showNotice(deps, t("control.restored", { name: nameActor(t, restored, view) }), null);
  }
  return () => undefined;
}

/** Guests cannot be distinguished, but this device's own command has no reply yet. */
function isOwn({ userId }: ControlActor, { self, pending }: RoomView): boolean {
  return userId === self.userId && (userId !== null || pending.some((type) => CONTROLS.includes(type)));
}

function canUndo({ kind, before: playback }: PlaybackControl, before: RoomState, { self }: RoomView): boolean {
  const action = kind === "vote" ? "skip-without-vote" : "control-playback";
  if (!can(self.effectiveRole, action, before.info)) return false;
  const removed = kind === "remove" ? findEntry(before.playlist, currentEntryId(playback)) : undefined;
  return !removed || canArrangeEntry(removed, self, before.info);
}

/** @param revision of the control that the notice offers to undo; null if it offers nothing */
function showNotice({ connection, texts, onError }: ControlNoticeDeps, title: string, revision: number | null): () => void {
  if (revision === null) {
    const notice = notify({ title });
    return () => dismissNotice(notice);
  }
  const undo = async () => {
    const error = await connection.command({ type: "restore-playback", revision });
    if (error) onError(error);
  };
  const actions = [{ id: "undo", label: texts()("control.undo"), onPress: () => void undo() }];
  const notice = notify({ title, duration: OFFER_MS, actions });
  // a pointer on the notice pauses its time, but not that of the room
  const timer = setTimeout(() => dismissNotice(notice), playbackLimits.controlUndoMs);
  return () => {
    clearTimeout(timer);
    dismissNotice(notice);
  };
}
