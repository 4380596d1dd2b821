import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { Result } from "#app/domain/result.ts";
import { formatSpan } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Invite } from "./invite.ts";
import { InviteField, RoleHelpLink } from "./invite-field.tsx";
import type { InviteTerms } from "./use-invites.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFETIMES_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
type Lifetime = keyof typeof LIFETIMES_MS;
const LIFETIMES = ["hour", "day", "week", "month"] as const satisfies readonly Lifetime[];
const USES = ["1", "5", "25", "100"] as const;

type CreateInviteFormProps = {
  /** The roles that the link may grant, the highest first. At least one. */
  readonly roles: readonly GrantableRole[];
  readonly create: (terms: InviteTerms) => Promise<Result<Invite>>;
  readonly onCreated: (invite: Invite) => void;
};

/** Creates an invite link with a role, a lifetime and a number of uses. */
export function CreateInviteForm({ roles, create, onCreated }: CreateInviteFormProps) {
  const { t } = useTranslation("invites");
  const errorText = useErrorText();
  const { role, setRole } = useGrantedRole(roles);
  const [lifetime, setLifetime] = useState<Lifetime>("week");
  const [uses, setUses] = useState<(typeof USES)[number]>("5");
  const { isPending, error, submit } = useSubmit(
    () => create({ role, expiresInMs: LIFETIMES_MS[lifetime], uses: Number(uses) }),
    onCreated,
  );

  return (
    <section aria-label={t("make.title")} className="grid gap-3">
      <h3 className="text-lead font-bold">{t("make.title")}</h3>
      <RoleField roles={roles} selected={role} onSelect={setRole} />
      <div className="grid grid-cols-2 gap-3">
        <LifetimeField selected={lifetime} onSelect={setLifetime} />
        <UsesField selected={uses} onSelect={setUses} />
      </div>
      {error && (
        <Note tone="danger" icon={<CircleAlert />} role="alert">
          {errorText(error)}
        </Note>
      )}
      <Button isWide isBusy={isPending} onPress={() => void submit()}>
        {t("make.button")}
      </Button>
    </section>
  );
}

/** The selected role, or the lowest one if the user may no longer grant the selected one. */
function useGrantedRole(roles: readonly GrantableRole[]) {
  const [selected, setRole] = useState<GrantableRole>("participant");
  const role = roles.includes(selected) ? selected : (roles.at(-1) ?? "viewer");
  return { role, setRole };
}

type FieldProps<Id> = { readonly selected: Id; readonly onSelect: (id: Id) => void };

function RoleField({ roles, ...field }: FieldProps<GrantableRole> & { readonly roles: readonly GrantableRole[] }) {
  const { t } = useTranslation(["invites", "shell"]);
  return (
    <InviteField caption={t("invites:make.role")} aside={<RoleHelpLink />}>
      <Select {...field} label={t("invites:make.role")} options={roles.map((id) => ({ id, label: t(`shell:role.${id}`) }))} />
    </InviteField>
  );
}

function LifetimeField(field: FieldProps<Lifetime>) {
  const { t, language } = useTranslation("invites");
  return (
    <InviteField caption={t("make.expiry")}>
      <Select
        {...field}
        label={t("make.expiry")}
        options={LIFETIMES.map((id) => ({ id, label: formatSpan(LIFETIMES_MS[id], language) }))}
      />
    </InviteField>
  );
}

function UsesField(field: FieldProps<(typeof USES)[number]>) {
  const { t } = useTranslation("invites");
  return (
    <InviteField caption={t("make.uses")}>
      <Select
        {...field}
        label={t("make.uses")}
        options={USES.map((id) => ({ id, label: t("make.people", { count: Number(id) }) }))}
      />
    </InviteField>
  );
}
