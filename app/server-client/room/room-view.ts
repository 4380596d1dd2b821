import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { withEntries } from "#app/domain/playlist/playlist.ts";
import { moveEntries, removeEntries } from "#app/domain/room/decide-playlist.ts";
import type { PersonActor } from "#app/domain/room/decision.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import type { ChatServerMessage } from "#app/protocol/chat-messages.ts";
import type { DeviceServerMessage, ReportsWanted } from "#app/protocol/device-messages.ts";
import { type PackedEntries, unpackEntries } from "#app/protocol/packed-entries.ts";
import type { CloseReason, MediaGrant, Self, ServerMessage, Snapshot } from "#app/protocol/room-messages.ts";
import { applyVoteMessage, NO_VOTES, type RoomVotes, withPendingVotes } from "./room-votes.ts";

/** A room as this device sees it: the server's state, and the optimistic edits of this device. */
export type RoomView = {
  /**
   * `connecting`: no snapshot has arrived yet. `waiting`: the server keeps the connection until access may have changed.
   * `closed`: the server rejected the connection, and it is not opened again automatically.
   */
  readonly connection: "connecting" | "waiting" | "open" | "reconnecting" | "closed";
  readonly closeReason: CloseReason | null;
  /** The server's state, which the sound follows. Null before the first snapshot. */
  readonly confirmed: RoomState | null;
  /** The confirmed state with the optimistic edits of this device, which the screen shows. */
  readonly state: RoomState | null;
  /** The length of the playlist in the last snapshot. While fewer entries are present, the rest is still arriving. */
  readonly entryCount: number;
  readonly revision: number;
  readonly self: Self;
  /** The id of this device's connection; null before the first snapshot. */
  readonly deviceId: DeviceId | null;
  readonly present: readonly PresentPerson[];
  /** Connections of guests. */
  readonly guests: number;
  /** The names that guests have chosen, sorted. The other guests are only counted. */
  readonly guestNames: readonly string[];
  readonly media: MediaGrant | null;
  /** The latest wish for reports of this device since its snapshot. Null without one. */
  readonly reportsWanted: ReportsWanted | null;
  readonly syncSummary: RoomSyncSummary | null;
  /** Increases with each change of the room's members or roles; the list itself is queried. */
  readonly memberChanges: number;
  /** The room's votes, and those with the pending votes of this device, which the screen shows. */
  readonly confirmedVotes: RoomVotes;
  readonly votes: RoomVotes;
  /** The types of the commands that wait for a reply. */
  readonly pending: readonly RoomCommand["type"][];
};

const GUEST: Self = { userId: null, effectiveRole: "guest" };

export const INITIAL_ROOM_VIEW: RoomView = {
  connection: "connecting",
  closeReason: null,
  confirmed: null,
  state: null,
  entryCount: 0,
  revision: 0,
  self: GUEST,
  deviceId: null,
  present: [],
  guests: 0,
  guestNames: [],
  media: null,
  reportsWanted: null,
  syncSummary: null,
  memberChanges: 0,
  confirmedVotes: NO_VOTES,
  votes: NO_VOTES,
  pending: [],
};

/** The view after a message, or `missed` if events before it were lost and a new snapshot is needed. */
export function applyMessage(view: RoomView, message: ServerMessage): RoomView | "missed" {
  switch (message.type) {
    case "snapshot":
      return applySnapshot(view, message);
    case "entries":
      return addEntries(view, message.entries);
    case "events":
      return applyEvents(view, message);
    case "presence":
      return applyPresence(view, message);
    case "media-grant":
      return { ...view, media: message.media };
    case "sync-summary":
      return { ...view, syncSummary: message.syncSummary };
    case "self":
      return { ...view, self: message.self };
    case "members-changed":
      return { ...view, memberChanges: view.memberChanges + 1 };
    case "skip-vote":
    case "own-votes":
      return { ...view, confirmedVotes: applyVoteMessage(view.confirmedVotes, message) };
    case "waiting":
      return { ...view, connection: "waiting" };
    case "device-reports-wanted":
      return { ...view, reportsWanted: message.wanted };
    case "clock":
    case "reply":
    case "error":
    case "reactions":
    case "track-reactions":
    case "ping-request":
    case "batch":
      return view;
    default:
      return keepView(view, message);
  }
}

