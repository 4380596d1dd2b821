import { useState } from "react";
import type { EditId, RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type FunctionValue, mutation, query } from "#app/server-client/functions.ts";
import { createUndo } from "#app/server-client/room/create-undo.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";

/** An earlier state of the playlist that the user may set it back to, with what that would change. */
export type SetBackDraft = {
  readonly place: number;
  readonly preview: FunctionValue<"room_log.preview">;
  /** A call that is repeated with this id sets the playlist back once. */
  readonly editId: EditId;
};

type Step = { readonly type: "preview" | "restore"; readonly place: number };

/** Setting the playlist back in two steps: the preview, then the change, which can be undone. */
export function useSetBack(roomId: RoomId, connection: RoomConnection) {
  const { t } = useTranslation("roomLog");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  const [draft, setDraft] = useState<SetBackDraft | null>(null);
  const [busy, setBusy] = useState<Step | null>(null);

  return {
    draft,
    busy,
    cancel: () => setDraft(null),
    async start(place: number): Promise<void> {
      setBusy({ type: "preview", place });
      const preview = await query("room_log.preview", { roomId, place });
      setBusy(null);
      if (preview.ok) setDraft({ place, preview: preview.value, editId: newEditId() });
      else notify({ variant: "error", title: errorText(preview.error) });
    },
    async confirm({ place, editId }: SetBackDraft): Promise<void> {
      setBusy({ type: "restore", place });
      const done = await mutation("room_log.restore", { roomId, place, editId });
      setBusy(null);
      if (!done.ok) return void notify({ variant: "error", title: errorText(done.error) });
      setDraft(null);
      offerUndo({ variant: "success", title: t("setBack.done") }, createUndo(connection, [editId]));
    },
  };
}
