import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import type { RoomId } from "#app/domain/ids.ts";

/** Explains to guests what they can do in the room and offers to sign in. */
export function GuestBar({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("room");
  return (
    <aside
      aria-label={t("guestBar")}
      className="mx-4 flex items-center gap-3 rounded-[12px] bg-info-soft px-4 py-2 text-info-ink md:mx-8"
    >
      <Eye size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <p>
        {t("guestBar")}{" "}
        <button
          type="button"
          className="rounded-sm font-bold underline underline-offset-3"
          onClick={() => openDialog({ name: "sign-in", tab: "login", intent: { to: "add-tracks", roomId } })}
        >
          {t("guestBarSignIn")}
        </button>
        {t("guestBarRest")}
      </p>
    </aside>
  );
}
