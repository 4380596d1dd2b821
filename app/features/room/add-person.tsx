import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { mutation } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { Select } from "#app/ui/select.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type AddPersonProps = {
  readonly roomId: RoomId;
  /** Those that may be given. */
  readonly roles: readonly GrantableRole[];
  readonly onClose: () => void;
};

/** Gives somebody a role by their username. */
export function AddPerson({ roomId, roles, onClose }: AddPersonProps) {
  const { t } = useTranslation(["people", "shell"]);
  const errorText = useErrorText();
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<GrantableRole>("participant");
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = username.trim();
    if (name === "") return setError("field-required");
    setBusy(true);
    const added = await mutation("members.add", { id: roomId, username: name, role });
    setBusy(false);
    if (!added.ok) return setError(added.error);
    notify({ title: t("people:addDone", { name }), variant: "success" });
    onClose();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mx-3 mb-1 grid gap-3 rounded-md bg-sunken p-3">
      <TextField
        label={t("people:addUsername")}
        prefix="@"
        autoFocus
        autoComplete="off"
        value={username}
        onChange={(next) => {
          setUsername(next);
          setError(null);
        }}
        error={error && errorText(error)}
        hint={t("people:addHint")}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t("people:role")}
          variant="bare"
          options={roles.map((id) => ({ id, label: t(`shell:role.${id}`) }))}
          selected={role}
          onSelect={setRole}
        />
        <span className="flex-1" />
        <Button size="sm" variant="ghost" onPress={onClose}>
          {t("shell:cancel")}
        </Button>
        <Button type="submit" size="sm" variant="primary" isBusy={isBusy}>
          {t("people:add")}
        </Button>
      </div>
    </form>
  );
}
