import { CircleAlert, Info } from "lucide-react";
import { useEffect, useState } from "react";
import { FileBox } from "#app/features/dev/file-box.tsx";
import { FileProcessingStatus } from "#app/features/dev/file-processing-status.tsx";
import { useFileProcessing } from "#app/features/dev/use-file-processing.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Cover } from "#app/ui/cover.tsx";
import { Note } from "#app/ui/note.tsx";
import { FieldTable } from "./field-table.tsx";
import { parseFile } from "./parse-file.ts";
import type { ParsedFile, ReadFile } from "./parsed-file.ts";

/** Shows everything that the product reads from a file, beside what is stored for the same bytes. */
export function TrackParser({ readFile }: { readonly readFile: ReadFile }) {
  const { processing, start } = useFileProcessing<ParsedFile>((file, options) => parseFile(file, readFile, options));
  return (
    <div className="mx-auto grid max-w-360 gap-5 px-4 pt-4 pb-24 md:px-8">
      <FileBox fileName={processing.status === "idle" ? null : processing.file.name} onFile={start} />
      <FileProcessingStatus processing={processing} />
      {processing.status === "done" && <ParsedFileView parsed={processing.value} />}
    </div>
  );
}

function ParsedFileView({ parsed }: { readonly parsed: ParsedFile }) {
  const { t } = useTranslation("devAudio");
  const { facts, stored } = parsed;
  return (
    <>
      <div className="flex items-center gap-4">
        <Cover src={useObjectUrl(facts.cover?.image ?? null)} size={72} />
        <p className="min-w-0 text-small">
          <span className="block text-ink-3">SHA-256</span>
          <span className="font-mono [overflow-wrap:anywhere]">{facts.sha256}</span>
        </p>
      </div>
      <StoredNote stored={stored} />
      <FieldTable parsed={parsed} stored={stored?.[0] ?? null} label={t("parser.table")} />
    </>
  );
}

function StoredNote({ stored }: Pick<ParsedFile, "stored">) {
  const { t } = useTranslation("devAudio");
  if (stored === null) {
    return (
      <Note tone="danger" role="alert" icon={<CircleAlert />}>
        {t("parser.storedUnknown")}
      </Note>
    );
  }
  return (
    <Note role="status" icon={<Info />}>
      {stored.length === 0 ? t("parser.notStored") : t("parser.storedTracks", { count: stored.length })}
    </Note>
  );
}

/** An address of the blob, valid while the component is mounted. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = blob && URL.createObjectURL(blob);
    setUrl(created);
    return () => {
      if (created) URL.revokeObjectURL(created);
    };
  }, [blob]);
  return url;
}
