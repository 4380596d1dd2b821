import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Wordmark } from "#app/ui/logo.tsx";
import { RoomArtworkLines } from "#app/ui/room-artwork.tsx";
import { AuthForm, type AuthView } from "./auth-form.tsx";
import { type AuthPurpose, useAuthTitle } from "./use-auth-title.ts";

type SignInDialogProps = {
  readonly tab: "login" | "register";
  /** The action that follows the sign-in. Null if there is none. */
  readonly purpose: AuthPurpose | null;
  /** Why an earlier sign-in failed. */
  readonly message: AuthMessage | null;
  /** Called when the dialog is closed without a sign-in. */
  readonly onDismiss: () => void;
  readonly onSignedIn: () => void;
};

/** The sign-in and the registration as a dialog. The page behind it remains. */
export function SignInDialog({ tab, purpose, message, onDismiss, onSignedIn }: SignInDialogProps) {
  const revalidator = useRevalidator();
  const [view, setView] = useState<AuthView>(tab);
  const title = useAuthTitle(view, purpose);
  return (
    <Dialog title={title} isTitleHidden isOpen onOpenChange={(isOpen) => !isOpen && onDismiss()} width={880} aside={<Aside />}>
      <AuthForm
        view={view}
        onView={setView}
        purpose={purpose}
        message={message}
        hasHeading={false}
        onSignedIn={() => {
          onSignedIn();
          revalidator.revalidate();
        }}
      />
    </Dialog>
  );
}

function Aside() {
  const { t } = useTranslation("auth");
  return (
    <>
      <RoomArtworkLines className="absolute inset-0" />
      <div className="absolute inset-x-8 bottom-8 text-ink">
        <Wordmark height={30} />
        <p className="mt-4 text-h2 font-label">{t("caption")}</p>
      </div>
    </>
  );
}
