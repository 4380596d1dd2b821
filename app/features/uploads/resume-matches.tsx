import { Check, FileX2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FileMatches } from "#app/domain/uploads/match-files.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedUpload } from "./announced-uploads.ts";

type ResumeMatchesProps = {
  readonly unfinished: readonly ListedUpload[];
  readonly matches: FileMatches<unknown>;
};

/** The visible rows of each group. A line below them counts the others. */
const VISIBLE_ROWS = 5;

/** The uploads that a chosen file continues, and those without such a file. */
export function ResumeMatches({ unfinished, matches: { matched, missing } }: ResumeMatchesProps) {
  const { t } = useTranslation("uploads");
  const uploads = new Map(unfinished.map((upload) => [upload.uploadId, upload]));
  return (
    <>
      <Group title={t("resume.matched")} count={matched.length}>
        {matched.slice(0, VISIBLE_ROWS).map(({ upload }) => (
          <MatchedRow key={upload.uploadId} name={upload.fileName} upload={uploads.get(upload.uploadId)} />
        ))}
      </Group>
      <Group title={t("resume.missing")} count={missing.length}>
        {missing.slice(0, VISIBLE_ROWS).map(({ upload, reason }) => (
          <Row
            key={upload.uploadId}
            icon={<FileX2 className="text-danger-ink" />}
            name={upload.fileName}
            state={t(reason === "changed" ? "resume.changed" : "resume.notChosen")}
          />
        ))}
      </Group>
    </>
  );
}

/** The share of the file that is stored, 0 to 1. */
function sentShareOf({ parts, sizeBytes }: ListedUpload): number {
  return Math.min(1, (parts * uploadLimits.partBytes) / sizeBytes);
}

type GroupProps = { readonly title: string; readonly count: number; readonly children: ReactNode };

function Group({ title, count, children }: GroupProps) {
  const { t } = useTranslation("uploads");
  if (count === 0) return null;
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="text-small font-strong">
        {title} <span className="text-ink-3 tabular-nums">{count}</span>
      </h3>
      <ul className="grid gap-1">{children}</ul>
      {count > VISIBLE_ROWS && <p className="text-small text-ink-3">{t("resume.more", { count: count - VISIBLE_ROWS })}</p>}
    </section>
  );
}

function MatchedRow({ name, upload }: { readonly name: string; readonly upload: ListedUpload | undefined }) {
  const { t, language } = useTranslation("uploads");
  const sentShare = upload ? sentShareOf(upload) : 0;
  const sent = sentShare > 0 ? t("resume.sent", { share: formatPercent(sentShare, language) }) : t("resume.notStarted");
  const state = upload?.isAwaitingChoice ? t("resume.choice") : sent;
  return <Row icon={<Check className="text-accent-ink" />} name={name} state={state} />;
}

type RowProps = { readonly icon: JSX.Element; readonly name: string; readonly state: string };

function Row({ icon, name, state }: RowProps) {
  return (
    <li className="flex min-h-8 items-center gap-2 text-small [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="text-ink-3 tabular-nums">{state}</span>
    </li>
  );
}
