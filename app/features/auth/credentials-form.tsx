import type { FormEvent } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { AuthErrorNote } from "./auth-error-note.tsx";
import { LoginFields } from "./login-fields.tsx";
import { RegisterFields } from "./register-fields.tsx";
import type { AuthFormState } from "./use-auth-form.ts";

type CredentialsFormProps = {
  readonly tab: "login" | "register";
  readonly form: AuthFormState;
  readonly onView: (view: "login" | "register" | "forgot") => void;
};

/** The login and the registration, as two tabs. */
export function CredentialsForm({ tab, form, onView }: CredentialsFormProps) {
  const { t } = useTranslation("auth");
  const formRef = useFocusInvalid(form.errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="grid gap-4.5">
      <Tabs
        variant="segmented"
        isWide
        tabs={[
          { id: "login", label: t("signIn") },
          { id: "register", label: t("register") },
        ]}
        selected={tab}
        onSelect={onView}
      >
        <div className="grid gap-4.5">
          {tab === "login" ? (
            <LoginFields value={form.login} onChange={form.setLogin} onForgot={() => onView("forgot")} />
          ) : (
            <RegisterFields
              value={form.registration}
              onChange={form.setRegistration}
              errors={form.errors}
              onErrors={form.setErrors}
            />
          )}
          {form.failure !== null && <AuthErrorNote>{form.failure}</AuthErrorNote>}
          <Button type="submit" variant="primary" size="lg" isWide isBusy={form.isBusy}>
            {tab === "login" ? t("signIn") : t("register")}
          </Button>
        </div>
      </Tabs>
    </form>
  );
}
