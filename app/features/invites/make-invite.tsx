import { CircleAlert, ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { formatSpan } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Invite } from "./invite.ts";
import type { InviteTerms } from "./use-invites.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EXPIRIES = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
type Expiry = keyof typeof EXPIRIES;
const EXPIRY_IDS = ["hour", "day", "week", "month"] as const satisfies readonly Expiry[];
const USES = ["1", "5", "25", "100"] as const;

type MakeInviteProps = {
  /** The highest first; at least one. */
  readonly roles: readonly GrantableRole[];
  readonly make: (terms: InviteTerms) => Promise<Result<Invite>>;
  readonly onMade: (invite: Invite) => void;
};

/** A link of one's own: what it gives, for how long, to how many. */
export function MakeInvite({ roles, make, onMade }: MakeInviteProps) {
  const { t, i18n } = useTranslation(["invites", "shell"]);
  const errorText = useErrorText();
  const [wanted, setWanted] = useState<GrantableRole>("participant");
  const [expiry, setExpiry] = useState<Expiry>("week");
  const [uses, setUses] = useState<(typeof USES)[number]>("5");
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  // who was demoted meanwhile may give less
  const role = roles.includes(wanted) ? wanted : (roles.at(-1) ?? "viewer");

  const submit = async () => {
    setBusy(true);
    setError(null);
    const made = await make({ role, expiresInMs: EXPIRIES[expiry], uses: Number(uses) });
    setBusy(false);
    if (made.ok) onMade(made.value);
    else setError(made.error);
  };

  return (
    <section aria-label={t("make.title")} className="grid gap-3">
      <h3 className="text-lead font-bold">{t("make.title")}</h3>
      <Field caption={t("make.role")} aside={<HelpLink />}>
        <Select
          label={t("make.role")}
          options={roles.map((id) => ({ id, label: t(`shell:role.${id}`) }))}
          selected={role}
          onSelect={setWanted}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field caption={t("make.expiry")}>
          <Select
            label={t("make.expiry")}
            options={EXPIRY_IDS.map((id) => ({ id, label: formatSpan(EXPIRIES[id], i18n.language) }))}
            selected={expiry}
            onSelect={setExpiry}
          />
        </Field>
        <Field caption={t("make.uses")}>
          <Select
            label={t("make.uses")}
            options={USES.map((id) => ({ id, label: t("make.people", { count: Number(id) }) }))}
            selected={uses}
            onSelect={setUses}
          />
        </Field>
      </div>
      {error && (
        <Note tone="danger" icon={<CircleAlert />} role="alert">
          {errorText(error)}
        </Note>
      )}
      <Button isWide isBusy={isBusy} onPress={() => void submit()}>
        {t("make.button")}
      </Button>
    </section>
  );
}

type FieldProps = { readonly caption: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** The select says its own name to readers. */
function Field({ caption, aside, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-2 text-small leading-[18px]">
        <span aria-hidden className="font-label text-ink-2">
          {caption}
        </span>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** Beside the room, which must go on sounding. */
function HelpLink() {
  const { t } = useTranslation("invites");
  return (
    <a
      href="/help#roles"
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 rounded-sm text-ink-2 underline underline-offset-3 hover:text-ink"
    >
      {t("make.whatMay")}
      <ExternalLink size={14} aria-hidden />
      <span className="sr-only">({t("make.newTab")})</span>
    </a>
  );
}
