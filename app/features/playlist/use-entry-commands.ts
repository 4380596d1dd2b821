import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { can } from "#app/domain/access/permissions.ts";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomCommand, UndoKind } from "#app/domain/room/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { Self } from "#app/protocol/room-messages.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
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
    /** One after the other, each building on the one before; up to the first that fails. The ids of those that came through. */
    const runAll = async (commands: readonly EntriesCommand[]) => {
      const done: EntryId[] = [];
      for (const command of commands) {
        if (!(await run(command))) break;
        done.push(...command.entryIds);
      }
      return done;
    };
    const restore = (what: UndoKind, ids: readonly EntryId[]) =>
      runAll(inCommands(ids).map((entryIds) => ({ type: "restore", what, entryIds })));
    const effectiveRole = () => connection.view().state?.playlist ?? [];
    const label = t("playlist.undo");

    return {
      select: (entryId) => void run({ type: "select", entryId }),
      async remove(ids) {
        const removed = await runAll(inCommands(ids).map((entryIds) => ({ type: "remove", entryIds })));
        if (removed.length === 0) return;
        const title = t("playlist.removed", { count: removed.length });
        offerUndo({ title, label, to: removed.join() }, () => restore("removal", removed));
      },
      queue(ids, isNext) {
        void runAll(inCommands(ids).map((entryIds) => ({ type: "queue", entryIds, isNext })));
      },
      async moveTo(ids, place) {
        const plan = placeAfter(effectiveRole(), ids, place);
        if (plan.isSame) return;
        const total = effectiveRole().length;
        const moved = await runAll(plan.commands);
        const [first] = plan.moving;
        if (!first || moved.length === 0) return;
        const words = { title: first.track.title, position: plan.place + 1, total, count: moved.length };
        const title = moved.length === 1 ? t("playlist.moved", words) : t("playlist.movedSeveral", words);
        announce(title);
        const ranks = ranksOf(connection, moved);
        // what somebody else has moved on since is theirs to take back
        offerUndo({ title, label, to: moved.join() }, () => {
          const now = ranksOf(connection, moved);
          void restore(
            "move",
            moved.filter((id) => now.get(id) === ranks.get(id)),
          );
        });
      },
    };
  }, [connection, errorText, t]);
}

export function canArrange(entry: Entry, self: Self): boolean {
  if (can(self.effectiveRole, "arrange-any-entry")) return true;
  return can(self.effectiveRole, "arrange-own-entries") && entry.addedBy === self.userId;
}

type EntriesCommand = Extract<RoomCommand, { readonly entryIds: readonly EntryId[] }>;

/** Where entries stand, as the server has said. */
function ranksOf(connection: RoomConnection, ids: readonly EntryId[]): ReadonlyMap<EntryId, string> {
  const named = new Set(ids);
  const playlist = connection.view().confirmed?.playlist ?? [];
  return new Map(playlist.filter(({ id }) => named.has(id)).map(({ id, rank }) => [id, rank]));
}
