import { BrushCleaning, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { clearCache } from "#app/server-client/account/clear-cache.ts";
import { exportAccount } from "#app/server-client/account/export-account.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { reloadSoon } from "./reload-soon.ts";
import { saveBlob } from "./save-blob.ts";
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
  const { t, i18n } = useTranslation("settings");
  const errorText = useErrorText();
  /** Null: nothing is being exported. */
  const [bytes, setBytes] = useState<number | null>(null);

  const run = async () => {
    setBytes(0);
    const exported = await exportAccount(setBytes);
    setBytes(null);
    if (!exported.ok) return void notify({ title: errorText(exported.error), variant: "error" });
    saveBlob(exported.value.blob, exported.value.fileName);
    notify({ title: t("exported"), message: exported.value.fileName, variant: "success" });
  };

  return (
    <SettingRow
      title={t("exportTitle")}
      text={t("exportText")}
      below={
        bytes !== null && (
          <p role="status" className="text-small text-ink-3 tabular-nums">
            {t("exporting", { size: formatBytes(bytes, i18n.language) })}
          </p>
        )
      }
    >
      <Button size="sm" icon={<Download />} isBusy={bytes !== null} onPress={() => void run()}>
        {t("export")}
      </Button>
    </SettingRow>
  );
}

function CacheRow() {
  const { t } = useTranslation("settings");
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [isCleared, setCleared] = useState(false);
  // who has left meanwhile keeps the page they are on
  useEffect(() => (isCleared ? reloadSoon() : undefined), [isCleared]);

  const run = async () => {
    setBusy(true);
    if (await clearCache()) {
      notify({ title: t("cleared"), message: t("reloading"), variant: "success" });
      return setCleared(true);
    }
    setBusy(false);
    notify({ title: errorText("cache-clear-failed"), variant: "error" });
  };

  return (
    <SettingRow title={t("cache")} text={t("cacheText")}>
      <Button size="sm" icon={<BrushCleaning />} isBusy={isBusy} onPress={() => void run()}>
        {t("clear")}
      </Button>
    </SettingRow>
  );
}
