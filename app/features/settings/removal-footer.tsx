import { Trash2 } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import type { RemovalConfirmation } from "./use-confirmed-removal.ts";

type RemovalFooterProps = {
  readonly formId: string;
  /** True once the consequences are loaded. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly confirmation: RemovalConfirmation;
  readonly onCancel: () => void;
};

export function RemovalFooter({ formId, isReady, isBusy, confirmation, onCancel }: RemovalFooterProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const { isArmed, disarm, recordPress, disarmOnEscape } = confirmation;
  return (
    <>
      <span className="flex-1 max-md:hidden" />
      <Button variant="ghost" onPress={onCancel} isDisabled={isBusy}>
        {t("shell:cancel")}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={isArmed ? "danger" : "danger-soft"}
        icon={<Trash2 />}
        isDisabled={!isReady}
        isBusy={isBusy}
        onPress={recordPress}
        onBlur={disarm}
        onKeyDown={disarmOnEscape}
      >
        {t(isArmed ? "settings:removal.confirmAgain" : "settings:removal.confirm")}
      </Button>
    </>
  );
}
