import { useMemo } from "react";
import { formatBytes, formatDuration } from "#app/i18n/format.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Formatters of values for the developer pages, in the language of the page. Times are in UTC, as in logs. */
export function useFormats() {
  const { t, language } = useTranslation("devData");
  return useMemo(
    () => ({
      count: (value: number) => formatCount(value, language),
      bytes: (value: number) => formatBytes(value, language),
      duration: formatDuration,
      yesNo: (value: boolean) => t(value ? "yes" : "no"),
      /** `2026-11-23 20:15:00`; a dash for null. */
      time: (atMs: number | null) => (atMs === null ? "–" : new Date(atMs).toISOString().slice(0, 19).replace("T", " ")),
    }),
    [t, language],
  );
}
