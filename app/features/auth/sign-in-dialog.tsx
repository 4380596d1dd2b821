import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Wordmark } from "#app/ui/logo.tsx";
import { RoomArtworkLines } from "#app/ui/room-artwork.tsx";
import { AUTH_TITLES, AuthForm, type AuthView } from "./auth-form.tsx";

type SignInDialogProps = {
  readonly tab: "login" | "register";
  readonly news: AuthMessage | null;
  /** Closed without signing in. */
  readonly onDismiss: () => void;
  readonly onSignedIn: () => void;
};

/** Signing in and up. Whoever is through is where they were. */
export function SignInDialog({ tab, news, onDismiss, onSignedIn }: SignInDialogProps) {
  const { t } = useTranslation("auth");
  const revalidator = useRevalidator();
  const [view, setView] = useState<AuthView>(tab);
  return (
    <Dialog
      title={t(AUTH_TITLES[view])}
      isTitleHidden
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      width={880}
      aside={<Aside />}
    >
      <AuthForm
        view={view}
        onView={setView}
        news={news}
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
