import { Info } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { ServiceAnswerView } from "./service-answer.tsx";
import { SERVICE_PAGES, type ServiceField, type ServicePage, toServiceCall } from "./service-pages.ts";
import { useServiceTest } from "./use-service-test.ts";

/** The form of a page for music services, and what they have answered. It uses the accounts that the superadmin has connected. */
export function ServiceForm({ page }: { readonly page: ServicePage }) {
  const { t } = useTranslation(["devAudio", "dev"]);
  const { services, fields } = SERVICE_PAGES[page];
  const [texts, setTexts] = useState<Partial<Record<ServiceField, string>>>({});
  const { answers, isLoading, test } = useServiceTest(services);
  const call = toServiceCall(page, texts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call && !isLoading) test(call);
  };
  return (
    <div className="mx-auto grid max-w-360 gap-6 px-4 pt-4 pb-24 md:px-8">
      <p className="text-ink-2">{t(`dev:tools.${page}`)}</p>
      <form noValidate onSubmit={submit} className="grid max-w-120 gap-4">
        {fields.map((field) => (
          <ServiceTextField
            key={field}
            field={field}
            value={texts[field] ?? ""}
            onChange={(value) => setTexts({ ...texts, [field]: value })}
          />
        ))}
        <Note icon={<Info />}>{t("devAudio:services.connected")}</Note>
        <Button
          type="submit"
          variant="primary"
          isBusy={isLoading}
          disabledReason={call ? null : t("devAudio:services.fillIn")}
          className="justify-self-start"
        >
          {t("devAudio:services.find")}
        </Button>
      </form>
      {answers.map((answer) => (
        <ServiceAnswerView key={answer.service} answer={answer} />
      ))}
    </div>
  );
}

type ServiceTextFieldProps = {
  readonly field: ServiceField;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function ServiceTextField({ field, value, onChange }: ServiceTextFieldProps) {
  const { t } = useTranslation("devAudio");
  return (
    <TextField
      label={t(`services.${field}`)}
      value={value}
      onChange={onChange}
      inputMode={field === "trackUrl" ? "url" : "text"}
      autoComplete="off"
      {...(field === "length" && { hint: t("services.lengthHint") })}
    />
  );
}
