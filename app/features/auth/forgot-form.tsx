import { ArrowLeft } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { requestReset } from "#app/server-client/account/password.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { LinkSent } from "./link-sent.tsx";
import { AuthErrorNote } from "./refusal-note.tsx";

type ForgotFormProps = {
  readonly isSent: boolean;
  /** Email or username. */
  readonly account: string;
  readonly onAccount: (account: string) => void;
  readonly hasHeading: boolean;
  readonly onSent: () => void;
  readonly onBack: () => void;
};

/** Asks for a link that sets a new password. */
export function ForgotForm({ isSent, account, onAccount, hasHeading, onSent, onBack }: ForgotFormProps) {
  const { t } = useTranslation("auth");
  const { errors, refusal, isBusy, send, forget } = useSending(account, onSent);
  const errorText = useErrorText();
  const title = t(isSent ? "sentTitle" : "forgotTitle");

  const fields = useRef<HTMLDivElement>(null);
  const sent = useFocusInvalid(errors);
  // at once: what had the focus has gone, and the dialog would give it to its first button
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <div ref={fields} className="grid gap-4.5">
      <div className="-ml-2 flex items-center gap-2">
        <IconButton size="sm" label={t("back")} icon={<ArrowLeft />} onPress={onBack} />
        {hasHeading ? (
          <h2 className="min-w-0 text-sheet font-bold">{title}</h2>
        ) : (
          <p aria-hidden className="min-w-0 text-sheet font-bold">
            {title}
          </p>
        )}
      </div>
      {isSent ? (
        <>
          <LinkSent isBusy={isBusy} onAgain={send} />
          {refusal !== null && <AuthErrorNote>{refusal}</AuthErrorNote>}
        </>
      ) : (
        <form ref={sent} noValidate onSubmit={submit} className="grid gap-4.5">
          <p className="-mt-1.5 text-ink-2">{t("forgotText")}</p>
          <TextField
            label={t("emailOrUsername")}
            name="emailOrUsername"
            autoComplete="username"
            error={errors.account && errorText(errors.account)}
            value={account}
            onChange={(next) => {
              onAccount(next);
              forget();
            }}
          />
          {refusal !== null && <AuthErrorNote>{refusal}</AuthErrorNote>}
          <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
            {t("sendLink")}
          </Button>
        </form>
      )}
    </div>
  );
}

function useSending(account: string, onSent: () => void) {
  const errorText = useErrorText();
  const [errors, setErrors] = useState<{ readonly account?: ErrorCode }>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<boolean> {
    const asked = account.trim();
    if (asked === "") {
      setErrors({ account: "field-required" });
      return false;
    }
    setBusy(true);
    setRefusal(null);
    const sent = await requestReset(asked);
    setBusy(false);
    if (sent.ok) onSent();
    else setRefusal(authErrorText({ ...sent.error, provider: null }, "reset-mail-failed", errorText).text);
    return sent.ok;
  }

  const forget = () => {
    setErrors({});
    setRefusal(null);
  };
  return { errors, refusal, isBusy, send, forget };
}
