import type { EntryId } from "#app/domain/ids.ts";

/**
 * The playback of a room. Positions are derived, never ticked: a playing entry stores the server time at which it was
 * at `positionMs`, so a room that was asleep for an hour wakes up with the right position.
 */
export type Playback =
  | { readonly status: "idle" }
  | { readonly status: "paused"; readonly entryId: EntryId; readonly positionMs: number }
  | {
      readonly status: "playing";
      readonly entryId: EntryId;
      readonly positionMs: number;
      /** Server time, ms since the epoch, at which the entry is at `positionMs`. May lie in the future. */
      readonly anchorMs: number;
      /** For this long after the anchor, the entry is crossfaded from the one before it. Missing without a crossfade. */
      readonly fadeInMs?: number;
    };

export type Playing = Extract<Playback, { status: "playing" }>;

export const IDLE: Playback = { status: "idle" };

/** Position in the current entry, ms. Before the anchor it is the start position; it is not limited by the entry's length. */
export function positionAt(playback: Playback, serverNowMs: number): number {
  switch (playback.status) {
    case "idle":
      return 0;
    case "paused":
      return playback.positionMs;
    case "playing":
      return playback.positionMs + Math.max(0, serverNowMs - playback.anchorMs);
  }
}

export function currentEntryId(playback: Playback): EntryId | null {
  return playback.status === "idle" ? null : playback.entryId;
}

export function isSamePlayback(a: Playback, b: Playback): boolean {
  if (a.status === "idle" || b.status === "idle") return a.status === b.status;
  if (a.entryId !== b.entryId || a.positionMs !== b.positionMs) return false;
  return a.status === "playing" ? b.status === "playing" && a.anchorMs === b.anchorMs : b.status === "paused";
}
