import { useMemo } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { createEntryCommands, type EntryCommands } from "./entry-commands.ts";

/** The entry commands of a room. Errors are shown in a notice. */
export function useEntryCommands(connection: RoomConnection, onStart: () => void): EntryCommands {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  const latestOnStart = useLatestRef(onStart);
  return useMemo(
    () =>
      createEntryCommands({
        connection,
        t,
        offerUndo,
        onError: (error) => notify({ variant: "error", title: errorText(error) }),
        onStart: () => latestOnStart.current(),
      }),
    [connection, errorText, latestOnStart, offerUndo, t],
  );
}
