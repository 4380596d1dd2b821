import { useNavigate } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";

/** Deletes the room on the second press and leads to the room list. */
export function DeleteRoomButton({ info }: { readonly info: RoomInfo }) {
  const { t } = useTranslation("roomSettings");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { submit, isPending } = useSubmit<[], null, ErrorCode>(async () => {
    const removed = await mutation("rooms.remove", { id: info.id });
    if (removed.ok) {
      // Runs even if the room's connection has closed this dialog by now.
      notify({ title: t("deleted"), message: info.name });
      navigate("/");
    } else notify({ title: errorText(removed.error), variant: "error" });
    return removed;
  });
  return (
    <TwoPressButton
      variant="danger-soft"
      icon={<Trash2 />}
      label={t("delete")}
      armedLabel={t("deleteAgain")}
      announcement={t("deleteArmed")}
      isBusy={isPending}
      onConfirm={() => void submit()}
    />
  );
}
