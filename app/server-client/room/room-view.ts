import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import { withEntries } from "#app/domain/playlist/playlist.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import { unpackEntries } from "#app/protocol/packed-entries.ts";
import type { CloseReason, MediaGrant, PresentPerson, Self, ServerMessage } from "#app/protocol/room-messages.ts";

/** A room as one device knows it. Changed by frames only; pure. */
export type RoomView = {
  /** `connecting`: never been in yet. `waiting`: at the gate, until that may be otherwise. `closed`: will not come back by itself. */
  readonly connection: "connecting" | "waiting" | "open" | "reconnecting" | "closed";
  readonly closeReason: CloseReason | null;
  /** What the server has said. The sound follows this. */
  readonly confirmed: RoomState | null;
  /** The same with one's own edits that are not answered yet, as they will most likely turn out. The screen shows this. */
  readonly state: RoomState | null;
  /** How many entries the playlist had when it was asked for; while fewer are here, the rest is on its way. */
  readonly entryCount: number;
  readonly revision: number;
  readonly self: Self;
  readonly present: readonly PresentPerson[];
  readonly anonymous: number;
  readonly media: MediaGrant | null;
  readonly syncSummary: RoomSyncSummary | null;
  /** Counts the changes of who belongs to the room. */
  readonly memberChanges: number;
  /** Kinds of commands that wait for an answer. */
  readonly pending: readonly RoomCommand["type"][];
};

const NOBODY: Self = { userId: null, effectiveRole: "guest" };

export const INITIAL_ROOM_VIEW: RoomView = {
  connection: "connecting",
  closeReason: null,
  confirmed: null,
  state: null,
  entryCount: 0,
  revision: 0,
  self: NOBODY,
  present: [],
  anonymous: 0,
  media: null,
  syncSummary: null,
  memberChanges: 0,
  pending: [],
};

/** The view after a frame, or `missed` where something before it never came. */
export function applyMessage(view: RoomView, message: ServerMessage): RoomView | "missed" {
  switch (message.type) {
    case "snapshot": {
      const { state, entries, entryCount, revision, self, present, anonymous, media, syncSummary } = message;
      return {
        ...view,
        connection: "open",
        closeReason: null,
        confirmed: { ...state, playlist: unpackEntries(entries) },
        entryCount,
        revision,
        self,
        present,
        anonymous,
        media,
        syncSummary,
      };
    }
    case "entries": {
      const { confirmed } = view;
      if (!confirmed) return view;
      const playlist = withEntries(confirmed.playlist, unpackEntries(message.entries));
      return { ...view, confirmed: { ...confirmed, playlist } };
    }
    case "events":
      if (!view.confirmed || message.revision <= view.revision) return view;
      if (message.revision !== view.revision + 1) return "missed";
      return { ...view, confirmed: message.events.reduce(evolve, view.confirmed), revision: message.revision };
    case "presence":
      return { ...view, present: withPresent(view.present, message.present) };
    case "anonymous":
      return { ...view, anonymous: message.devices };
    case "media-grant":
      return { ...view, media: message.media };
    case "sync-summary":
      return { ...view, syncSummary: message.syncSummary };
    case "self":
      return { ...view, self: message.self };
    case "members-changed":
      return { ...view, memberChanges: view.memberChanges + 1 };
    case "waiting":
      return { ...view, connection: "waiting" };
    case "clock":
    case "reply":
    case "error":
    case "ping-request":
      return view;
  }
}

/** Edits are shown before they are answered; what has to do with time is not guessed. */
export function withOptimisticEdits(view: RoomView, commands: readonly RoomCommand[]): RoomView {
  const pending = commands.map(({ type }) => type);
  const edits = commands.filter(({ type }) => type === "move" || type === "remove");
  const state = view.confirmed && edits.reduce((guess, edit) => guessed(guess, edit, view.self), view.confirmed);
  return { ...view, state, pending };
}

function guessed(state: RoomState, command: RoomCommand, self: Self): RoomState {
  const actor = { kind: "person", userId: self.userId, effectiveRole: self.effectiveRole satisfies EffectiveRole } as const;
  const decided = decide(state, command, actor, { serverNowMs: 0, leadMs: 0 });
  if (!decided.ok) return state;
  return decided.value.filter(({ type }) => type !== "playback-changed").reduce(evolve, state);
}

function withPresent(present: readonly PresentPerson[], news: PresentPerson): readonly PresentPerson[] {
  const others = present.filter(({ person }) => person.id !== news.person.id);
  if (news.devices === 0) return others;
  // who was here keeps their place
  return others.length === present.length
    ? [...present, news]
    : present.map((one) => (one.person.id === news.person.id ? news : one));
}
