import { CircleAlert } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { FileProcessing } from "./use-file-processing.ts";

/** The progress or the failure of a file. Nothing before there is a file, and once there is a result. */
export function FileProcessingStatus({ processing }: { readonly processing: FileProcessing<unknown> }) {
  const { t } = useTranslation("devAudio");
  if (processing.status === "working") return <ProgressBar label={t("file.progress")} value={processing.share} />;
  if (processing.status !== "failed") return null;
  return (
    <Note tone="danger" role="alert" icon={<CircleAlert />}>
      {t(`file.problems.${processing.problem}`)}
    </Note>
  );
}
