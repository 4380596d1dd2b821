import { Info } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { QUALITIES, type Quality, SERVICE_PAGES, type ServiceField, type ServicePage } from "./service-pages.ts";

/** The form of a page for a music service. It cannot be submitted: the server has no client for the service. */
export function ServiceForm({ page }: { readonly page: ServicePage }) {
  const { t } = useTranslation(["devAudio", "dev"]);
  const { service, fields } = SERVICE_PAGES[page];
  return (
    <div className="mx-auto max-w-360 px-4 pt-4 pb-24 md:px-8">
      <p className="mb-5 text-ink-2">{t(`dev:tools.${page}`)}</p>
      <form noValidate onSubmit={(event) => event.preventDefault()} className="grid max-w-120 gap-4">
        {fields.map((field) =>
          field === "quality" ? <QualityField key={field} /> : <ServiceTextField key={field} field={field} />,
        )}
        <Note icon={<Info />}>{t("devAudio:services.noClient", { service })}</Note>
        <Button type="submit" variant="primary" isDisabled className="justify-self-start">
          {t("devAudio:services.find")}
        </Button>
      </form>
    </div>
  );
}

function ServiceTextField({ field }: { readonly field: Exclude<ServiceField, "quality"> }) {
  const { t } = useTranslation("devAudio");
  const [value, setValue] = useState("");
  return (
    <TextField
      label={t(`services.${field}`)}
      value={value}
      onChange={setValue}
      type={field === "token" ? "password" : "text"}
      inputMode={field === "trackUrl" ? "url" : "text"}
      autoComplete="off"
      {...(field === "length" && { hint: t("services.lengthHint") })}
    />
  );
}

function QualityField() {
  const { t } = useTranslation("devAudio");
  const [quality, setQuality] = useState<Quality>("lossless");
  return (
    <RadioGroup
      label={t("services.quality")}
      options={QUALITIES.map((id) => ({ id, label: t(`services.qualities.${id}`) }))}
      selected={quality}
      onSelect={setQuality}
    />
  );
}
