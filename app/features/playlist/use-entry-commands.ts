import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { RoomConnection } from "#app/backend/room-connection.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { can } from "#app/domain/permissions.ts";
import type { Entry } from "#app/domain/playlist.ts";
import type { RoomCommand } from "#app/domain/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { You } from "#app/protocol/room-socket.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";
import { inCommands, placeAfter } from "./move-plan.ts";
import { offerUndo } from "./undo.ts";

/** What can be done with entries. */
export type EntryCommands = {
  readonly select: (id: EntryId) => void;
  readonly remove: (ids: readonly EntryId[]) => void;
  /** Before all else, or in its turn again. */
  readonly queue: (ids: readonly EntryId[], isNext: boolean) => void;
  /** To a place in the playlist, counted from 0 as if they were not in it; in the order in which they stand. */
  readonly moveTo: (ids: readonly EntryId[], place: number) => void;
};

export function useEntryCommands(connection: RoomConnection): EntryCommands {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  return useMemo(() => {
    const run = async (command: RoomCommand) => {
      const error = await connection.command(command);
      if (error) notify({ variant: "error", title: errorText(error) });
      return error === null;
    };
    /** One after the other: each builds on what the one before has done. True: all came through. */
    const runAll = async (commands: readonly RoomCommand[]) => {
      for (const command of commands) if (!(await run(command))) return false;
      return true;
    };
    const canBeUndone = (title: string, ids: readonly EntryId[]) =>
      offerUndo({ title, label: t("playlist.undo"), to: ids.join() }, () =>
        runAll(inCommands(ids).map((entryIds) => ({ type: "restore", entryIds }))),
      );
    const standing = () => connection.view().state?.playlist ?? [];

    return {
      select: (entryId) => void run({ type: "select", entryId }),
      async remove(ids) {
        const isRemoved = await runAll(inCommands(ids).map((entryIds) => ({ type: "remove", entryIds })));
        if (isRemoved) canBeUndone(t("playlist.removed", { count: ids.length }), ids);
      },
      queue(ids, isNext) {
        void runAll(inCommands(ids).map((entryIds) => ({ type: "queue", entryIds, isNext })));
      },
      async moveTo(ids, place) {
        const plan = placeAfter(standing(), ids, place);
        if (plan.isSame) return;
        const total = standing().length;
        const [first] = plan.moving;
        const isMoved = await runAll(plan.commands);
        if (!isMoved || !first) return;
        const words = { title: first.track.title, position: plan.place + 1, total, count: plan.moving.length };
        const title = plan.moving.length === 1 ? t("playlist.moved", words) : t("playlist.movedSeveral", words);
        announce(title);
        canBeUndone(
          title,
          plan.moving.map(({ id }) => id),
        );
      },
    };
  }, [connection, errorText, t]);
}

export function canArrange(entry: Entry, you: You): boolean {
  if (can(you.standing, "arrange-any-entry")) return true;
  return can(you.standing, "arrange-own-entries") && entry.addedBy === you.userId;
}
