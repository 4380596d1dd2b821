import { CircleAlert, CircleCheck, Wrench } from "lucide-react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { SettingRow } from "./settings-section.tsx";
import type { DurationRepair } from "./use-duration-repair.ts";
import { useDurationRepair } from "./use-duration-repair.ts";

/** The maintenance action "Fix track durations" (SPEC §2). */
export function FixDurations() {
  const { t } = useTranslation("settings");
  const { repair, run } = useDurationRepair();
  return (
    <SettingRow title={t("fix.title")} text={t("fix.text")} below={<RepairStatus repair={repair} />}>
      <Button size="sm" icon={<Wrench />} aria-label={t("fix.title")} isBusy={repair.type === "running"} onPress={run}>
        {t("fix.start")}
      </Button>
    </SettingRow>
  );
}

function RepairStatus({ repair }: { readonly repair: DurationRepair }) {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  if (repair.type === "idle") return null;
  const { checked, wrong, fixed } = repair.totals;
  if (repair.type === "running") {
    return (
      <p role="status" className="text-small text-ink-3 tabular-nums">
        {t("fix.checking", { count: checked })}
      </p>
    );
  }
  const result = wrong === 0 ? t("fix.nothing", { count: checked }) : t("fix.fixed", { fixed, count: wrong });
  if (repair.type === "failed") {
    return (
      <Note tone="danger" role="alert" icon={<CircleAlert />}>
        {t("fix.failed")} {errorText(repair.error)} {fixed > 0 && result}
      </Note>
    );
  }
  const isComplete = fixed === wrong;
  return (
    <Note tone={isComplete ? "live" : "warn"} role="status" icon={isComplete ? <CircleCheck /> : <CircleAlert />}>
      {result} {!isComplete && t("fix.rest")}
    </Note>
  );
}
