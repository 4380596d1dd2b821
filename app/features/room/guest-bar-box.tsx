import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { GUEST_BAR } from "./room-shape.ts";

type GuestBarBoxProps = {
  readonly roomId: RoomId;
  /** Everything that guests may do in the room. */
  readonly rights: string;
  /** The end of the sentence that begins with the button to sign in. */
  readonly rest: string;
  /** A button at the end. Phones have it in the people panel only. */
  readonly children: ReactNode;
};

/** The bar above a room that guests see. */
export function GuestBarBox({ roomId, rights, rest, children }: GuestBarBoxProps) {
  const { t } = useTranslation("room");
  return (
    <aside aria-label={rights} data-testid="guest-bar" className={GUEST_BAR}>
      <Eye size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1">
        {rights}{" "}
        <button
          type="button"
          className="rounded-sm font-bold underline underline-offset-3"
          onClick={() => openDialog({ name: "sign-in", tab: "login", intent: { to: "add-tracks", roomId } })}
        >
          {t("guestBarSignIn")}
        </button>
        {rest}
      </p>
      <span className="flex max-md:hidden">{children}</span>
    </aside>
  );
}
