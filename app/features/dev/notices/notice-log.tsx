import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { NoticeLogEntry, NoticeLogEvent } from "./use-notice-log.ts";

/** The log, newest first. On a wide screen it is on the left, so that the notices do not cover the form. */
export function NoticeLog({ entries }: { readonly entries: readonly NoticeLogEntry[] }) {
  const { t, language } = useTranslation("devAudio");
  const id = useId();
  const time = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  return (
    <section aria-labelledby={id} className="min-w-0 lg:order-first">
      <h2 id={id} className="mb-2 text-lead font-bold">
        {t("notices.log")}
      </h2>
      {entries.length === 0 && <p className="text-small text-ink-2">{t("notices.logEmpty")}</p>}
      <ol className="font-mono text-small">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
            <time dateTime={new Date(entry.atMs).toISOString()} className="text-ink-3">
              {time.format(entry.atMs)}
            </time>
            <span className="[overflow-wrap:anywhere]">{entry.title}</span>
            <EventText event={entry.event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EventText({ event }: { readonly event: NoticeLogEvent }) {
  const { t } = useTranslation("devAudio");
  const text =
    event.type === "action" ? t("notices.events.action", { number: event.number }) : t(`notices.events.${event.type}`);
  return <span className="text-ink-2">{text}</span>;
}
