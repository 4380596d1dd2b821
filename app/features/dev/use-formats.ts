import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatCount, formatDuration } from "#app/i18n/format.ts";

/** Formatters of values for the developer pages, in the language of the page. Times are in UTC, as in logs. */
export function useFormats() {
  const { t, i18n } = useTranslation("devData");
  const { language } = i18n;
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
