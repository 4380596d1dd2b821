import { ClipboardCopy } from "lucide-react";
import { useId, useState } from "react";
import type { DeviceLogEntry } from "#app/audio/device-log.ts";
import type { Locale } from "#app/i18n/config.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { announce } from "#app/ui/announce.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useDevices } from "./devices-context.ts";
import { toSleepLength } from "./log-display.ts";

/** The events of the sound of this device, the latest first, to read and to copy. */
export function DeviceLogSection() {
  const { t } = useTranslation("devices");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="ghost" size="sm" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
        {t("log.title")}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <LogLines />}
      </div>
    </div>
  );
}

function LogLines() {
  const { t, language } = useTranslation("devices");
  const entries = useStore(useDevices().engine.log);
  const describe = useDescription();
  if (entries.length === 0) return <p className="px-3 py-2 text-caption text-ink-3">{t("log.empty")}</p>;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toText(entries));
      announce(t("log.copied"));
    } catch {
      // the clipboard is unavailable over plain HTTP, or the permission was denied
      notify({ variant: "error", title: t("log.copyFailed") });
    }
  };
  const lines = entries.map((entry, i) => ({ entry, key: `${entry.atMs}:${i}` })).reverse();
  return (
    <div className="grid gap-2 px-3 py-2">
      <ul
        // a long list scrolls, which the keyboard must reach too
        // biome-ignore lint/a11y/noNoninteractiveTabindex: axe requires it (scrollable-region-focusable)
        tabIndex={0}
        aria-label={t("log.title")}
        className="max-h-48 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-caption"
      >
        {lines.map(({ entry, key }) => (
          <li key={key} className="flex gap-3 py-0.5">
            <time className="shrink-0 text-ink-3 tabular-nums">{formatTime(entry.atMs, language)}</time>
            <span className="min-w-0">{describe(entry)}</span>
          </li>
        ))}
      </ul>
      <Button size="sm" icon={<ClipboardCopy />} onPress={() => void copy()}>
        {t("log.copy")}
      </Button>
    </div>
  );
}

function useDescription(): (entry: DeviceLogEntry) => string {
  const { t } = useTranslation("devices");
  return ({ kind, value = 0 }) => {
    const { unit, count } = toSleepLength(value);
    const duration = unit === "minutes" ? t("minutes", { minutes: count }) : t("seconds", { seconds: count });
    return t(`log.kind.${kind}`, { value: Math.round(value), duration });
  };
}

function formatTime(atMs: number, language: Locale): string {
  return new Date(atMs).toLocaleTimeString(language);
}

/** The log for a report of a fault: the same in each language, with times that are independent of the time zone. */
function toText(entries: readonly DeviceLogEntry[]): string {
  return entries
    .map(({ atMs, kind, value }) => [new Date(atMs).toISOString(), kind, value ?? ""].join(" ").trimEnd())
    .join("\n");
}
