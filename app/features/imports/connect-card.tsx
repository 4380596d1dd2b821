import { LockKeyhole } from "lucide-react";
import type { FormEvent, ReactNode, Ref } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";

type ConnectCardProps = {
  readonly service: "yandex" | "subsonic";
  readonly isBusy: boolean;
  /** Replaces an account whose credentials no longer work. */
  readonly isAgain: boolean;
  readonly formRef?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  /** The fields. */
  readonly children: ReactNode;
};

/** The form that connects a service. */
export function ConnectCard({ service, isBusy, isAgain, formRef, onSubmit, children }: ConnectCardProps) {
  const { t } = useTranslation("imports");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      className="forced-edge grid gap-4 rounded-lg p-4 inset-ring inset-ring-line md:p-5"
    >
      <div className="grid gap-1">
        <h3 className="font-bold">{t(`connect.${service}`)}</h3>
        <p className="text-small text-ink-3">{t(`connect.${service}Text`)}</p>
      </div>
      {children}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
        <p className="mr-auto flex min-w-0 flex-1 basis-60 items-start gap-1.5 text-small text-ink-3">
          <LockKeyhole size={14} aria-hidden className="mt-0.5 shrink-0" />
          {t("connect.stored")}
        </p>
        <Button type="submit" variant="primary" isBusy={isBusy} className="max-md:w-full">
          {t(isAgain ? "connect.again" : "connect.submit")}
        </Button>
      </div>
    </form>
  );
}
