import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { LinkSent } from "./link-sent.tsx";
import { ResetRequestForm } from "./reset-request-form.tsx";

type ForgotFormProps = {
  readonly isSent: boolean;
  /** Email or username. */
  readonly account: string;
  readonly onAccount: (account: string) => void;
  /** False in a dialog, which already has the title as its accessible name. */
  readonly hasHeading: boolean;
  readonly onSent: () => void;
  readonly onBack: () => void;
};

/** Requests a mail with a link that sets a new password, and confirms that it was sent. */
export function ForgotForm({ isSent, account, onAccount, hasHeading, onSent, onBack }: ForgotFormProps) {
  const { t } = useTranslation("auth");
  const container = useRef<HTMLDivElement>(null);
  // The pressed link has disappeared. Without this, a dialog would move the focus to its first button.
  useEffect(() => container.current?.querySelector<HTMLElement>(isTouchScreen() ? "button" : "input")?.focus(), []);
  return (
    <div ref={container} className="grid gap-4.5">
      <div className="-ml-2 flex items-center gap-2">
        <IconButton size="sm" label={t("back")} icon={<ArrowLeft />} onPress={onBack} />
        <AuthHeading title={t(isSent ? "sentTitle" : "forgotTitle")} isHeading={hasHeading} className="min-w-0" />
      </div>
      {isSent ? <LinkSent account={account} /> : <ResetRequestForm account={account} onAccount={onAccount} onSent={onSent} />}
    </div>
  );
}
