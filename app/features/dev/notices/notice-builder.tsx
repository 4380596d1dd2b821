import type { FormEvent } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { dismissAllNotices } from "#app/ui/notice-store.ts";
import { NoticeFields } from "./notice-fields.tsx";
import { NoticeLog } from "./notice-log.tsx";
import { type NoticeBuilder as Builder, useNoticeBuilder } from "./use-notice-builder.tsx";

/** Builds a notice, shows it, and lists what happened to it. */
export function NoticeBuilder() {
  const { t } = useTranslation("devAudio");
  const builder = useNoticeBuilder();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    builder.show();
  };
  return (
    <div className="mx-auto grid max-w-360 gap-x-16 gap-y-10 px-4 pt-4 pb-24 md:px-8 lg:grid-cols-2">
      <form onSubmit={submit} noValidate className="grid max-w-140 content-start gap-5">
        <NoticeFields builder={builder} />
        <Outcome builder={builder} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" isDisabled={!builder.isValid}>
            {t("notices.show")}
          </Button>
          <Button onPress={builder.showEach}>{t("notices.showEach")}</Button>
          <Button variant="ghost" onPress={dismissAllNotices}>
            {t("notices.closeAll")}
          </Button>
        </div>
      </form>
      <NoticeLog entries={builder.log} />
    </div>
  );
}

/** States how long the notice will stay, by the rules of the notice store. */
function Outcome({ builder: { isValid, durationMs } }: { readonly builder: Builder }) {
  const { t, language } = useTranslation("devAudio");
  if (!isValid) return <p className="text-small text-ink-2">{t("notices.invalid")}</p>;
  const seconds = new Intl.NumberFormat(language).format((durationMs ?? 0) / 1000);
  return (
    <p className="text-small text-ink-2">{durationMs === null ? t("notices.stays") : t("notices.closesAfter", { seconds })}</p>
  );
}
