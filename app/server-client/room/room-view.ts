import type { Standing } from "#app/domain/access/permissions.ts";
import { withEntries } from "#app/domain/playlist/playlist.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { Unison } from "#app/domain/sync/room-sync-summary.ts";
import { unpackEntries } from "#app/protocol/packed-entries.ts";
import type { CloseReason, MediaGrant, Present, ServerFrame, You } from "#app/protocol/room-messages.ts";

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
  readonly you: You;
  readonly present: readonly Present[];
  readonly anonymous: number;
  readonly media: MediaGrant | null;
  readonly unison: Unison | null;
  /** Counts the changes of who belongs to the room. */
  readonly memberChanges: number;
  /** Kinds of commands that wait for an answer. */
  readonly pending: readonly RoomCommand["type"][];
};

const NOBODY: You = { userId: null, standing: "guest" };

export const ENTERING: RoomView = {
  connection: "connecting",
  closeReason: null,
  confirmed: null,
  state: null,
  entryCount: 0,
  revision: 0,
  you: NOBODY,
  present: [],
  anonymous: 0,
  media: null,
  unison: null,
  memberChanges: 0,
  pending: [],
};

/** The view after a frame, or `missed` where something before it never came. */
export function viewAfter(view: RoomView, frame: ServerFrame): RoomView | "missed" {
  switch (frame.type) {
    case "welcome": {
      const { state, entries, entryCount, revision, you, present, anonymous, media, unison } = frame;
      return {
        ...view,
        connection: "open",
        closeReason: null,
        confirmed: { ...state, playlist: unpackEntries(entries) },
        entryCount,
        revision,
        you,
        present,
        anonymous,
        media,
        unison,
      };
    }
    case "entries": {
      const { confirmed } = view;
      if (!confirmed) return view;
      const playlist = withEntries(confirmed.playlist, unpackEntries(frame.entries));
      return { ...view, confirmed: { ...confirmed, playlist } };
    }
    case "events":
      if (!view.confirmed || frame.revision <= view.revision) return view;
      if (frame.revision !== view.revision + 1) return "missed";
      return { ...view, confirmed: frame.events.reduce(evolve, view.confirmed), revision: frame.revision };
    case "presence":
      return { ...view, present: withPresent(view.present, frame.present) };
    case "anonymous":
      return { ...view, anonymous: frame.devices };
    case "media":
      return { ...view, media: frame.media };
    case "unison":
      return { ...view, unison: frame.unison };
    case "you":
      return { ...view, you: frame.you };
    case "members":
      return { ...view, memberChanges: view.memberChanges + 1 };
    case "waiting":
      return { ...view, connection: "waiting" };
    case "clock":
    case "reply":
    case "refused":
    case "ask":
      return view;
  }
}

/** Edits are shown before they are answered; what has to do with time is not guessed. */
export function withGuesses(view: RoomView, commands: readonly RoomCommand[]): RoomView {
  const pending = commands.map(({ type }) => type);
  const edits = commands.filter(({ type }) => type === "move" || type === "remove");
  const state = view.confirmed && edits.reduce((guess, edit) => guessed(guess, edit, view.you), view.confirmed);
  return { ...view, state, pending };
}

function guessed(state: RoomState, command: RoomCommand, you: You): RoomState {
  const actor = { kind: "person", userId: you.userId, standing: you.standing satisfies Standing } as const;
  const decided = decide(state, command, actor, { serverNowMs: 0, leadMs: 0 });
  if (!decided.ok) return state;
  return decided.value.filter(({ type }) => type !== "playback-changed").reduce(evolve, state);
}

function withPresent(present: readonly Present[], news: Present): readonly Present[] {
  const others = present.filter(({ person }) => person.id !== news.person.id);
  if (news.devices === 0) return others;
  // who was here keeps their place
  return others.length === present.length
    ? [...present, news]
    : present.map((one) => (one.person.id === news.person.id ? news : one));
}
