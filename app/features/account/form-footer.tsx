import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";

type FormFooterProps = {
  readonly formId: string;
  /** Of the button that submits the form. */
  readonly label: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
};

/** The buttons of a dialog with a form. */
export function FormFooter({ formId, label, isBusy, onCancel }: FormFooterProps) {
  const { t } = useTranslation("shell");
  return (
    <>
      <span className="flex-1 max-md:hidden" />
      <Button variant="ghost" onPress={onCancel}>
        {t("cancel")}
      </Button>
      <Button type="submit" form={formId} variant="primary" isBusy={isBusy}>
        {label}
      </Button>
    </>
  );
}
