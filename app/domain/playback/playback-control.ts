import type { UserId } from "#app/domain/ids.ts";
import type { PlayOrder } from "./play-order.ts";
import { type Playback, positionAt } from "./playback.ts";

/** A change of what plays that a person makes. A pause and its end are none: the player shows them. */
export type ControlKind =
  | "next"
  | "previous"
  | "select"
  /** The last track was skipped, which stops the playlist. */
  | "stop"
  /** The current track plays from its start again. */
  | "restart"
  | "seek"
  /** Enough people have voted to skip the current track. No person is named. */
  | "vote"
  /** The current track was removed from the playlist. */
  | "remove"
  | "repeat"
  | "shuffle"
  | "crossfade";

/** The person who controls the playback. */
export type ControlActor = {
  /** Null for a guest. */
  readonly userId: UserId | null;
  /** The name that a guest has chosen; null without one, and for everyone signed in. */
  readonly guestName: string | null;
};

/** A control, as the room announces it. */
export type PlaybackControl = ControlActor & {
  readonly kind: ControlKind;
  /** The playback before it, at its position at that time. */
  readonly before: Playback;
};

/** The undo record of the latest control. */
export type PlaybackRecord = {
  /** The revision of the events that the control has caused. */
  readonly revision: number;
  /** Server time of the control. */
  readonly atMs: number;
  readonly kind: ControlKind;
  /** The playback and the play order before it. */
  readonly playback: Playback;
  readonly order: PlayOrder;
  /** It was undone. The record remains for a client that lost the reply and repeats the command. */
  readonly isUndone: boolean;
};

/** Whether a control changes only the play order, so that the current track plays on. */
export function isOrderControl(kind: ControlKind): boolean {
  return kind === "repeat" || kind === "shuffle" || kind === "crossfade";
}

/** The same playback with its position at this time, without a crossfade. */
export function anchorAt(playback: Playback, serverNowMs: number): Playback {
  if (playback.status !== "playing") return playback;
  const { status, entryId } = playback;
  return { status, entryId, positionMs: positionAt(playback, serverNowMs), anchorMs: serverNowMs };
}
