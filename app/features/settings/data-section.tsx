import { BrushCleaning, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { fail, ok } from "#app/domain/result.ts";
import { formatBytes } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { clearCache } from "#app/server-client/account/clear-cache.ts";
import { exportAccount } from "#app/server-client/account/export-account.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { scheduleReload } from "./schedule-reload.ts";
import { SettingRow } from "./settings-section.tsx";

export function DataSection({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return (
    <>
      {isSignedIn && <ExportRow />}
      <CacheRow />
    </>
  );
}

function ExportRow() {
  const { t, language } = useTranslation("settings");
  const errorText = useErrorText();
  /** The size received so far. Null while no export is running. */
  const [sizeBytes, setSizeBytes] = useState<number | null>(null);

  const run = async () => {
    setSizeBytes(0);
    const exported = await exportAccount(setSizeBytes);
    setSizeBytes(null);
    if (!exported.ok) return void notify({ title: errorText(exported.error), variant: "error" });
    saveBlob(exported.value.blob, exported.value.fileName);
    notify({ title: t("exported"), message: exported.value.fileName, variant: "success" });
  };

  return (
    <SettingRow
      title={t("exportTitle")}
      text={t("exportText")}
      below={
        sizeBytes !== null && (
          <p role="status" className="text-small text-ink-3 tabular-nums">
            {t("exporting", { size: formatBytes(sizeBytes, language) })}
          </p>
        )
      }
    >
      <Button size="sm" icon={<Download />} isBusy={sizeBytes !== null} onPress={() => void run()}>
        {t("export")}
      </Button>
    </SettingRow>
  );
}

function CacheRow() {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const [isCleared, setCleared] = useState(false);
  // leaving the settings cancels the reload
  useEffect(() => (isCleared ? scheduleReload() : undefined), [isCleared]);
  const { isPending, submit } = useSubmit(
    async () => {
      const isDone = await clearCache();
      if (isDone) notify({ title: t("cleared"), message: t("reloading"), variant: "success" });
      else notify({ title: errorText("cache-clear-failed"), variant: "error" });
      return isDone ? ok(null) : fail("cache-clear-failed");
    },
    () => setCleared(true),
  );

  return (
    <SettingRow title={t("cache")} text={t("cacheText")}>
      <Button size="sm" icon={<BrushCleaning />} isBusy={isPending || isCleared} onPress={() => void submit()}>
        {t("clear")}
      </Button>
    </SettingRow>
  );
}
