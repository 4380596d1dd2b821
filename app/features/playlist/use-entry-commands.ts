import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { RoomConnection } from "#app/backend/room-connection.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { can } from "#app/domain/permissions.ts";
import type { Entry, Playlist } from "#app/domain/playlist.ts";
import type { RoomCommand } from "#app/domain/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { You } from "#app/protocol/room-socket.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";

/** What can be done with an entry. */
export type EntryCommands = {
  readonly select: (id: EntryId) => void;
  readonly remove: (id: EntryId) => void;
  /** Before all else, or in its turn again. */
  readonly queue: (id: EntryId, isNext: boolean) => void;
  /** To a place in the list, counted from 0 as if the entry were not in it. */
  readonly moveTo: (entry: Entry, place: number, playlist: Playlist) => void;
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
    return {
      select: (entryId) => void run({ type: "select", entryId }),
      remove: (entryId) => void run({ type: "remove", entryIds: [entryId] }),
      queue: (entryId, isNext) => void run({ type: "queue", entryIds: [entryId], isNext }),
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
  }, [connection, errorText, t]);
}

export function canArrange(entry: Entry, you: You): boolean {
  if (can(you.standing, "arrange-any-entry")) return true;
  return can(you.standing, "arrange-own-entries") && entry.addedBy === you.userId;
}
