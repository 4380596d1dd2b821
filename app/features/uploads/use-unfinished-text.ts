import { useTranslation } from "#app/i18n/use-translation.ts";
import type { UnfinishedCounts } from "./use-unfinished-uploads.ts";

/** Why uploads of an earlier visit are not finished: they were interrupted, or they wait for a choice between duplicates. */
export function useUnfinishedText({ count, waitingCount }: UnfinishedCounts): string {
  const { t } = useTranslation("room");
  if (waitingCount === 0) return t("upload.unfinishedText");
  if (waitingCount >= count) return t("upload.unfinishedChoice");
  return t("upload.unfinishedMixed", { interrupted: count - waitingCount, waiting: waitingCount });
}
