import { useNavigate } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { RemovalFooter } from "./removal-footer.tsx";
import { RemovalForm } from "./removal-form.tsx";
import { useConfirmedRemoval } from "./use-confirmed-removal.ts";
import { useRemoval } from "./use-removal.ts";
import { useRemovalPlan } from "./use-removal-plan.ts";

type RemovalDialogProps = { readonly user: SessionUser; readonly onClose: () => void };

/** Deletes the account. Lists the consequences, and requires a proof of identity and a second press. */
export function RemovalDialog({ user, onClose }: RemovalDialogProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const errorText = useErrorText();
  const formId = useId();
  const { plan, hasFailed, retry } = useRemovalPlan();
  const removal = useRemoval(user, useLeaveAfterRemoval(onClose));
  const confirmation = useConfirmedRemoval(plan, removal);

  return (
    <Dialog
      title={t("settings:removal.title")}
      isOpen
      onOpenChange={onClose}
      width={480}
      isDismissable={!removal.isBusy}
      footer={
        <RemovalFooter
          formId={formId}
          isReady={plan !== null}
          isBusy={removal.isBusy}
          confirmation={confirmation}
          onCancel={onClose}
        />
      }
    >
      {hasFailed && <RetryNote text={t("settings:removal.loadFailed")} label={t("shell:tryAgain")} onRetry={retry} />}
      {!plan && !hasFailed && <LoadingPlan />}
      {plan && <RemovalForm id={formId} user={user} plan={plan} removal={removal} onSubmit={confirmation.submit} />}
      {removal.failure && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(removal.failure)}
        </Note>
      )}
    </Dialog>
  );
}

function LoadingPlan() {
  const { t } = useTranslation("shell");
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner /> {t("loading")}
    </p>
  );
}

function useLeaveAfterRemoval(onClose: () => void): () => void {
  const { t } = useTranslation("settings");
  const navigate = useNavigate();
  return () => {
    onClose();
    notify({ title: t("removal.done") });
    navigate("/");
  };
}
