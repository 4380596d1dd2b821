import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { RoomConnection } from "#app/backend/room-connection.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { can } from "#app/domain/permissions.ts";
import type { Entry, Playlist } from "#app/domain/playlist.ts";
import type { RoomCommand } from "#app/domain/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { You } from "#app/protocol/room-socket.ts";
import { announce } from "#app/ui/announce.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";

/** What can be done with an entry. */
export type EntryCommands = {
  readonly select: (id: EntryId) => void;
  readonly remove: (ids: readonly EntryId[]) => void;
  /** Before all else, or in its turn again. */
  readonly queue: (ids: readonly EntryId[], isNext: boolean) => void;
  /** To a place in the list, counted from 0 as if the entry were not in it. */
  readonly moveTo: (entry: Entry, place: number, playlist: Playlist) => void;
};

const UNDO_MOBILE_MS = 12_000;

export function useEntryCommands(connection: RoomConnection): EntryCommands {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const isMobile = useIsMobile();
  return useMemo(() => {
    const offerUndo = (title: string, undo: () => void) => {
      const notice = notify({ title, actions: [{ id: "undo", label: t("playlist.undo"), onPress: undo }] });
      // after that the room knows of it no more; on a telephone it covers what is below the header
      setTimeout(() => dismissNotice(notice), isMobile ? UNDO_MOBILE_MS : limits.undoMs);
    };
    const run = async (command: RoomCommand) => {
      const error = await connection.command(command);
      if (error) notify({ variant: "error", title: errorText(error) });
      return error === null;
    };
    return {
      select: (entryId) => void run({ type: "select", entryId }),
      remove(ids) {
        for (const entryIds of inCommands(ids)) {
          void run({ type: "remove", entryIds }).then((isRemoved) => {
            if (isRemoved)
              offerUndo(t("playlist.removed", { count: entryIds.length }), () => run({ type: "restore", entryIds }));
          });
        }
      },
      queue(ids, isNext) {
        for (const entryIds of inCommands(ids)) void run({ type: "queue", entryIds, isNext });
      },
      moveTo(entry, place, playlist) {
        const others = playlist.filter(({ id }) => id !== entry.id);
        const at = Math.max(0, Math.min(others.length, place));
        const afterEntryId = others[at - 1]?.id ?? null;
        void run({ type: "move", entryIds: [entry.id], afterEntryId }).then((isMoved) => {
          const words = { title: entry.track.title, position: at + 1, total: playlist.length };
          if (isMoved) announce(t("playlist.moved", words));
        });
      },
    };
  }, [connection, errorText, isMobile, t]);
}

/** As many as a command may name. */
function inCommands(ids: readonly EntryId[]): readonly (readonly EntryId[])[] {
  const count = Math.ceil(ids.length / limits.entriesPerCommand);
  return Array.from({ length: count }, (_, i) => ids.slice(i * limits.entriesPerCommand, (i + 1) * limits.entriesPerCommand));
}

export function canArrange(entry: Entry, you: You): boolean {
  if (can(you.standing, "arrange-any-entry")) return true;
  return can(you.standing, "arrange-own-entries") && entry.addedBy === you.userId;
}
