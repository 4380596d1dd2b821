import type { Translate } from "./text-keys.ts";
import { useTranslation } from "./use-translation.ts";

/** A duration for screen readers: `1 minute 55 seconds`, `1 минута 55 секунд`. */
export function formatSpokenDuration(t: Translate<"shell">, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [
    ["duration.hours", Math.floor(seconds / 3600)],
    ["duration.minutes", Math.floor((seconds % 3600) / 60)],
    ["duration.seconds", seconds % 60],
  ] as const;
  const spoken = parts.filter(([key, count]) => count > 0 || (key === "duration.seconds" && seconds < 60));
  return spoken.map(([key, count]) => t(key, { count })).join(" ");
}

/** Formats durations for screen readers in the language of the page. */
export function useSpokenDuration(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => formatSpokenDuration(t, ms);
}
