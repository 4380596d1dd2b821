import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { ControlActor, PlaybackControl } from "#app/domain/playback/playback-control.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { formatDuration } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

export type ControlContext = {
  /** The room before and after the control. */
  readonly before: RoomState;
  readonly after: RoomState;
  /** The name of the person. */
  readonly name: string;
  /** This device, or another one of the same person, has done it. */
  readonly isOwn: boolean;
};

/** The text of the notice of a control. Null if there is none: people see themselves what they do on purpose. */
export function describeControl(
  t: Translate<"playback">,
  control: PlaybackControl,
  { before, after, name, isOwn }: ControlContext,
): string | null {
  const { kind } = control;
  const current = findEntry(after.playlist, currentEntryId(after.playback));
  const title = current?.track.title ?? "";
  switch (kind) {
    case "next":
    case "previous":
    case "select":
    case "restart":
      return isOwn ? t(`control.own.${kind}`, { title }) : t(`control.${kind}`, { name, title });
    case "vote": {
      const skipped = findEntry(before.playlist, currentEntryId(control.before));
      return t("control.vote", { title: skipped?.track.title ?? "" });
    }
    case "stop":
      return isOwn ? t("control.own.stop") : t("control.stop", { name });
    case "seek":
      return isOwn ? null : t("control.seek", { name, title, position: formatDuration(startMs(after)) });
    case "remove": {
      const removed = findEntry(before.playlist, currentEntryId(control.before));
      return isOwn ? null : t("control.remove", { name, title: removed?.track.title ?? "" });
    }
    case "repeat":
      return isOwn ? null : t(`control.repeat.${after.order.repeat}`, { name });
    case "shuffle":
      return isOwn ? null : t(`control.shuffle.${after.order.shuffleSeed === null ? "off" : "on"}`, { name });
    case "crossfade": {
      const seconds = after.order.crossfadeMs / 1000;
      if (isOwn) return null;
      return seconds === 0 ? t("control.crossfadeOff", { name }) : t("control.crossfade", { name, seconds });
    }
  }
}

/** The name of the person who has changed what plays. */
export function nameActor(t: Translate<"playback">, { userId, guestName }: ControlActor, { present, state }: RoomView): string {
  if (userId === null) return guestName === null ? t("control.guest") : t("control.guestNamed", { name: guestName });
  const found = present.find(({ person }) => person.id === userId)?.person ?? state?.people[userId];
  return found?.name ?? t("control.someone");
}

function startMs({ playback }: RoomState): number {
  return playback.status === "idle" ? 0 : playback.positionMs;
}
