import { Check, CircleAlert } from "lucide-react";
import { type FormEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ProfileField } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { Account } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { useSecondPress } from "#app/ui/use-second-press.ts";
import { useProfile } from "./use-profile.ts";

type ProfileDialogProps = { readonly account: Account; readonly onSaved: () => void; readonly onClose: () => void };

/** How one is called, where mail goes, and who may see that. */
export function ProfileDialog({ account, onSaved, onClose }: ProfileDialogProps) {
  const { t } = useTranslation(["account", "shell"]);
  const errorText = useErrorText();
  const formId = useId();
  const profile = useProfile(account, { onSaved, onClose });
  const form = useFocusInvalid(profile.errors);
  const { draft, edit } = profile;
  const dropping = useSecondPress({ announcement: t("account:profile.unsaved"), onConfirm: onClose });
  const close = () => (profile.isChanged ? dropping.press() : onClose());
  const isFixed = profile.phase !== "editing";
  const textOf = (field: ProfileField | "currentPassword") => (profile.errors[field] ? errorText(profile.errors[field]) : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (profile.maySave) void profile.save();
  };

  return (
    <Dialog
      title={t("account:profile.title")}
      isOpen
      onOpenChange={close}
      width={440}
      footer={
        <>
          <span className="flex-1 max-md:hidden" />
          <Button variant="ghost" onPress={close}>
            {t("shell:cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={profile.phase === "saving"}
            isDisabled={!profile.maySave && profile.phase !== "saving"}
          >
            {t("account:profile.save")}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t("account:profile.name")}
          name="name"
          autoComplete="nickname"
          value={draft.name}
          onChange={(name) => edit({ name })}
          onBlur={() => profile.leave("name")}
          count={{ value: countChars(draft.name.trim()), max: accountLimits.displayNameChars }}
          isReadOnly={isFixed}
          error={textOf("name")}
        />
        <TextField
          label={t("account:profile.username")}
          name="username"
          prefix="@"
          autoComplete="username"
          value={draft.username}
          onChange={(username) => edit({ username })}
          onBlur={() => profile.leave("username")}
          count={{ value: Array.from(draft.username.trim()).length, max: accountLimits.profileUsernameCharsMax }}
          isReadOnly={isFixed}
          error={textOf("username")}
        />
        <TextField
          label={t("account:profile.email")}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={draft.email}
          onChange={(email) => edit({ email })}
          onBlur={() => profile.leave("email")}
          isReadOnly={isFixed}
          error={textOf("email")}
        />
        {profile.isPasswordAsked && (
          <TextField
            label={t("account:password.current")}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            value={draft.currentPassword}
            onChange={(currentPassword) => edit({ currentPassword })}
            onBlur={() => profile.leave("currentPassword")}
            isReadOnly={isFixed}
            error={textOf("currentPassword")}
          />
        )}
        <div className="flex items-center gap-4">
          <div aria-hidden className="min-w-0 flex-1">
            <p className="font-label">{t("account:profile.showEmail")}</p>
            <p className="text-small text-ink-3">{t("account:profile.showEmailText")}</p>
          </div>
          <Switch
            aria-label={`${t("account:profile.showEmail")}. ${t("account:profile.showEmailText")}`}
            isSelected={draft.isEmailShown}
            isDisabled={isFixed}
            onChange={(isEmailShown) => edit({ isEmailShown })}
          />
        </div>
        {profile.failure && (
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {errorText(profile.failure)}
          </Note>
        )}
        {dropping.isArmed && (
          <Note tone="warn" icon={<CircleAlert />}>
            {t("account:profile.unsaved")}
          </Note>
        )}
        {profile.phase === "saved" && (
          <Note tone="live" role="status" icon={<Check />}>
            {t("account:profile.saved")}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
