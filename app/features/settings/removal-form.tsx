import { TriangleAlert } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { RemovalConsequences } from "./removal-consequences.tsx";
import type { Removal } from "./use-removal.ts";

type ProofFieldProps = { readonly user: SessionUser; readonly plan: RemovalPlan; readonly removal: Removal };
type RemovalFormProps = ProofFieldProps & { readonly id: string; readonly onSubmit: (event: FormEvent) => void };

export function RemovalForm({ id, user, plan, removal, onSubmit }: RemovalFormProps) {
  const { t } = useTranslation("settings");
  const form = useFocusInvalid(removal.proofError);
  return (
    <>
      <Note tone="danger" icon={<TriangleAlert />}>
        {t("removal.final")}
      </Note>
      <RemovalConsequences plan={plan} />
      <form ref={form} id={id} noValidate onSubmit={onSubmit}>
        <ProofField user={user} plan={plan} removal={removal} />
      </form>
    </>
  );
}

/** Takes the focus on mount: while the consequences were loading, the dialog's close button had it. */
function ProofField({ user, plan: { hasPassword }, removal }: ProofFieldProps) {
  const { t } = useTranslation("settings");
  const container = useRef<HTMLDivElement>(null);
  const error = useProofErrorText(removal);
  useEffect(() => container.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  return (
    <div ref={container}>
      <TextField
        label={hasPassword ? t("removal.password") : t("removal.username", { username: user.username })}
        type={hasPassword ? "password" : "text"}
        autoComplete={hasPassword ? "current-password" : "off"}
        {...(!hasPassword && { prefix: "@" })}
        value={removal.proof}
        onChange={removal.editProof}
        isReadOnly={removal.isBusy}
        error={error}
      />
    </div>
  );
}

function useProofErrorText({ proofError }: Removal): string | null {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  if (!proofError) return null;
  return proofError.code === "username-wrong" ? t("removal.usernameWrong") : errorText(proofError.code);
}