/** Messages about the chat change its summary, and those about devices are received where they are shown or applied. */
function keepView(
  view: RoomView,
  { type }: ChatServerMessage | Exclude<DeviceServerMessage, { type: "device-reports-wanted" }>,
): RoomView {
  switch (type) {
    case "chat":
    case "chat-reply":
    case "chat-typing":
    case "chat-limits":
    case "chat-read":
    case "devices":
    case "device-change":
    case "sound-check":
    case "sound-check-end":
    case "calibration":
      return view;
  }
}

function applyEvents(view: RoomView, { revision, events }: Extract<ServerMessage, { type: "events" }>): RoomView | "missed" {
  if (!view.confirmed || revision <= view.revision) return view;
  if (revision !== view.revision + 1) return "missed";
  return { ...view, confirmed: events.reduce(evolve, view.confirmed), revision };
}

function applyPresence(view: RoomView, message: Extract<ServerMessage, { type: "presence" }>): RoomView {
  const { guests, guestNames } = message;
  const present = message.present.reduce(updatePresent, view.present);
  return { ...view, present, guests, guestNames: guestNames ?? view.guestNames };
}

function applySnapshot(view: RoomView, snapshot: Snapshot): RoomView {
  const { state, entries, entryCount, revision, self, deviceId, present, guests, guestNames, media, syncSummary } = snapshot;
  return {
    ...view,
    connection: "open",
    closeReason: null,
    confirmed: { ...state, playlist: unpackEntries(entries) },
    entryCount,
    revision,
    self,
    deviceId,
    present,
    guests,
    guestNames,
    media,
    // a wish follows, if there is one
    reportsWanted: null,
    syncSummary,
    // messages with the votes follow, if there are any
    confirmedVotes: NO_VOTES,
  };
}

/** A long playlist arrives in several messages after its snapshot. */
function addEntries(view: RoomView, entries: PackedEntries): RoomView {
  const { confirmed } = view;
  if (!confirmed) return view;
  const playlist = withEntries(confirmed.playlist, unpackEntries(entries));
  return { ...view, confirmed: { ...confirmed, playlist } };
}

/** Shows moves, removals and votes before the server replies. Commands that depend on time are not predicted. */
export function withOptimisticEdits(view: RoomView, commands: readonly RoomCommand[]): RoomView {
  const pending = commands.map(({ type }) => type);
  const edits = commands.filter((command) => command.type === "move" || command.type === "remove");
  const state = view.confirmed && edits.reduce((current, edit) => applyEdit(current, edit, view.self), view.confirmed);
  return { ...view, state, votes: withPendingVotes(view.confirmedVotes, commands), pending };
}

/** The rules of the other commands are not loaded with a page. */
function applyEdit(state: RoomState, edit: Extract<RoomCommand, { type: "move" | "remove" }>, self: Self): RoomState {
  const actor: PersonActor = { kind: "person", ...self };
  const decided =
    edit.type === "move"
      ? moveEntries(state, edit, actor)
      : removeEntries(state, edit.entryIds, { actor, moment: { serverNowMs: 0, leadMs: 0 } });
  if (!decided.ok) return state;
  return decided.value.filter(({ type }) => type !== "playback-changed").reduce(evolve, state);
}

/** A person keeps their place in the list while any of their devices is connected. */
function updatePresent(present: readonly PresentPerson[], update: PresentPerson): readonly PresentPerson[] {
  const others = present.filter(({ person }) => person.id !== update.person.id);
  if (update.devices === 0) return others;
  return others.length === present.length
    ? [...present, update]
    : present.map((one) => (one.person.id === update.person.id ? update : one));
}
