import { useCallback } from "react";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { createUndo } from "#app/server-client/room/create-undo.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { useCrossfadeText } from "./use-crossfade-text.ts";

type OrderCommand = Extract<RoomCommand, { readonly type: "shuffle" | "repeat" | "crossfade" }>;

/** Runs a command that changes the play order, and offers to undo it. Errors are shown in a notice. */
export function useUndoableCommand(connection: RoomConnection): (command: OrderCommand) => Promise<void> {
  const { t } = useTranslation("room");
  const crossfadeText = useCrossfadeText();
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  return useCallback(
    async (command) => {
      const editId = newEditId();
      const error = await connection.command(command, editId);
      if (error) return void notify({ variant: "error", title: errorText(error) });
      // guests have no edits of their own
      if (connection.view.get().self.userId === null) return;
      const title = command.type === "crossfade" ? crossfadeText.label(command.ms) : describe(t, command);
      offerUndo({ title, topic: command.type }, createUndo(connection, [editId]));
    },
    [connection, errorText, offerUndo, t, crossfadeText],
  );
}

function describe(t: Translate<"room">, command: Exclude<OrderCommand, { readonly type: "crossfade" }>): string {
  if (command.type === "repeat") return t(`player.repeat.${command.repeat}`);
  return t(command.isOn ? "undo.shuffleOn" : "undo.shuffleOff");
}
