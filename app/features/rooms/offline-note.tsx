import { WifiOff } from "lucide-react";
import { useEffect, useReducer } from "react";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";

const MINUTE_MS = 60_000;

/** Warns that the server cannot be reached, with the age of the list. */
export function OfflineNote({ lastMessageAtMs }: { readonly lastMessageAtMs: number | null }) {
  const { t, language } = useTranslation("home");
  const nowMs = useNowEveryMinute();
  const isFresh = lastMessageAtMs !== null && nowMs - lastMessageAtMs < MINUTE_MS;
  const age = lastMessageAtMs === null || isFresh ? t("offline.justNow") : formatTimeAgo(lastMessageAtMs, nowMs, language);
  return (
    <div className="pb-4">
      <Note tone="warn" icon={<WifiOff aria-hidden />} role="status">
        <b>{t("offline.title")}</b> {t(lastMessageAtMs === null ? "offline.textWithout" : "offline.text", { age })}
      </Note>
    </div>
  );
}

function useNowEveryMinute(): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
