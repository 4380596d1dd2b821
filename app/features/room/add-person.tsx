import { type FormEvent, useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { createGrantUndo } from "./undo-role.ts";

type AddPersonProps = {
  readonly roomId: RoomId;
  /** The roles that the user may grant. */
  readonly roles: readonly GrantableRole[];
  readonly onClose: () => void;
};

/** Grants a role to a user given by username. */
export function AddPerson({ roomId, roles, onClose }: AddPersonProps) {
  const { t } = useTranslation(["people", "shell"]);
  const errorText = useErrorText();
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<GrantableRole>("participant");
  const { submit, reset, error, isPending } = useAddMember(roomId, onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(username.trim(), role);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="mx-3 mb-1 grid gap-3 rounded-md bg-sunken p-3">
      <TextField
        label={t("people:addUsername")}
        prefix="@"
        autoFocus
        autoComplete="off"
        value={username}
        onChange={(next) => {
          setUsername(next);
          reset();
        }}
        error={error && errorText(replaceInternal(error, "member-add-failed"))}
        hint={t("people:addHint")}
      />
      <div className="flex flex-wrap items-center gap-2">
        <RoleSelect roles={roles} selected={role} onSelect={setRole} />
        <span className="flex-1" />
        <Button size="sm" variant="ghost" onPress={onClose}>
          {t("shell:cancel")}
        </Button>
        <Button type="submit" size="sm" variant="primary" isBusy={isPending}>
          {t("people:add")}
        </Button>
      </div>
    </form>
  );
}

type RoleSelectProps = {
  readonly roles: readonly GrantableRole[];
  readonly selected: GrantableRole;
  readonly onSelect: (role: GrantableRole) => void;
};

function RoleSelect({ roles, selected, onSelect }: RoleSelectProps) {
  const { t } = useTranslation(["people", "shell"]);
  return (
    <Select
      label={t("people:role")}
      variant="bare"
      options={roles.map((id) => ({ id, label: t(`shell:role.${id}`) }))}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

function useAddMember(roomId: RoomId, onAdded: () => void) {
  const { t } = useTranslation("people");
  const offerUndo = useOfferUndo();
  return useSubmit<[string, GrantableRole], unknown, ErrorCode>(async (username, role): Promise<Result<unknown>> => {
    if (username === "") return fail("field-required");
    const added = await mutation("members.add", { id: roomId, username, role });
    if (added.ok) {
      const undo = createGrantUndo({ id: roomId, userId: added.value.userId }, role);
      offerUndo({ title: t("addDone", { name: username }), variant: "success" }, undo);
      onAdded();
    }
    return added;
  });
}
