import { type FormEvent, useState } from "react";
import { setGuestName } from "#app/app-state/guest-name.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { parseGuestName } from "#app/domain/accounts/guest-name.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type GuestNameFormProps = { readonly name: string | null; readonly onSaved: () => void };

/** An empty field removes the name. */
export function GuestNameForm({ name, onSaved }: GuestNameFormProps) {
  const { t } = useTranslation("people");
  const [draft, setDraft] = useState(name ?? "");
  const chosen = parseGuestName(draft);
  const canSave = chosen !== null || draft.trim() === "";
  const problem = canSave ? null : t("guestName.invalid", { max: accountLimits.guestNameChars });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    setGuestName(chosen);
    onSaved();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3 p-4">
      <TextField
        label={t("guestName.label")}
        hint={t("guestName.hint")}
        error={problem}
        value={draft}
        onChange={setDraft}
        count={{ value: countChars(draft.trim()), max: accountLimits.guestNameChars }}
        autoComplete="nickname"
        autoFocus
      />
      <Button type="submit" variant="primary" disabledReason={problem} className="justify-self-end">
        {t("guestName.save")}
      </Button>
    </form>
  );
}
