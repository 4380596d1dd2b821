import { useRevalidator } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuthRefusal, logIn, register } from "#app/backend/session.ts";
import { type AccountField, type Registration, registrationErrors } from "#app/domain/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FaceArt } from "#app/ui/face.tsx";
import { Wordmark } from "#app/ui/logo.tsx";
import { Note } from "#app/ui/note.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { LoginFields } from "./login-fields.tsx";
import { refusalText } from "./refusal-text.ts";
import { RegisterFields } from "./register-fields.tsx";

type Tab = "login" | "register";
type FieldErrors = Partial<Record<AccountField, ErrorCode | undefined>>;

const NO_REGISTRATION: Registration = { name: "", username: "", email: "", password: "" };

/** Signing in and up. Whoever is through is where they were. */
export function SignInDialog({ tab: firstTab, onClose }: { readonly tab: Tab; readonly onClose: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const revalidator = useRevalidator();
  const [tab, setTab] = useState<Tab>(firstTab);
  const [login, setLogin] = useState({ emailOrUsername: "", password: "" });
  const [registration, setRegistration] = useState(NO_REGISTRATION);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const show = (next: Tab) => {
    setTab(next);
    setErrors({});
    setRefusal(null);
  };

  const send = async (request: () => Promise<Result<SessionUser, AuthRefusal>>, fallback: ErrorCode) => {
    setBusy(true);
    setRefusal(null);
    const result = await request();
    setBusy(false);
    if (result.ok) {
      onClose();
      revalidator.revalidate();
      return;
    }
    const { field, statusMessage } = result.error;
    const text = refusalText(statusMessage, fallback, errorText);
    if (field && text.code) setErrors({ [field]: text.code });
    else setRefusal(text.text);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tab === "login") {
      const isFilled = login.emailOrUsername.trim() !== "" && login.password !== "";
      if (!isFilled) return setRefusal(errorText("all-fields-required"));
      void send(() => logIn(login.emailOrUsername, login.password), "login-failed");
      return;
    }
    const found = registrationErrors(registration);
    setErrors(found);
    if (Object.keys(found).length === 0) void send(() => register(registration), "registration-failed");
  };

  return (
    <Dialog
      title={tab === "login" ? t("welcome") : t("join")}
      isTitleHidden
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={880}
      aside={<Aside />}
    >
      <form noValidate onSubmit={submit} className="grid gap-4.5">
        <p aria-hidden className="text-sheet font-bold">
          {tab === "login" ? t("welcome") : t("join")}
        </p>
        <Tabs
          variant="segmented"
          isWide
          tabs={[
            { id: "login", label: t("signIn") },
            { id: "register", label: t("register") },
          ]}
          selected={tab}
          onSelect={show}
        >
          <div className="grid gap-4.5">
            {tab === "login" ? (
              <LoginFields value={login} onChange={setLogin} />
            ) : (
              <RegisterFields value={registration} onChange={setRegistration} errors={errors} onErrors={setErrors} />
            )}
            {refusal !== null && (
              <div role="alert">
                <Note tone="danger" icon={<CircleAlert />}>
                  {refusal}
                </Note>
              </div>
            )}
            <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
              {tab === "login" ? t("signIn") : t("register")}
            </Button>
          </div>
        </Tabs>
      </form>
    </Dialog>
  );
}

function Aside() {
  const { t } = useTranslation("auth");
  return (
    <>
      <FaceArt className="absolute inset-0" />
      <div className="absolute inset-x-8 bottom-8 text-ink">
        <Wordmark height={30} />
        <p className="mt-4 text-h2 font-label">{t("caption")}</p>
      </div>
    </>
  );
}
