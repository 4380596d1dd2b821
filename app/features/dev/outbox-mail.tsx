import { useTranslation } from "#app/i18n/use-translation.ts";

type OutboxMailProps = {
  readonly mail: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly createdAtMs: number;
  };
};

/** A mail that was not sent: its text with clickable links, its rendered HTML and its HTML source. */
export function OutboxMail({ mail: { to, subject, text, html, createdAtMs } }: OutboxMailProps) {
  const { t } = useTranslation("dev");
  const time = new Date(createdAtMs).toISOString();
  return (
    <details className="border-b border-line py-1.5">
      <summary className="cursor-pointer">
        <time dateTime={time} className="text-ink-3">
          {time.slice(0, 19).replace("T", " ")}
        </time>{" "}
        <span className="text-ink-2 [overflow-wrap:anywhere]">{to}</span>{" "}
        <span className="[overflow-wrap:anywhere]">{subject}</span>
      </summary>
      <pre className="my-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{withLinks(text)}</pre>
      {/* the empty sandbox blocks scripts and navigation */}
      <iframe sandbox="" srcDoc={html} title={t("mail.preview", { subject })} className="h-96 w-full max-w-160" />
      <details className="my-2">
        <summary className="cursor-pointer text-ink-3">{t("mail.source")}</summary>
        <pre className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{html}</pre>
      </details>
    </details>
  );
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} className="text-info-ink underline underline-offset-3">
        {part}
      </a>
    ),
  );
}
