import { useCallback } from "react";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Returns the function that formats a delay with its unit, such as `142 ms`. */
export function useFormatDelay(): (ms: number) => string {
  const { t, language } = useTranslation("room");
  return useCallback((ms) => t("sync.ms", { ms: formatMs(ms, language) }), [t, language]);
}
